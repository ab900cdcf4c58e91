import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import {
  addressSubject,
  deleteAttempt,
  deleteAttempts,
  failureWindowSeconds,
  recordAttempts,
} from '../../platform/http/attempts.ts'
import { failWithRetryAfter } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'

/** A device that has signed in to an account before, as its signed cookie proves. */
export type Device = { nonce: string }

const deviceCookieSeconds = limits.sessionAbsoluteDays * 86_400

/** The counters of a sign-in: `subject` for the account or its known device, `addressSubject` for the IP address. */
export type SignInAttempt = { subject: string; addressSubject: string; at: Date }

/**
 * Counts a sign-in before its password is checked, so that parallel guesses count. `clearSignInFailures` removes
 * successful sign-ins. Unknown accounts are counted like known ones. A known device has its own counter, so that
 * strangers cannot lock out its user (rules §3). A captcha is required beyond 5 counted sign-ins of an account or known
 * device, or 20 of an IP address.
 * @param tx must be committed even if the sign-in fails
 * @returns `lockedSeconds`: seconds until the next sign-in is allowed, or 0 if this one is allowed
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

/** Asserts that a sign-in is not locked. @throws session.locked with Retry-After */
export function assertNotLocked(lockedSeconds: number): void {
  if (lockedSeconds > 0) failWithRetryAfter('session.locked', lockedSeconds)
}

/**
 * Clears the counter of an account or known device after a successful sign-in, and removes this attempt from the counter
 * of the IP address.
 */
export async function clearSignInFailures(tx: Tx, attempt: SignInAttempt): Promise<void> {
  await deleteAttempts(tx, attempt.subject)
  await deleteAttempt(tx, attempt.addressSubject, attempt.at)
}

/** Removes an attempt whose password was not checked, so that it does not count towards a lock. */
export async function removeSignInAttempt(tx: Tx, attempt: SignInAttempt): Promise<void> {
  await deleteAttempt(tx, attempt.subject, attempt.at)
  await deleteAttempt(tx, attempt.addressSubject, attempt.at)
}

/** Clears the failures of an account after a change of its password. */
export async function clearLockout(tx: Tx, email: string): Promise<void> {
  await deleteAttempts(tx, `login:account:${email}`)
}

// An HMAC, so that the name of the cookie does not reveal the email address.
function cookieNameOf(services: Services, email: string): string {
  const keyed = createHmac('sha256', services.config.secretKey).update(`device-name\n${email}`)
  return `pontic_device_${keyed.digest('hex').slice(0, 16)}`
}

function sign(services: Services, email: string, nonce: string): Buffer {
  return createHmac('sha256', services.config.secretKey).update(`device\n${email}\n${nonce}`).digest()
}

/** Finds the known device of a request by the signed cookie. */
export function findDevice(
  { services, request }: Call<'services' | 'request'>,
  email: string,
): Device | undefined {
  const name = cookieNameOf(services, email)
  const cookies = (request.header('cookie') ?? '').split(';').map((one) => one.trim())
  const value = cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
  const [nonce, signature] = value?.split('.') ?? []
  if (!nonce || !signature || !/^[\w-]{22}$/.test(nonce)) return undefined
  const given = Buffer.from(signature, 'base64url')
  const wanted = sign(services, email, nonce)
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { nonce } : undefined
}

// Paths of the cookie. Browsers send the cookie only to the calls that check a password.
const devicePaths = ['/oauth/token', '/restful/accounts/reauthenticate']

/** Sets the cookies by which `findDevice` finds the device again. */
export function rememberDevice(
  call: { services: Services; request: RequestFacts; setHeader: (name: string, value: string) => void },
  email: string,
): void {
  const { services, request, setHeader } = call
  const nonce = findDevice({ services, request }, email)?.nonce ?? randomBytes(16).toString('base64url')
  const value = `${nonce}.${sign(services, email, nonce).toString('base64url')}`
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  for (const path of devicePaths) {
    setHeader(
      'set-cookie',
      `${cookieNameOf(services, email)}=${value}; Path=${path}; Max-Age=${deviceCookieSeconds}; HttpOnly; SameSite=Strict${secure}`,
    )
  }
}
