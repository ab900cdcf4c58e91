import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import type { CallFailure } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { portal, useSession } from '../../frame/session.ts'
import { PublicLinkButton } from '../../ui/PublicLink.tsx'
import { Outcome } from './Outcome.tsx'
import { useMailedCode, useSubmittedCode } from './use-mailed-code.ts'

/** Page of the link that is mailed to a new address (`/modifyEmail#code=…`). It changes the address of the account. */
export function ModifyEmailPage() {
  const t = useTexts('session')
  const common = useTexts('common')
  const code = useMailedCode()
  const [failure, setFailure] = useState<CallFailure>()
  const { send } = useWrite('accounts.modifyEmailByEmailCode', { onFailure: setFailure })
  const { reply, retry } = useSubmittedCode(code, async (code) => {
    setFailure(undefined)
    const reply = await send({ body: { code } })
    // The session of this browser contains the old address.
    if (reply && portal.session.current()) await portal.session.refresh().catch(() => undefined)
    return reply
  })
  if (reply) {
    return (
      <Outcome
        title={t('modifyEmail.doneTitle')}
        text={t('modifyEmail.doneText', { email: reply.email })}
        actions={<GoOn />}
      />
    )
  }
  const refusal = code === undefined ? t('verify.missing') : failure?.message
  if (refusal === undefined) return <Outcome title={t('modifyEmail.working')} />
  const isFinal = code === undefined || failure?.key.startsWith('account.') === true
  return (
    <Outcome
      title={t('modifyEmail.failedTitle')}
      text={refusal}
      more={isFinal && t('modifyEmail.again')}
      isFailure
      actions={isFinal ? <GoOn /> : <Button onClick={retry}>{common('do.retry')}</Button>}
    />
  )
}

function GoOn() {
  const texts = useTexts()
  const session = useSession()
  return (
    <PublicLinkButton to={session ? '/myinfo/account' : '/login'}>
      {texts(session ? 'session.modifyEmail.toAccount' : 'screens.login')}
    </PublicLinkButton>
  )
}
