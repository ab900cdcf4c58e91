import { CallError, type Credentials } from '@pontic/client'
import { findEmailFault, type MfaChallenge, normalizeEmail } from '@pontic/contract'
import { useCallback, useState } from 'react'
import { type CallFailure, useFailureText } from '../../frame/failures.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { signIn } from '../../frame/session.ts'
import { useCaptcha } from './use-captcha.ts'

/** Values of the sign-in form. */
export type SignInValues = { username: string; password: string; rememberMe: boolean }

type State = {
  isBusy: boolean
  failure?: CallFailure
  fields: Record<string, string>
  count: number
  /** The challenge for the second factor, after a correct password. */
  mfa?: MfaChallenge
}

/**
 * Validates the form and signs in. It uses neither the form library nor schemas, so that the sign-in page loads little code.
 * @param options.onWrong called with the first invalid field
 * @returns `fields`: messages by field; `failure`: the server's refusal; `count`: increases with each attempt; `mfa`:
 * challenge for the second factor; `backToPassword` leaves the second step
 */
export function useSignIn(options: { onSignedIn: () => void; onWrong: (field: string) => void }) {
  const t = useTexts('fields')
  const textOf = useFailureTextWithTime()
  const captcha = useCaptcha('login')
  const [state, setState] = useState<State>({ isBusy: false, fields: {}, count: 0 })
  const refuse = (fields: Record<string, string>, failure?: CallFailure) => {
    setState(({ count }) => ({ isBusy: false, fields, count, ...(failure ? { failure } : {}) }))
    const [first] = Object.keys(fields)
    if (first) options.onWrong(first)
  }
  const attempt = async (credentials: Credentials) => {
    setState(({ count, mfa }) => ({ isBusy: true, fields: {}, count: count + 1, ...(mfa ? { mfa } : {}) }))
    await signIn(credentials)
    options.onSignedIn()
  }
  const send = async (values: SignInValues) => {
    const email = findEmailFault(values.username)
    const fields = {
      ...(email
        ? { username: { required: t('required'), too_long: t('too_long'), email: t('email') }[email] }
        : {}),
      ...(values.password === '' ? { password: t('required') } : {}),
    }
    if (Object.keys(fields).length > 0) return refuse(fields)
    if (captcha.asked && !captcha.answer()) return refuse({ code: t('required') })
    try {
      await attempt({ ...values, username: normalizeEmail(values.username), captcha: captcha.answer() })
    } catch (error) {
      if (error instanceof CallError && error.mfa) return startSecondStep(error.mfa)
      captcha.onFailure(error)
      // The captcha's field shows its own error.
      if (error instanceof CallError && error.key === 'captcha.wrong') return refuse({}, undefined)
      const failure = textOf(error)
      refuse({ ...failure.fields }, failure)
    }
  }
  const startSecondStep = (mfa: MfaChallenge) => {
    captcha.reset()
    setState(({ count }) => ({ isBusy: false, fields: {}, count, mfa }))
  }
  const clearField = (field: string) =>
    setState((last) => ({ ...last, fields: { ...last.fields, [field]: '' } }))
  /** Removes the messages of the last attempt. */
  const clear = useCallback(() => setState(({ failure: _, ...last }) => ({ ...last, fields: {} })), [])
  /** Returns from the second step to the password. @param error the failure of the second step, if any */
  const backToPassword = (error?: unknown) =>
    setState(({ count }) => ({
      isBusy: false,
      fields: {},
      count: count + 1,
      ...(error === undefined ? {} : { failure: textOf(error) }),
    }))
  return { ...state, captcha, send, clearField, clear, backToPassword, textOf }
}

/** Returns a function that maps an error to a failure. For a locked account the message says when the lock ends. */
export function useFailureTextWithTime() {
  const t = useTexts('session')
  const { time } = useFormats()
  const textOf = useFailureText()
  return (error: unknown): CallFailure => {
    const failure = textOf(error)
    const waitSeconds = error instanceof CallError ? error.retryAfterSeconds : null
    if (failure.key !== 'session.locked' || waitSeconds === null) return failure
    // The time is rounded up to minutes, because seconds are not shown.
    const until = new Date(Math.ceil((Date.now() + waitSeconds * 1000) / 60_000) * 60_000)
    const minutes = Math.ceil(waitSeconds / 60)
    return { ...failure, message: t('lockedUntil', { time: time(until), minutes }) }
  }
}
