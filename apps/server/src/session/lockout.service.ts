import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { addAttempt, addressSubject } from '../http/attempts.ts'
import { failUntil } from '../http/fail.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Services } from '../services.ts'

/** A device that has signed in to an account before carries the proof of it in a cookie of the token call alone. */
export type Device = { nonce: string }

const windowSeconds = limits.failureWindowMinutes * 60
const deviceCookieSeconds = limits.sessionAbsoluteDays * 86_400

/** What one sign-in counts against: the internet address, and the account or the device that is known to it. */
export type SignInAttempt = { subject: string; addressSubject: string }

/**
 * Counts a sign-in before its password is tried, so that parallel guesses are counted too; `forgetAttempt` takes a
 * right one back. Accounts that don't exist are counted alike. A known device has a count of its own: strangers can't
 * lock its owner out (decisions §3). Beyond 5 of an account or 20 of an address the captcha has to be answered first.
 * @param tx commits although the sign-in fails
 */
export async function countSignIn(
  tx: Tx,
  email: string,
  address: string,
  device: Device | undefined,
  now: Date,
): Promise<{ attempt: SignInAttempt; lockedSeconds: number | undefined; needsCaptcha: boolean }> {
  const attempt = {
    subject: device ? `login:device:${device.nonce}` : `login:account:${email}`,
    addressSubject: addressSubject('login', address),
  }
  const bySubject = await addAttempt(tx, attempt.subject, windowSeconds, now)
  const byAddress = await addAttempt(tx, attempt.addressSubject, windowSeconds, now)
  const isLocked =
    bySubject.count > limits.accountFailuresLocked || byAddress.count > limits.addressFailuresLocked
  const needsCaptcha =
    bySubject.count > limits.accountFailuresCaptcha || byAddress.count > limits.addressFailuresCaptcha
  return { attempt, lockedSeconds: isLocked ? bySubject.secondsLeft : undefined, needsCaptcha }
}

/** Refuses a locked sign-in. @throws session.locked with Retry-After */
export function refuseLocked(lockedSeconds: number | undefined): void {
  if (lockedSeconds !== undefined) failUntil('session.locked', lockedSeconds)
}

/** A sign-in was right: its account starts anew, its internet address gets this attempt back. */
export async function forgetAttempt(tx: Tx, attempt: SignInAttempt): Promise<void> {
  await tx.deleteFrom('attempt_count').where('subject', '=', attempt.subject).execute()
  await takeBack(tx, attempt.addressSubject)
}

/** An attempt whose password was not tried is none: account and address get it back, so that it locks nobody out. */
export async function takeAttemptBack(tx: Tx, attempt: SignInAttempt): Promise<void> {
  await takeBack(tx, attempt.subject)
  await takeBack(tx, attempt.addressSubject)
}

async function takeBack(tx: Tx, subject: string): Promise<void> {
  await tx
    .updateTable('attempt_count')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('subject', '=', subject)
    .where('window_start', '=', (eb) =>
      eb
        .selectFrom('attempt_count')
        .select((one) => one.fn.max('window_start').as('latest'))
        .where('subject', '=', subject),
    )
    .execute()
}

/** Forgets the failures of an account, as its new password demands. */
export async function clearLockout(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('attempt_count').where('subject', '=', `login:account:${email}`).execute()
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

/** The Set-Cookie header by which a device is known to this account from now on. */
export function deviceCookie(services: Services, email: string, device: Device | undefined): string {
  const nonce = device?.nonce ?? randomBytes(16).toString('base64url')
  const value = `${nonce}.${sign(services, email, nonce).toString('base64url')}`
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieNameOf(services, email)}=${value}; Path=/oauth/token; Max-Age=${deviceCookieSeconds}; HttpOnly; SameSite=Strict${secure}`
}
