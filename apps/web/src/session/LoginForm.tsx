import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { CallError } from '@pontic/client'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type CallFailure, useFailureText } from '../api.ts'
import { useFormats, useTexts } from '../i18n.tsx'
import { signIn } from '../session.ts'
import { useContractForm } from '../ui/contract-form.ts'
import { Note } from './Note.tsx'
import { Filled, GivenEmail } from './session-fields.ts'
import type { useEmailDialog } from './use-email-dialog.tsx'

const SignInForm = z.strictObject({ username: GivenEmail, password: Filled, rememberMe: z.boolean() })

type Mails = ReturnType<typeof useEmailDialog>

/** Email, password, remember me. A refusal stands above the form with what helps; what was typed stays. */
export function LoginForm({ onSignedIn, mails }: { onSignedIn: () => void; mails: Mails }) {
  const t = useTexts('session')
  const form = useContractForm({
    schema: SignInForm,
    initial: { username: '', password: '', rememberMe: false },
  })
  const attempt = useSignIn({ onSignedIn, showFields: form.showFields, forget: mails.forget })
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On a phone the keyboard would cover the page.
    if (matchMedia('(pointer: fine)').matches) email.current?.focus()
  }, [])
  return (
    <form className="door-form" method="post" noValidate onSubmit={form.submit(attempt.send)}>
      {mails.told && <Note tone="done">{mails.told}</Note>}
      {attempt.failure && (
        <Refusal key={attempt.count} failure={attempt.failure} email={form.values.username} mails={mails} />
      )}
      <TextInput
        ref={email}
        label={t('email')}
        name="username"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={t('password')}
        name="password"
        autoComplete="current-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('reveal') }}
        {...form.getInputProps('password')}
      />
      <div className="door-row">
        <Checkbox label={t('remember')} {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
        <button
          type="button"
          className="text-button"
          onClick={() => mails.open('forgot', form.values.username)}
        >
          {t('forgot')}
        </button>
      </div>
      <Button type="submit" fullWidth loading={attempt.isBusy}>
        {t('signIn')}
      </Button>
    </form>
  )
}

/** Why the sign-in was refused, and the way out that goes with it. */
function Refusal(props: { failure: CallFailure; email: string; mails: Mails }) {
  const t = useTexts('session')
  const { key, message } = props.failure
  const wayOut = key === 'session.unverified' ? 'resend' : 'forgot'
  const hasWayOut = key === 'session.unverified' || key === 'session.password_too_simple'
  return (
    <Note
      tone="error"
      action={
        hasWayOut && (
          <button type="button" className="text-button" onClick={() => props.mails.open(wayOut, props.email)}>
            {t(wayOut)}
          </button>
        )
      }
    >
      {message}
    </Note>
  )
}

type Credentials = z.output<typeof SignInForm>

function useSignIn(options: {
  onSignedIn: () => void
  showFields: (fields: Record<string, string>) => void
  forget: () => void
}) {
  const textOf = useFailureTextWithTime()
  const [state, setState] = useState<{ isBusy: boolean; failure?: CallFailure; count: number }>({
    isBusy: false,
    count: 0,
  })
  const send = async (credentials: Credentials) => {
    setState(({ count }) => ({ isBusy: true, count: count + 1 }))
    options.forget()
    try {
      await signIn(credentials)
      options.onSignedIn()
    } catch (error) {
      const failure = textOf(error)
      setState(({ count }) => ({ isBusy: false, failure, count }))
      if (Object.keys(failure.fields).length > 0) options.showFields({ ...failure.fields })
    }
  }
  return { ...state, send }
}

/** The catalogue's sentence; for a locked account the time from which it can be tried again. */
function useFailureTextWithTime() {
  const t = useTexts('session')
  const { time } = useFormats()
  const textOf = useFailureText()
  return (error: unknown): CallFailure => {
    const failure = textOf(error)
    const waitSeconds = error instanceof CallError ? error.retryAfterSeconds : null
    if (failure.key !== 'session.locked' || waitSeconds === null) return failure
    // Rounded up to the minute that is shown, so that a try at that time is late enough.
    const until = new Date(Math.ceil((Date.now() + waitSeconds * 1000) / 60_000) * 60_000)
    return { ...failure, message: t('lockedUntil', { time: time(until) }) }
  }
}
