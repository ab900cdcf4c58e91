import { type CaptchaAnswer, type CaptchaKind, type CaptchaPurpose, limits } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import {
  addressSubject,
  clearAttempts,
  countAttempt,
  countAttempts,
  failureWindowSeconds,
  recordAttempt,
  recordAttempts,
} from '../http/attempts.ts'
import { fail, failUntil } from '../http/fail.ts'
import type { RequestFacts } from '../http/handlers.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Services } from '../services.ts'
import { addCaptchaTry, createCaptchaRow, findLiveCaptcha, updateCaptchaUsed } from './captcha.queries.ts'
import { captchaCode, isCodeTyped, pictureSeed } from './captcha-code.service.ts'
import { drawPicture } from './picture.ts'

const minuteMs = 60_000

/** What a guarded call has: every handler's call fits. */
export type GuardedCall = {
  apart: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
  services: Services
  request: Pick<RequestFacts, 'address'>
}

/**
 * Guards a question that tells whether an address or a name is taken, and the registration itself (rules §4): of one
 * internet address 10 a minute, 50 a day, and after 5 each needs a captcha, whose answer makes the next 5 free.
 * `checkEmailAvailable`, `getRegOrg*` and the registrations call it with the `captcha` field of their body
 * (`z.optional(CaptchaAnswer)` of the contract).
 * @param answer undefined where the caller sent none
 * @throws captcha.required (also for an answer that is used, expired or of another purpose), captcha.wrong,
 * request.too_many with Retry-After
 */
export async function guardAvailability(call: GuardedCall, answer: CaptchaAnswer | undefined): Promise<void> {
  const { services, request } = call
  const now = services.now()
  const subjectOf = (what: string) => addressSubject(`availability-${what}`, request.address)
  const free = { windowSeconds: failureWindowSeconds, max: limits.availabilityChecksFree }
  const asked = await countAttempts(services.database.db, subjectOf('free'), free.windowSeconds, now)
  const isFree = asked < free.max
  // Asked without an answer: the question is put again with one, and counts then.
  if (!isFree && answer === undefined) fail('captcha.required')
  const bounds = [
    { subject: subjectOf('minute'), windowSeconds: 60, max: limits.availabilityChecksPerMinute },
    { subject: subjectOf('day'), windowSeconds: 86_400, max: limits.availabilityChecksPerDay },
  ]
  const { waitSeconds } = await call.apart((tx) => recordAttempts(tx, bounds, now))
  if (waitSeconds > 0) failUntil('request.too_many', waitSeconds)
  if (!isFree) await takeCaptcha(call, 'availability', answer)
  await call.apart(async (tx) => {
    if (!isFree) await clearAttempts(tx, subjectOf('free'))
    await recordAttempt(tx, subjectOf('free'), free, now)
  })
}

/**
 * Takes the answer to a captcha: good once, for one purpose, within 5 minutes and 5 tries. Each try is counted although
 * the call is refused.
 * @param email whom it is for; a mailed code opens the sign-in of its reader alone
 * @throws captcha.required when a new one is needed, captcha.wrong while this one can be tried again
 */
export async function takeCaptcha(
  { apart, services }: Pick<GuardedCall, 'apart' | 'services'>,
  purpose: CaptchaPurpose,
  answer: CaptchaAnswer | undefined,
  email?: string,
): Promise<void> {
  if (answer === undefined) fail('captcha.required')
  const now = services.now()
  const outcome = await apart(async (tx) => {
    const captcha = await addCaptchaTry(tx, answer.codeId, purpose, now)
    if (!captcha) return 'gone'
    const isReader = captcha.kind === 'graphic' || email === undefined || captcha.email === email
    if (isReader && isCodeTyped(captchaCode(services.config.secretKey, captcha), answer.code)) {
      await updateCaptchaUsed(tx, captcha.id, now)
      return 'right'
    }
    return captcha.tries < limits.captchaTries ? 'wrong' : 'gone'
  })
  if (outcome === 'gone') fail('captcha.required')
  if (outcome === 'wrong') fail('captcha.wrong')
}

/**
 * Makes a captcha; a mailed one leaves by a job, which alone looks up whether the address has an account.
 * @throws request.invalid where a mailed one names no address; request.too_many
 */
export async function createCaptcha(
  tx: Tx,
  services: Services,
  request: RequestFacts,
  asked: { purpose: CaptchaPurpose; kind: CaptchaKind; email?: string | undefined },
): Promise<{ codeId: string; kind: CaptchaKind; expiresInSeconds: number }> {
  const { purpose, kind } = asked
  const now = services.now()
  const email = kind === 'mail' ? (asked.email ?? '') : ''
  if (kind === 'mail' && email === '') fail('request.invalid', {}, { email: 'required' })
  const perMinute = { windowSeconds: 60, max: limits.captchasPerMinute }
  await countAttempt(tx, addressSubject('captcha', request.address), perMinute, now)
  const id = newId()
  const expiresAt = new Date(now.getTime() + limits.captchaMinutes * minuteMs)
  await createCaptchaRow(tx, { id, purpose, kind, email, expiresAt })
  if (kind === 'mail') {
    const mails = { windowSeconds: failureWindowSeconds, max: limits.codeMailRequestsPerQuarterHour }
    await countAttempt(tx, addressSubject('code-mail', request.address), mails, now)
    await addJob(tx, 'captcha.mailCode', { captchaId: id, language: request.language })
  }
  return { codeId: id, kind, expiresInSeconds: limits.captchaMinutes * 60 }
}

/**
 * The picture of a captcha, PNG.
 * @throws captcha.not_found where it is used, expired, tried too often or none; request.too_many
 */
export async function drawCaptcha(
  services: Services,
  request: Pick<RequestFacts, 'address'>,
  id: string,
): Promise<Buffer> {
  const { database, config } = services
  const now = services.now()
  const perMinute = { windowSeconds: 60, max: limits.captchaPicturesPerMinute }
  await countAttempt(database.db, addressSubject('captcha-picture', request.address), perMinute, now)
  const captcha = await findLiveCaptcha(database.db, id, now)
  if (captcha?.kind !== 'graphic') fail('captcha.not_found')
  return drawPicture(captchaCode(config.secretKey, captcha), pictureSeed(config.secretKey, id))
}
