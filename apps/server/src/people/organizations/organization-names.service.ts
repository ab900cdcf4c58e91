import { type BusinessType, type CaptchaAnswer, type JoinableOrganization, limits } from '@pontic/contract'
import { type GuardedCall, guardAvailability } from '../../platform/captcha/captcha.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { organizationNameKey } from '../../platform/db/name-key.ts'
import { addressSubject, failureWindowSeconds, recordAttempt } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import { hasOrganizationWithKey, searchJoinable } from './organizations.queries.ts'

const nameKeyLengthMin = 2

/**
 * Returns the key of a name, by which names are compared.
 * @throws request.invalid at `field` if the key has fewer than two characters
 */
export function toNameKey(name: string, field: string): string {
  const nameKey = organizationNameKey(name)
  if (nameKey.length < nameKeyLengthMin) fail('request.invalid', {}, { [field]: 'text' })
  return nameKey
}

/**
 * Returns whether a name is available for a new organization.
 * @throws captcha.required, captcha.wrong, request.too_many for frequent callers; request.invalid
 */
export async function isNameAvailable(
  call: GuardedCall,
  asked: { name: string; captcha?: CaptchaAnswer | undefined },
): Promise<boolean> {
  const nameKey = toNameKey(asked.name, 'name')
  await guardNames(call, asked.captcha)
  return !(await call.inOwnTransaction((tx) => hasOrganizationWithKey(tx, nameKey)))
}

/**
 * Returns up to 20 active clinics and laboratories that a member can ask to join, best match first. The reply contains
 * only names and types (requirement 2.register.search, threat T16).
 * @throws captcha.required, captcha.wrong, request.too_many for frequent callers
 */
export async function listJoinableOrganizations(
  call: GuardedCall,
  asked: { name: string; businessType?: BusinessType | undefined; captcha?: CaptchaAnswer | undefined },
): Promise<JoinableOrganization[]> {
  await guardNames(call, asked.captcha)
  const rows = await call.inOwnTransaction((tx: Tx) => searchJoinable(tx, asked.name, asked.businessType))
  return rows.map((row) => ({ organizationId: row.id, name: row.name, businessType: row.business_type }))
}

// The form sends a few calls while the user types a name. These need no captcha. Further calls are limited like checks of
// email addresses.
async function guardNames(call: GuardedCall, captcha: CaptchaAnswer | undefined): Promise<void> {
  const subject = addressSubject('organization-name', call.request.address)
  const free = { windowSeconds: failureWindowSeconds, max: limits.nameChecksFree }
  const now = call.services.now()
  const { waitSeconds } = await call.inOwnTransaction((tx) => recordAttempt(tx, subject, free, now))
  if (waitSeconds > 0) await guardAvailability(call, captcha)
}
