import { TextInput } from '@mantine/core'
import { limits, type MfaChallenge } from '@pontic/contract'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import css from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Note } from './Note.tsx'
import { hasPasskeys } from './passkey-support.ts'
import { type ProofWay, useProof } from './use-proof.ts'

// Needed after several wrong passwords only.
const CaptchaField = lazy(() => import('./CaptchaField.tsx').then((file) => ({ default: file.CaptchaField })))

type Attempt = ReturnType<typeof useProof>

/**
 * Asks somebody who is signed in to prove again who they are: the password, and the code where the account has a second
 * factor, or a passkey alone. Lies above the dialog whose call waits for it.
 */
export function ReauthenticationDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const t = useTexts('session')
  const attempt = useProof(() => onAnswer(true))
  const { way, trouble } = attempt
  return (
    <FormDialog
      isOpen
      onClose={() => onAnswer(false)}
      title={t('again.title')}
      confirm={t(way === 'passkey' ? 'second.passkey' : 'again.confirm')}
      isBusy={attempt.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void attempt.submit()
      }}
    >
      {trouble && (
        <Note key={trouble.count} tone="error">
          {trouble.text}
        </Note>
      )}
      {way === 'password' ? <PasswordStep attempt={attempt} /> : <SecondStep attempt={attempt} way={way} />}
    </FormDialog>
  )
}

function PasswordStep({ attempt }: { attempt: Attempt }) {
  const t = useTexts('session')
  const common = useTexts('common')
  const session = useSession()
  const { captcha } = attempt
  return (
    <>
      <p className={clsx(css.dialogNote, 'quiet')}>
        {t('again.lead', { minutes: limits.reauthenticationMinutes })}
      </p>
      <input type="text" autoComplete="username" value={session?.username ?? ''} readOnly hidden />
      <PasswordField
        label={common('label.password')}
        name="password"
        autoComplete="current-password"
        data-autofocus
        {...attempt.typing}
      />
      {captcha.isAsked && (
        <Suspense fallback={null}>
          <CaptchaField captcha={captcha} email={session?.username} onNoEmail={() => undefined} />
        </Suspense>
      )}
      {hasPasskeys() && (
        <div>
          <button type="button" className="text-button" onClick={() => void attempt.provePasskey()}>
            {t('again.passkey')}
          </button>
        </div>
      )}
    </>
  )
}

function SecondStep({ attempt, way }: { attempt: Attempt; way: MfaChallenge['mfa_methods'][number] }) {
  const t = useTexts('session.second')
  const common = useTexts('common')
  const input = useRef<HTMLInputElement>(null)
  const isApp = way === 'otp'
  useEffect(() => {
    if (way !== 'passkey') input.current?.focus()
  }, [way])
  return (
    <>
      <p className={clsx(css.dialogNote, 'quiet')}>{t(`text_${way}`)}</p>
      {way !== 'passkey' && (
        <TextInput
          key={way}
          ref={input}
          label={t(isApp ? 'otp' : 'recoveryCode')}
          name={isApp ? 'otp' : 'recovery_code'}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          autoCapitalize={isApp ? 'none' : 'characters'}
          spellCheck={false}
          {...attempt.typing}
        />
      )}
      <div className={css.dialogChoices}>
        {attempt.otherWays.map((one) => (
          <button key={one} type="button" className="text-button" onClick={() => attempt.choose(one)}>
            {t(`use_${one as Exclude<ProofWay, 'password'>}`)}
          </button>
        ))}
        <button type="button" className="text-button" onClick={() => attempt.choose('password')}>
          {common('do.back')}
        </button>
      </div>
    </>
  )
}
