import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type CallFailure, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { portal, useSession } from '../../frame/session.ts'
import { useMailedCode } from './mailed-code.ts'
import { Outcome } from './Outcome.tsx'

/** Where the mail to a new address leads (`/modifyEmail#code=…`): from then on the account has that address. */
export function ModifyEmailPage() {
  const t = useTexts('session')
  const common = useTexts('common')
  const code = useMailedCode()
  const { email, failure, confirm } = useChange(code)
  if (email !== undefined) {
    return (
      <Outcome
        title={t('modifyEmail.doneTitle')}
        text={t('modifyEmail.doneText', { email })}
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
      actions={isFinal ? <GoOn /> : <Button onClick={confirm}>{common('do.retry')}</Button>}
    />
  )
}

function GoOn() {
  const texts = useTexts()
  const session = useSession()
  return (
    <Button component={Link} {...({ to: session ? '/myinfo/account' : '/login' } as object)}>
      {texts(session ? 'session.modifyEmail.toAccount' : 'screens.login')}
    </Button>
  )
}

/** Sends the code once for each link that is opened. */
function useChange(code: string | undefined) {
  const [email, setEmail] = useState<string>()
  const [failure, setFailure] = useState<CallFailure>()
  const { send } = useWrite('accounts.modifyEmailByEmailCode', { onFailure: setFailure })
  const sent = useRef<string>(undefined)
  const confirm = async () => {
    if (code === undefined) return
    setFailure(undefined)
    const reply = await send({ body: { code } })
    if (!reply) return
    setEmail(reply.email)
    // The session of this browser carries the address that it was made with.
    if (portal.session.current()) await portal.session.refresh().catch(() => undefined)
  }
  useEffect(() => {
    if (sent.current === code) return
    sent.current = code
    void confirm()
  })
  return { email, failure, confirm }
}
