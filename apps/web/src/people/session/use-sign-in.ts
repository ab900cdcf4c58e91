import { CallError, type Credentials } from '@pontic/client'
import { type FieldKey, type MfaChallenge, readInput } from '@pontic/contract'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { type CallFailure, useFailureText } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { signIn } from '../../frame/session.ts'
import { Filled, GivenEmail } from '../../ui/form-fields.ts'
import { useCaptcha } from './use-captcha.ts'

const SignIn = z.strictObject({ username: GivenEmail, password: Filled, rememberMe: z.boolean() })

/** What is typed to sign in. */
export type SignInValues = z.input<typeof SignIn>

type State = {
  isBusy: boolean
  failure?: CallFailure
  fields: Record<string, string>
  count: number
  /** The password was right, and a second factor is asked for. */
  mfa?: MfaChallenge
}

/**
 * Judges what was typed by the contract's rules and signs in. (The one form without the form library, because every
 * byte of the sign-in page counts.)
 * @param options.onWrong told the first field that needs another look
 * @returns `fields`: sentences by field; `failure`: why the portal refused; `count` grows with each try; `mfa`: the
 * second step that is asked for, `again` leaves it
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
    const read = readInput(SignIn, values)
    if (!read.isValid) return refuse(mapValues(read.fields, t))
    if (captcha.asked && !captcha.answer()) return refuse({ code: t('required') })
    try {
      await attempt({ ...read.value, captcha: captcha.answer() })
    } catch (error) {
      if (error instanceof CallError && error.mfa) return startSecondStep(error.mfa)
      captcha.hear(error)
      // The field says it itself.
      if (error instanceof CallError && error.key === 'captcha.wrong') return refuse({}, undefined)
      const failure = textOf(error)
      refuse({ ...failure.fields }, failure)
    }
  }
  const startSecondStep = (mfa: MfaChallenge) => {
    captcha.forget()
    setState(({ count }) => ({ isBusy: false, fields: {}, count, mfa }))
  }
  const forgive = (field: string) =>
    setState((last) => ({ ...last, fields: { ...last.fields, [field]: '' } }))
  /** Takes away what an earlier try has told: something newer stands above the form. */
  const clear = useCallback(() => setState(({ failure: _, ...last }) => ({ ...last, fields: {} })), [])
  /** Back to the password, with why. */
  const again = (error?: unknown) =>
    setState(({ count }) => ({
      isBusy: false,
      fields: {},
      count: count + 1,
      ...(error === undefined ? {} : { failure: textOf(error) }),
    }))
  return { ...state, captcha, send, forgive, clear, again, textOf }
}

const mapValues = (fields: Record<string, FieldKey>, textOf: (key: FieldKey) => string) =>
  Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, textOf(key)]))

/** The catalogue's sentence; for a locked account the minutes to wait, and the time from which it can be tried again. */
export function useFailureTextWithTime() {
  const t = useTexts('session')
  const { time } = useFormats()
  const textOf = useFailureText()
  return (error: unknown): CallFailure => {
    const failure = textOf(error)
    const waitSeconds = error instanceof CallError ? error.retryAfterSeconds : null
    if (failure.key !== 'session.locked' || waitSeconds === null) return failure
    // Rounded up to the minute that is shown, so that a try at that time is late enough.
    const until = new Date(Math.ceil((Date.now() + waitSeconds * 1000) / 60_000) * 60_000)
    const minutes = Math.ceil(waitSeconds / 60)
    return { ...failure, message: t('lockedUntil', { time: time(until), minutes }) }
  }
}
