import { CallError, type Proof, proofFields } from '@pontic/client'
import { type MfaChallenge, OneTimePassword, RecoveryCode, readInput } from '@pontic/contract'
import { type ChangeEvent, useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { portal } from '../../frame/session.ts'
import { askPasskey } from './passkey-sign-in.ts'
import { hasPasskeys } from './passkey-support.ts'
import { useCaptcha } from './use-captcha.ts'
import { useFailureTextWithTime } from './use-sign-in.ts'

/** What is asked for now: the password, or one of the second factors after it. */
export type ProofWay = 'password' | MfaChallenge['mfa_methods'][number]

type Trouble = { text: string; count: number }

/**
 * Proves again who is there, by `accounts.reauthenticate`.
 * @param onProven told once it worked
 * @returns `typing`: props of the one field that is shown; `submit` sends it; `trouble`: why the last try failed
 */
export function useProof(onProven: () => void) {
  const t = useTexts('session')
  const fields = useTexts('fields')
  const textOf = useFailureTextWithTime()
  const captcha = useCaptcha('login')
  const [way, setWay] = useState<ProofWay>('password')
  const [mfa, setMfa] = useState<MfaChallenge>()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [isBusy, setBusy] = useState(false)
  const tell = (text: string) => setTrouble((before) => ({ text, count: (before?.count ?? 0) + 1 }))

  const choose = (next: ProofWay) => {
    setWay(next)
    setTyped('')
    setWrong(undefined)
    setTrouble(undefined)
  }

  const send = async (proof: Proof) => {
    setBusy(true)
    setTrouble(undefined)
    try {
      await portal.call('accounts.reauthenticate', { body: proofFields(proof) })
      onProven()
    } catch (error) {
      hear(error)
    } finally {
      setBusy(false)
    }
  }

  const hear = (error: unknown) => {
    if (error instanceof CallError && error.mfa) {
      captcha.forget()
      setMfa(error.mfa)
      return choose(listWays(error.mfa)[0] ?? 'recovery_code')
    }
    const key = error instanceof CallError ? error.key : undefined
    if (key === 'session.mfa_expired') choose('password')
    if (way === 'password') captcha.hear(error)
    // The field of the captcha says it itself.
    if (key === 'captcha.wrong') return
    const failure = textOf(error)
    if (failure.fields.password) setWrong(failure.fields.password)
    else tell(failure.message)
  }

  const submit = async () => {
    if (isBusy) return
    if (way === 'passkey') {
      const passkey = mfa?.passkey_options ? await askPasskey(mfa.passkey_options) : undefined
      return passkey && mfa ? send({ mfaToken: mfa.mfa_token, passkey }) : tell(t('second.passkeyNone'))
    }
    if (way === 'password') {
      if (typed === '') return setWrong(fields('required'))
      return send({ password: typed, captcha: captcha.answer() })
    }
    const read = readInput(way === 'otp' ? OneTimePassword : RecoveryCode, typed)
    if (!read.isValid) return setWrong(fields(Object.values(read.fields)[0] ?? 'required'))
    const step = { mfaToken: mfa?.mfa_token ?? '' }
    return send(way === 'otp' ? { ...step, otp: read.value } : { ...step, recoveryCode: read.value })
  }

  const provePasskey = async () => {
    setTrouble(undefined)
    try {
      const begun = await portal.call('session.createPasskeyChallenge')
      const passkey = await askPasskey(begun.options)
      if (!passkey) return tell(t('second.passkeyNone'))
      await send({ challengeToken: begun.challenge_token, passkey })
    } catch (error) {
      tell(textOf(error).message)
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
  const otherWays = mfa ? listWays(mfa).filter((one) => one !== way) : []
  return { way, otherWays, typing, trouble, isBusy, captcha, choose, submit, provePasskey }
}

const listWays = (mfa: MfaChallenge) => mfa.mfa_methods.filter((way) => way !== 'passkey' || hasPasskeys())
