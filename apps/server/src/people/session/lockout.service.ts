import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import {
  addressSubject,
  clearAttempts,
  failureWindowSeconds,
  recordAttempts,
  removeAttempt,
} from '../../platform/http/attempts.ts'
import { failUntil } from '../../platform/http/fail.ts'
import type { RequestFacts } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'

/** A device that has signed in to an account before proves it by a cookie, which only the calls that try passwords get. */
export type Device = { nonce: string }

const deviceCookieSeconds = limits.sessionAbsoluteDays * 86_400

/** What one sign-in counts against: the internet address, and the account or the device that is known to it. */
export type SignInAttempt = { subject: string; addressSubject: string; at: Date }

/**
 * Counts a sign-in before its password is tried, so that parallel guesses are counted too; `forgetAttempt` takes a
 * right one back, and a refused one is not counted. Accounts that don't exist are counted alike. A known device has a count of its own: strangers can't
 * lock its owner out (rules §3). Beyond 5 of an account or 20 of an address the captcha has to be answered first.
 * @param tx commits although the sign-in fails
 * @returns the seconds until the next try is admitted; 0 when this one is
 */
export async function countSignIn(
  tx: Tx,
  email: string,
  address: string,
  device: Device | undefined,
  now: Date,
): Promise<{ attempt: SignInAttempt; lockedSeconds: number; needsCaptcha: boolean }> {
  const subject = device ? `login:device:${device.nonce}` : `login:account:${email}`
  const attempt = { subject, addressSubject: addressSubject('login', address), at: now }
  const windowSeconds = failureWindowSeconds
  const { counts, waitSeconds } = await recordAttempts(
    tx,
    [
      { subject, windowSeconds, max: limits.accountFailuresLocked },
      { subject: attempt.addressSubject, windowSeconds, max: limits.addressFailuresLocked },
    ],
    now,
  )
  const [bySubject = 0, byAddress = 0] = counts
  const needsCaptcha = bySubject > limits.accountFailuresCaptcha || byAddress > limits.addressFailuresCaptcha
  return { attempt, lockedSeconds: waitSeconds, needsCaptcha }
}

/** Refuses a locked sign-in. @throws session.locked with Retry-After */
export function refuseLocked(lockedSeconds: number): void {
  if (lockedSeconds > 0) failUntil('session.locked', lockedSeconds)
}

/** A sign-in was right: clears the failures of its account, and removes this attempt from its internet address. */
export async function forgetAttempt(tx: Tx, attempt: SignInAttempt): Promise<void> {
  await clearAttempts(tx, attempt.subject)
  await removeAttempt(tx, attempt.addressSubject, attempt.at)
}

/** Removes an attempt whose password was not tried from account and address, so that it locks nobody out. */
export async function takeAttemptBack(tx: Tx, attempt: SignInAttempt): Promise<void> {
  await removeAttempt(tx, attempt.subject, attempt.at)
  await removeAttempt(tx, attempt.addressSubject, attempt.at)
}

/** Clears the failures of an account, as its new password demands. */
export async function clearLockout(tx: Tx, email: string): Promise<void> {
  await clearAttempts(tx, `login:account:${email}`)
}

// Keyed, so that whoever sees the browser's cookies cannot try addresses on their names.
function cookieNameOf(services: Services, email: string): string {
  const keyed = createHmac('sha256', services.config.secretKey).update(`device-name\n${email}`)
  return `pontic_device_${keyed.digest('hex').slice(0, 16)}`
}

function sign(services: Services, email: string, nonce: string): Buffer {
  return createHmac('sha256', services.config.secretKey).update(`device\n${email}\n${nonce}`).digest()
}

/** The known device that a request comes from, judged by the signature in its cookie. */
export function findDevice(services: Services, request: RequestFacts, email: string): Device | undefined {
  const name = cookieNameOf(services, email)
  const cookies = (request.header('cookie') ?? '').split(';').map((one) => one.trim())
  const value = cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  const [nonce, signature] = value?.split('.') ?? []
  if (!nonce || !signature || !/^[\w-]{22}$/.test(nonce)) return undefined
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(services, email, nonce)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { nonce } : undefined
}

// The calls that try a password: no other gets the cookie.
const devicePaths = ['/oauth/token', '/restful/accounts/reauthenticate']

/** Sets the cookies by which a device is known to this account from now on. */
export function rememberDevice(
  call: { services: Services; request: RequestFacts; setHeader: (name: string, value: string) => void },
  email: string,
): void {
  const { services, request, setHeader } = call
  const nonce = findDevice(services, request, email)?.nonce ?? randomBytes(16).toString('base64url')
  const value = `${nonce}.${sign(services, email, nonce).toString('base64url')}`
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  for (const path of devicePaths) {
    setHeader(
      'set-cookie',
      `${cookieNameOf(services, email)}=${value}; Path=${path}; Max-Age=${deviceCookieSeconds}; HttpOnly; SameSite=Strict${secure}`,
    )
  }
}
