import { CallError, type Credentials } from '@pontic/client'
import { type FieldKey, type MfaChallenge, readInput } from '@pontic/contract'
import { useCallback, useState } from 'react'
import * as z from 'zod/mini'
import { type CallFailure, useFailureText } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { signIn } from '../../frame/session.ts'
import { RequiredEmail, RequiredText } from '../../ui/form-fields.ts'
import { useCaptcha } from './use-captcha.ts'

const SignIn = z.strictObject({ username: RequiredEmail, password: RequiredText, rememberMe: z.boolean() })

/** Values of the sign-in form. */
export type SignInValues = z.input<typeof SignIn>

type State = {
  isBusy: boolean
  failure?: CallFailure
  fields: Record<string, string>
  count: number
  /** The challenge for the second factor, after a correct password. */
  mfa?: MfaChallenge
}

/**
 * Validates the form with the contract's schemas and signs in. It does not use the form library, to keep the sign-in page
 * small.
 * @param options.onWrong called with the first invalid field
 * @returns `fields`: messages by field; `failure`: why the server refused; `count` of tries; `mfa`: challenge for the second
 * factor; `again` returns to the password
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
      captcha.onFailure(error)
      // The captcha's field shows its own error.
      if (error instanceof CallError && error.key === 'captcha.wrong') return refuse({}, undefined)
      const failure = textOf(error)
      refuse({ ...failure.fields }, failure)
    }
  }
  const startSecondStep = (mfa: MfaChallenge) => {
    captcha.forget()
    setState(({ count }) => ({ isBusy: false, fields: {}, count, mfa }))
  }
  const clearField = (field: string) =>
    setState((last) => ({ ...last, fields: { ...last.fields, [field]: '' } }))
  /** Removes the messages of an earlier try. */
  const clear = useCallback(() => setState(({ failure: _, ...last }) => ({ ...last, fields: {} })), [])
  /** Returns to the password, with the reason. */
  const again = (error?: unknown) =>
    setState(({ count }) => ({
      isBusy: false,
      fields: {},
      count: count + 1,
      ...(error === undefined ? {} : { failure: textOf(error) }),
    }))
  return { ...state, captcha, send, clearField, clear, again, textOf }
}

const mapValues = (fields: Record<string, FieldKey>, textOf: (key: FieldKey) => string) =>
  Object.fromEntries(Object.entries(fields).map(([field, key]) => [field, textOf(key)]))

/** Maps an error to its sentence; for a locked account with the time of the next possible try. */
export function useFailureTextWithTime() {
  const t = useTexts('session')
  const { time } = useFormats()
  const textOf = useFailureText()
  return (error: unknown): CallFailure => {
    const failure = textOf(error)
    const waitSeconds = error instanceof CallError ? error.retryAfterSeconds : null
    if (failure.key !== 'session.locked' || waitSeconds === null) return failure
    // Rounded up, because only minutes are shown.
    const until = new Date(Math.ceil((Date.now() + waitSeconds * 1000) / 60_000) * 60_000)
    const minutes = Math.ceil(waitSeconds / 60)
    return { ...failure, message: t('lockedUntil', { time: time(until), minutes }) }
  }
}
