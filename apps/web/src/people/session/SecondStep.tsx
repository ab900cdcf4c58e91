import { Button, TextInput } from '@mantine/core'
import { CallError, type SecondFactorAnswer } from '@pontic/client'
import { type MfaChallenge, OneTimePassword, RecoveryCode, readInput } from '@pontic/contract'
import { clsx } from 'clsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { signIn } from '../../frame/session.ts'
import { Note } from './Note.tsx'
import { askPasskey } from './passkey-sign-in.ts'
import { hasPasskeys } from './passkey-support.ts'
import css from './SessionFrame.module.css'
import type { useSignIn } from './use-sign-in.ts'

type Way = MfaChallenge['mfa_methods'][number]
type Props = {
  mfa: MfaChallenge
  rememberMe: boolean
  textOf: ReturnType<typeof useSignIn>['textOf']
  onSignedIn: () => void
  /** Back to the password; with what was thrown where the second step is over. */
  onBack: (error?: unknown) => void
}

/** The second step of the sign-in: a code of the app, a passkey, or a recovery code. */
export function SecondStep(props: Props) {
  const t = useTexts('session.second')
  const common = useTexts('common')
  const ways = props.mfa.mfa_methods.filter((way) => way !== 'passkey' || hasPasskeys())
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<{ text: string; count: number }>()
  const tell = (text: string) => setTrouble((before) => ({ text, count: (before?.count ?? 0) + 1 }))
  const send = async (answer: SecondFactorAnswer) => {
    setBusy(true)
    try {
      await signIn({ mfaToken: props.mfa.mfa_token, rememberMe: props.rememberMe, ...answer })
      props.onSignedIn()
    } catch (error) {
      const isOver = error instanceof CallError && error.key !== 'session.second_factor_wrong'
      if (isOver && error.status !== 0) return props.onBack(error)
      tell(props.textOf(error).message)
      setBusy(false)
    }
  }
  const choose = (next: Way) => {
    setTrouble(undefined)
    setWay(next)
  }
  return (
    <div className={css.doorForm}>
      <p className={clsx(css.outcomeText, 'quiet')}>{t(`text_${way}`)}</p>
      {trouble && (
        <Note key={trouble.count} tone="error">
          {trouble.text}
        </Note>
      )}
      {way === 'passkey' ? (
        <PasskeyWay {...props} isBusy={isBusy} onAnswer={send} onNone={() => tell(t('passkeyNone'))} />
      ) : (
        <CodeWay key={way} way={way} isBusy={isBusy} onAnswer={send} />
      )}
      <div className={css.outcomeActions}>
        {ways
          .filter((one) => one !== way)
          .map((one) => (
            <button key={one} type="button" className="text-button" onClick={() => choose(one)}>
              {t(`use_${one}`)}
            </button>
          ))}
        <button type="button" className="text-button" onClick={() => props.onBack()}>
          {common('do.back')}
        </button>
      </div>
    </div>
  )
}

function PasskeyWay(
  props: Props & { isBusy: boolean; onAnswer: (answer: SecondFactorAnswer) => void; onNone: () => void },
) {
  const t = useTexts('session.second')
  const ask = async () => {
    const { passkey_options: options } = props.mfa
    const passkey = options ? await askPasskey(options) : undefined
    if (passkey) props.onAnswer({ passkey })
    else props.onNone()
  }
  return (
    <Button fullWidth loading={props.isBusy} onClick={ask} data-autofocus>
      {t('passkey')}
    </Button>
  )
}

function CodeWay(props: {
  way: 'otp' | 'recovery_code'
  isBusy: boolean
  onAnswer: (answer: SecondFactorAnswer) => void
}) {
  const t = useTexts('session.second')
  const common = useTexts('common')
  const fields = useTexts('fields')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isApp = props.way === 'otp'
  useEffect(() => input.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readInput(isApp ? OneTimePassword : RecoveryCode, code)
    if (!read.isValid) {
      setError(fields(Object.values(read.fields)[0] ?? 'required'))
      input.current?.focus()
    } else props.onAnswer(isApp ? { otp: read.value } : { recoveryCode: read.value })
  }
  return (
    <form className={css.doorForm} noValidate onSubmit={submit}>
      <TextInput
        ref={input}
        label={t(isApp ? 'otp' : 'recoveryCode')}
        name={isApp ? 'otp' : 'recovery_code'}
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize={isApp ? 'none' : 'characters'}
        spellCheck={false}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setError(undefined)
        }}
        error={error}
      />
      <Button type="submit" fullWidth loading={props.isBusy}>
        {common('do.continue')}
      </Button>
    </form>
  )
}
