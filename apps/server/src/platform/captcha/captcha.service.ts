import { type CaptchaAnswer, type CaptchaKind, type CaptchaPurpose, limits } from '@pontic/contract'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import {
  addressSubject,
  countAttempts,
  deleteAttempts,
  failureWindowSeconds,
  recordAttempt,
  recordAttemptOrFail,
  recordAttempts,
} from '../http/attempts.ts'
import { fail, failWithRetryAfter } from '../http/fail.ts'
import type { Call, RequestFacts } from '../http/handlers.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import type { Services } from '../services.ts'
import {
  createCaptchaRow,
  findValidCaptcha,
  incrementCaptchaTries,
  updateCaptchaUsed,
} from './captcha.queries.ts'
import { captchaCode, isCodeCorrect, pictureSeed } from './captcha-code.shared.ts'
import { drawPicture } from './picture.ts'

const minuteMs = 60_000

/** The parts of a call that `guardAvailability` needs. */
export type GuardedCall = Call<'inOwnTransaction' | 'services'> & { request: Pick<RequestFacts, 'address'> }

/**
 * Limits calls that reveal whether an email address or name is in use, and the registration itself (rules
 * §4): 10 a minute and 50 a day per IP address. After 5 calls within 15 minutes, the next one needs a
 * captcha. A solved captcha admits the call that contains it and 4 more. `checkEmailAvailable`, `getRegOrg*`
 * and the registrations pass the `captcha` field of their body (`z.optional(CaptchaAnswer)` of the contract).
 * @param answer undefined if the caller sent none
 * @throws captcha.required if a captcha is needed and the answer is missing, used, expired or for another
 * purpose; captcha.wrong; request.too_many with Retry-After
 */
export async function guardAvailability(call: GuardedCall, answer: CaptchaAnswer | undefined): Promise<void> {
  const { services, request } = call
  const now = services.now()
  const subjectOf = (what: string) => addressSubject(`availability-${what}`, request.address)
  const free = { windowSeconds: failureWindowSeconds, max: limits.availabilityChecksFree }
  const asked = await countAttempts(services.database.db, subjectOf('free'), free.windowSeconds, now)
  const isFree = asked < free.max
  // This call is not counted. The caller repeats it with an answer, and the repeat is counted.
  if (!isFree && answer === undefined) fail('captcha.required')
  const bounds = [
    { subject: subjectOf('minute'), windowSeconds: 60, max: limits.availabilityChecksPerMinute },
    { subject: subjectOf('day'), windowSeconds: 86_400, max: limits.availabilityChecksPerDay },
  ]
  const { waitSeconds } = await call.inOwnTransaction((tx) => recordAttempts(tx, bounds, now))
  if (waitSeconds > 0) failWithRetryAfter('request.too_many', waitSeconds)
  if (!isFree) await redeemCaptcha(call, 'availability', answer)
  await call.inOwnTransaction(async (tx) => {
    if (!isFree) await deleteAttempts(tx, subjectOf('free'))
    await recordAttempt(tx, subjectOf('free'), free, now)
  })
}

/**
 * Checks the answer to a captcha and marks the captcha as used. An answer is valid once, for one purpose, within 5 minutes and
 * 5 tries. A try counts even if the call is refused.
 * @param email address of the account that signs in; a mailed code is valid for its recipient only
 * @throws captcha.required if a new captcha is needed; captcha.wrong if the same captcha can be tried again
 */
export async function redeemCaptcha(
  { inOwnTransaction, services }: Pick<GuardedCall, 'inOwnTransaction' | 'services'>,
  purpose: CaptchaPurpose,
  answer: CaptchaAnswer | undefined,
  email?: string,
): Promise<void> {
  if (answer === undefined) fail('captcha.required')
  const now = services.now()
  const outcome = await inOwnTransaction(async (tx) => {
    const captcha = await incrementCaptchaTries(tx, answer.codeId, purpose, now)
    if (!captcha) return 'gone'
    const isReader = captcha.kind === 'graphic' || email === undefined || captcha.email === email
    if (isReader && isCodeCorrect(captchaCode(services.config.secretKey, captcha), answer.code)) {
      await updateCaptchaUsed(tx, captcha.id, now)
      return 'right'
    }
    return captcha.tries < limits.captchaTries ? 'wrong' : 'gone'
  })
  if (outcome === 'gone') fail('captcha.required')
  if (outcome === 'wrong') fail('captcha.wrong')
}

/**
 * Creates a captcha. A code by mail is sent by a job, which also checks whether the address has an account. The reply therefore
 * does not reveal whether there is one.
 * @throws request.invalid if a code by mail is requested without an address; request.too_many
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
  await recordAttemptOrFail(tx, addressSubject('captcha', request.address), perMinute, now)
  const id = newId()
  const expiresAt = new Date(now.getTime() + limits.captchaMinutes * minuteMs)
  await createCaptchaRow(tx, { id, purpose, kind, email, expiresAt })
  if (kind === 'mail') {
    const mails = { windowSeconds: failureWindowSeconds, max: limits.codeMailRequestsPerQuarterHour }
    await recordAttemptOrFail(tx, addressSubject('code-mail', request.address), mails, now)
    await enqueueJob(tx, 'captcha.mailCode', { captchaId: id, language: request.language })
  }
  return { codeId: id, kind, expiresInSeconds: limits.captchaMinutes * 60 }
}

/**
 * Draws the picture of a captcha as PNG.
 * @throws captcha.not_found if the captcha is unknown, used, expired, tried too often or mailed; request.too_many
 */
export async function drawCaptcha(
  services: Services,
  request: Pick<RequestFacts, 'address'>,
  id: string,
): Promise<Buffer> {
  const { database, config } = services
  const now = services.now()
  const perMinute = { windowSeconds: 60, max: limits.captchaPicturesPerMinute }
  await recordAttemptOrFail(database.db, addressSubject('captcha-picture', request.address), perMinute, now)
  const captcha = await findValidCaptcha(database.db, id, now)
  if (captcha?.kind !== 'graphic') fail('captcha.not_found')
  return drawPicture(captchaCode(config.secretKey, captcha), pictureSeed(config.secretKey, id))
}
