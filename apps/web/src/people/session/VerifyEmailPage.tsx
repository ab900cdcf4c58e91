import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import type { CallFailure } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { LinkRefused } from './LinkRefused.tsx'
import { ToSignIn } from './MailedLinkPage.tsx'
import { Outcome } from './Outcome.tsx'
import { useMailedCode, useSubmittedCode } from './use-mailed-code.ts'

/** Page of the link in the verification mail (`/verifyEmail#code=…`). It verifies the address and links to the sign-in. */
export function VerifyEmailPage() {
  const t = useTexts('session')
  const common = useTexts('common')
  const code = useMailedCode()
  const [failure, setFailure] = useState<CallFailure>()
  const { send } = useWrite('accounts.verifyEmailByEmailCode', { onFailure: setFailure })
  const { reply, retry } = useSubmittedCode(code, (code) => {
    setFailure(undefined)
    return send({ body: { code } })
  })
  const refused = { purpose: 'resend', title: t('verify.failedTitle'), again: t('resend') } as const
  if (code === undefined) return <LinkRefused {...refused} text={t('verify.missing')} />
  if (reply)
    return <Outcome title={t('verify.doneTitle')} text={t('verify.doneText')} actions={<ToSignIn />} />
  if (failure?.key === 'account.code_invalid')
    return <LinkRefused {...refused} text={failure.message} more={t('verify.usedText')} />
  if (!failure) return <Outcome title={t('verify.working')} />
  return (
    <Outcome
      title={t('verify.failedTitle')}
      text={failure.message}
      isFailure
      actions={<Button onClick={retry}>{common('do.retry')}</Button>}
    />
  )
}
