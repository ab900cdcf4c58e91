import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type CallFailure, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { LinkRefused } from './LinkRefused.tsx'
import { useMailedCode } from './mailed-code.ts'
import { Outcome } from './Outcome.tsx'

/** Where the verification mail leads (`/verifyEmail#code=…`): confirms the address and leads to the sign-in. */
export function VerifyEmailPage() {
  const t = useTexts('session')
  const common = useTexts('common')
  const screens = useTexts('screens')
  const code = useMailedCode()
  const { state, failure, confirm } = useConfirmation(code)
  const refused = { purpose: 'resend', title: t('verify.failedTitle'), again: t('resend') } as const
  if (code === undefined) return <LinkRefused {...refused} text={t('verify.missing')} />
  if (state === 'done') {
    return (
      <Outcome
        title={t('verify.doneTitle')}
        text={t('verify.doneText')}
        actions={
          <Button component={Link} {...({ to: '/login' } as object)}>
            {screens('login')}
          </Button>
        }
      />
    )
  }
  if (failure?.key === 'account.code_invalid')
    return <LinkRefused {...refused} text={failure.message} more={t('verify.usedText')} />
  if (failure) {
    return (
      <Outcome
        title={t('verify.failedTitle')}
        text={failure.message}
        isFailure
        actions={<Button onClick={confirm}>{common('do.retry')}</Button>}
      />
    )
  }
  return <Outcome title={t('verify.working')} />
}

/** Sends the code once for each link that is opened. */
function useConfirmation(code: string | undefined) {
  const [state, setState] = useState<'working' | 'done'>('working')
  const [failure, setFailure] = useState<CallFailure>()
  const { send } = useWrite('accounts.verifyEmailByEmailCode', { onFailure: setFailure })
  const sent = useRef<string>(undefined)
  const confirm = async () => {
    if (code === undefined) return
    setState('working')
    setFailure(undefined)
    if (await send({ body: { code } })) setState('done')
  }
  useEffect(() => {
    if (sent.current === code) return
    sent.current = code
    void confirm()
  })
  return { state, failure, confirm }
}
