import { CallError, type Proof, proofFields } from '@pontic/client'
import { type MfaChallenge, OneTimePassword, RecoveryCode, readInput } from '@pontic/contract'
import { type ChangeEvent, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal } from '../../frame/session.ts'
import { useErrorNote } from './Note.tsx'
import { requestPasskey } from './passkey-sign-in.ts'
import { listFactors, type SecondFactor } from './passkey-support.ts'
import { useCaptcha } from './use-captcha.ts'
import { useFailureTextWithTime } from './use-sign-in.ts'

/** The proof that the dialog requests: first the password, then a second factor if the account has one. */
export type ProofMethod = 'password' | SecondFactor

/**
 * Authenticates the user again with `accounts.reauthenticate`.
 * @returns `typing`: props of the shown field; `submit` sends its value; `error`: element with the error of the last attempt
 */
export function useProof(onProven: () => void) {
  const t = useTexts('session')
  const fields = useTexts('fields')
  const textOf = useFailureTextWithTime()
  const captcha = useCaptcha('login')
  const [method, setMethod] = useState<ProofMethod>('password')
  const [mfa, setMfa] = useState<MfaChallenge>()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const errorNote = useErrorNote()
  const [isBusy, setBusy] = useState(false)
  const choose = (next: ProofMethod) => {
    setMethod(next)
    setTyped('')
    setWrong(undefined)
    errorNote.clear()
  }

  const send = async (proof: Proof) => {
    setBusy(true)
    errorNote.clear()
    try {
      await portal.call('accounts.reauthenticate', { body: await proofFields(proof) })
      onProven()
    } catch (error) {
      onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const onFailure = (error: unknown) => {
    if (error instanceof CallError && error.mfa) {
      captcha.reset()
      setMfa(error.mfa)
      return choose(listFactors(error.mfa)[0] ?? 'recovery_code')
    }
    const key = error instanceof CallError ? error.key : undefined
    if (key === 'session.mfa_expired') choose('password')
    if (method === 'password') captcha.onFailure(error)
    // The captcha's field shows its own error.
    if (key === 'captcha.wrong') return
    const failure = textOf(error)
    if (failure.fields.password) setWrong(failure.fields.password)
    else errorNote.show(failure.message)
  }

  const submit = async () => {
    if (isBusy) return
    if (method === 'passkey') {
      const passkey = mfa?.passkey_options ? await requestPasskey(mfa.passkey_options) : undefined
      if (passkey && mfa) return send({ mfaToken: mfa.mfa_token, passkey })
      return errorNote.show(t('second.passkeyNone'))
    }
    if (method === 'password') {
      if (typed === '') return setWrong(fields('required'))
      return send({ password: typed, captcha: captcha.answer() })
    }
    const read = readInput(method === 'otp' ? OneTimePassword : RecoveryCode, typed)
    if (!read.isValid) return setWrong(fields(Object.values(read.fields)[0] ?? 'required'))
    const step = { mfaToken: mfa?.mfa_token ?? '' }
    return send(method === 'otp' ? { ...step, otp: read.value } : { ...step, recoveryCode: read.value })
  }

  const provePasskey = async () => {
    errorNote.clear()
    try {
      const begun = await portal.call('session.createPasskeyChallenge')
      const passkey = await requestPasskey(begun.options)
      if (!passkey) return errorNote.show(t('second.passkeyNone'))
      await send({ challengeToken: begun.challenge_token, passkey })
    } catch (error) {
      errorNote.show(textOf(error).message)
    }
  }

  const typing = {
    value: typed,
    error: wrong,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value)
      setWrong(undefined)
    },
  }
  const otherMethods = mfa ? listFactors(mfa).filter((one) => one !== method) : []
  const error = errorNote.note
  return { method, otherMethods, typing, error, isBusy, captcha, choose, submit, provePasskey }
}
