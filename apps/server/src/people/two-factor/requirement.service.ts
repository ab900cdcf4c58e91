import { writeAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange, notifySessionEnd } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import { endSessionsOfAccount } from '../session/session-end.service.ts'
import {
  deleteFactors,
  deleteFactorsSince,
  lockAccount,
  updateTwoFactorAt,
  updateTwoFactorRequired,
} from './two-factor.queries.ts'
import { tellTwoFactorChange } from './two-factor-notices.service.ts'

/**
 * Sets whether the caller's organization demands two-factor sign-in of its members (rules §3). From their next
 * request on, those without it may only set it up. The caller's permission is judged by the call.
 * @throws two_factor.own_first where the administrator has none himself
 */
export async function setTwoFactorRequired(tx: Tx, scope: Scope, isRequired: boolean): Promise<void> {
  if (isRequired && !scope.hasTwoFactor) fail('two_factor.own_first')
  const organizationId = scope.organization.id
  if (!(await updateTwoFactorRequired(tx, organizationId, isRequired))) return
  await writeAudit(tx, scope, {
    action: isRequired ? 'twoFactor.require' : 'twoFactor.release',
    objectType: 'organization',
    objectId: organizationId,
    before: { isRequired: !isRequired },
    after: { isRequired },
  })
  // Open streams are cut; they open anew where the person may.
  await notifySessionEnd(tx, { organizationId })
  await notifyChange(tx, { feature: 'organizations', id: organizationId, organizationIds: [organizationId] })
}

/**
 * Takes every factor of a member of the caller's organization away, for who has lost them: audited, mailed to the member,
 * his sessions end. Where the organization demands two-factor sign-in, his next one leads to setting it up.
 * @throws account.not_found for others and for oneself
 */
export async function resetTwoFactor(
  tx: Tx,
  scope: Scope,
  services: Services,
  accountId: string,
): Promise<void> {
  const account = accountId === scope.account.id ? undefined : await lockAccount(tx, accountId)
  const isOwn = scope.reach === 'any' || account?.organization_id === scope.organization.id
  if (!account || !isOwn) fail('account.not_found')
  const now = services.now()
  await deleteFactors(tx, account.id)
  await updateTwoFactorAt(tx, account.id, now)
  await endSessionsOfAccount(tx, account.id, 'two_factor', now)
  await tellTwoFactorChange(tx, services, scope, account, 'reset')
}

/**
 * Removes the factors that somebody else may have added to an account since a moment, and its recovery codes. What its
 * owner set up before stays.
 */
export async function removeFactorsSince(tx: Tx, accountId: string, since: Date, now: Date): Promise<void> {
  await deleteFactorsSince(tx, accountId, since)
  await updateTwoFactorAt(tx, accountId, now)
}
