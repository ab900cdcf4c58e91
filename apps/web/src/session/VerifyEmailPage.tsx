import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type CallFailure, useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useMailedCode } from './mailed-code.ts'
import { Outcome } from './Outcome.tsx'
import { useEmailDialog } from './use-email-dialog.tsx'

/** Where the verification mail leads (`/verifyEmail#code=…`): confirms the address and leads to the sign-in. */
export function VerifyEmailPage() {
  const t = useTexts('session')
  const code = useMailedCode()
  const { state, failure, confirm } = useConfirmation(code)
  if (code === undefined) return <Refused text={t('verify.missing')} />
  if (state === 'done') {
    return (
      <Outcome
        title={t('verify.doneTitle')}
        text={t('verify.doneText')}
        actions={
          <Button component={Link} {...({ to: '/login' } as object)}>
            {t('signIn')}
          </Button>
        }
      />
    )
  }
  if (failure?.key === 'account.code_invalid') return <Refused text={failure.message} isSpent />
  if (failure) {
    return (
      <Outcome
        title={t('verify.failedTitle')}
        text={failure.message}
        isFailure
        actions={<Button onClick={confirm}>{t('verify.retry')}</Button>}
      />
    )
  }
  return <Outcome title={t('verify.working')} />
}

/** The link can't be used: have another one sent, or just sign in. */
function Refused({ text, isSpent = false }: { text: string; isSpent?: boolean }) {
  const t = useTexts('session')
  const mails = useEmailDialog()
  return (
    <Outcome
      title={t('verify.failedTitle')}
      text={text}
      more={isSpent && t('verify.usedText')}
      told={mails.told}
      isFailure
      actions={
        <>
          <Button onClick={() => mails.open('resend', '')}>{t('resend')}</Button>
          <Link to="/login" className="text-link">
            {t('backToSignIn')}
          </Link>
        </>
      }
    >
      {mails.dialog}
    </Outcome>
  )
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
