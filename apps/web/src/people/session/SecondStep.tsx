import { Button, Group, Stack } from '@mantine/core'
import { CallError, type SecondFactorAnswer } from '@pontic/client'
import { type MfaChallenge, OneTimePassword, RecoveryCode, readInput } from '@pontic/contract'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { signIn } from '../../frame/session.ts'
import { CodeField } from './CodeField.tsx'
import { useErrorNote } from './Note.tsx'
import { OutcomeText } from './Outcome.tsx'
import { requestPasskey } from './passkey-sign-in.ts'
import { listFactors, type SecondFactor } from './passkey-support.ts'
import type { useSignIn } from './use-sign-in.ts'

type Props = {
  mfa: MfaChallenge
  rememberMe: boolean
  textOf: ReturnType<typeof useSignIn>['textOf']
  onSignedIn: () => void
  /** Returns to the form with the password. `error` is the failure of the second step, if any. */
  onBack: (error?: unknown) => void
}

/** The second step of the sign-in with a code of the authenticator app, a passkey or a recovery code. */
export function SecondStep(props: Props) {
  const t = useTexts('session.second')
  const common = useTexts('common')
  const methods = listFactors(props.mfa)
  const [method, setMethod] = useState<SecondFactor>(methods[0] ?? 'recovery_code')
  const [isBusy, setBusy] = useState(false)
  const errorNote = useErrorNote()
  const send = async (answer: SecondFactorAnswer) => {
    setBusy(true)
    try {
      await signIn({ mfaToken: props.mfa.mfa_token, rememberMe: props.rememberMe, ...answer })
      props.onSignedIn()
    } catch (error) {
      const isOver = error instanceof CallError && error.key !== 'session.second_factor_wrong'
      if (isOver && error.status !== 0) return props.onBack(error)
      errorNote.show(props.textOf(error).message)
      setBusy(false)
    }
  }
  const choose = (next: SecondFactor) => {
    errorNote.clear()
    setMethod(next)
  }
  const onNone = () => errorNote.show(t('passkeyNone'))
  return (
    <Stack gap={16}>
      <OutcomeText c="dimmed">{t(`text_${method}`)}</OutcomeText>
      {errorNote.note}
      {method === 'passkey' ? (
        <PasskeyStep {...props} isBusy={isBusy} onAnswer={send} onNone={onNone} />
      ) : (
        <CodeStep key={method} method={method} isBusy={isBusy} onAnswer={send} />
      )}
      <Group gap="12px 20px">
        {methods
          .filter((one) => one !== method)
          .map((one) => (
            <button key={one} type="button" className="text-button" onClick={() => choose(one)}>
              {t(`use_${one}`)}
            </button>
          ))}
        <button type="button" className="text-button" onClick={() => props.onBack()}>
          {common('do.back')}
        </button>
      </Group>
    </Stack>
  )
}

function PasskeyStep(
  props: Props & { isBusy: boolean; onAnswer: (answer: SecondFactorAnswer) => void; onNone: () => void },
) {
  const t = useTexts('session.second')
  const ask = async () => {
    const { passkey_options: options } = props.mfa
    const passkey = options ? await requestPasskey(options) : undefined
    if (passkey) props.onAnswer({ passkey })
    else props.onNone()
  }
  return (
    <Button fullWidth loading={props.isBusy} onClick={ask} data-autofocus>
      {t('passkey')}
    </Button>
  )
}

function CodeStep(props: {
  method: 'otp' | 'recovery_code'
  isBusy: boolean
  onAnswer: (answer: SecondFactorAnswer) => void
}) {
  const common = useTexts('common')
  const fields = useTexts('fields')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const isApp = props.method === 'otp'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = readInput(isApp ? OneTimePassword : RecoveryCode, code)
    if (!read.isValid) {
      setError(fields(Object.values(read.fields)[0] ?? 'required'))
      event.currentTarget.querySelector('input')?.focus()
    } else props.onAnswer(isApp ? { otp: read.value } : { recoveryCode: read.value })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={16}>
        <CodeField
          method={props.method}
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
      </Stack>
    </form>
  )
}
