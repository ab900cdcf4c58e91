import { Button, TextInput } from '@mantine/core'
import { loadPasswordDigest } from '@pontic/client'
import { findEmailFault, normalizeEmail } from '@pontic/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CallFailure } from '../../frame/failures.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Note } from './Note.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { hasPasskeys } from './passkey-support.ts'
import css from './SessionFrame.module.css'
import type { useEmailDialog } from './use-email-dialog.tsx'
import { type SignInValues, useSignIn } from './use-sign-in.ts'

// Loaded lazily to keep the sign-in page small.
const CaptchaField = lazy(() => import('./CaptchaField.tsx').then((file) => ({ default: file.CaptchaField })))
const SecondStep = lazy(() => import('./SecondStep.tsx').then((file) => ({ default: file.SecondStep })))

type Mails = ReturnType<typeof useEmailDialog>
type Attempt = ReturnType<typeof useSignIn>

/** The sign-in form. It shows a captcha after failures, and asks for the second factor if the account has one. */
export function LoginForm({ onSignedIn, mails }: { onSignedIn: () => void; mails: Mails }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<SignInValues>({ username: '', password: '', rememberMe: false })
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  const attempt = useSignIn({ onSignedIn, onWrong: focus })
  const type = (change: Partial<SignInValues>) => {
    setValues({ ...values, ...change })
    for (const field of Object.keys(change)) attempt.clearField(field)
  }
  useEffect(() => {
    // A failure is ignored here. The sign-in loads the module again and reports a failure.
    loadPasswordDigest().catch(() => undefined)
    // On a phone the focus would open the keyboard, which covers the page.
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector('input')?.focus()
  }, [])
  const { clear } = attempt
  useEffect(() => {
    if (mails.note !== undefined) clear()
  }, [mails.note, clear])
  const { rememberMe } = values
  if (attempt.mfa) {
    return (
      <Suspense fallback={null}>
        <SecondStep
          mfa={attempt.mfa}
          textOf={attempt.textOf}
          onSignedIn={onSignedIn}
          onBack={attempt.backToPassword}
          rememberMe={rememberMe}
        />
      </Suspense>
    )
  }
  return (
    <>
      <form
        ref={form}
        className={css.doorForm}
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          mails.clearNote()
          void attempt.send(values)
        }}
      >
        <PasswordForm values={values} type={type} attempt={attempt} mails={mails} onWrong={focus} />
      </form>
      {hasPasskeys() && (
        <PasskeyButton rememberMe={rememberMe} textOf={attempt.textOf} onSignedIn={onSignedIn} />
      )}
    </>
  )
}

type Typing = { values: SignInValues; type: (change: Partial<SignInValues>) => void }

function PasswordForm(props: Typing & { attempt: Attempt; mails: Mails; onWrong: (field: string) => void }) {
  const screens = useTexts('screens')
  const { values, type, attempt, mails } = props
  return (
    <>
      {mails.note && <Note tone="done">{mails.note}</Note>}
      {attempt.failure && (
        <Refusal key={attempt.count} failure={attempt.failure} email={values.username} mails={mails} />
      )}
      <Fields values={values} type={type} wrong={attempt.fields} />
      {attempt.captcha.isAsked && (
        <Suspense fallback={null}>
          <CaptchaField
            captcha={attempt.captcha}
            email={findEmailFault(values.username) ? undefined : normalizeEmail(values.username)}
            onNoEmail={() => props.onWrong('username')}
            error={attempt.fields.code}
            onType={() => attempt.clearField('code')}
          />
        </Suspense>
      )}
      <Remember values={values} type={type} mails={mails} />
      <Button type="submit" fullWidth loading={attempt.isBusy}>
        {screens('login')}
      </Button>
    </>
  )
}

function Fields({ values, type, wrong }: Typing & { wrong: Record<string, string> }) {
  const common = useTexts('common')
  return (
    <>
      <TextInput
        label={common('label.email')}
        name="username"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        onChange={(event) => type({ username: event.currentTarget.value })}
        error={wrong.username}
      />
      <PasswordField
        label={common('label.password')}
        name="password"
        autoComplete="current-password"
        value={values.password}
        onChange={(event) => type({ password: event.currentTarget.value })}
        error={wrong.password}
      />
    </>
  )
}

function Remember({ values, type, mails }: Typing & { mails: Mails }) {
  const t = useTexts('session')
  return (
    <div className={css.doorRow}>
      <label className={css.doorCheck}>
        <input
          type="checkbox"
          checked={values.rememberMe}
          onChange={(event) => type({ rememberMe: event.currentTarget.checked })}
        />
        {t('remember')}
      </label>
      <button type="button" className="text-button" onClick={() => mails.open('forgot', values.username)}>
        {t('forgot')}
      </button>
    </div>
  )
}

/** Message with the reason why the sign-in was refused. For some reasons it has a button that sends a mail. */
function Refusal(props: { failure: CallFailure; email: string; mails: Mails }) {
  const t = useTexts('session')
  const { key, message } = props.failure
  const isUnverified = key === 'session.unverified'
  return (
    <Note
      tone="error"
      action={
        (isUnverified || key === 'session.password_too_simple') && (
          <button
            type="button"
            className="text-button"
            onClick={() => props.mails.open(isUnverified ? 'resend' : 'forgot', props.email)}
          >
            {t(isUnverified ? 'resend' : 'forgot')}
          </button>
        )
      }
    >
      {message}
    </Note>
  )
}
