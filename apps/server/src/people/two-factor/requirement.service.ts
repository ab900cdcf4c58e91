import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyAccessRevoked, notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { revokeSessionsOfAccount } from '../../platform/http/revoke-sessions.ts'
import {
  deleteFactors,
  deleteFactorsSince,
  lockAccount,
  updateTwoFactorAt,
  updateTwoFactorRequired,
} from './two-factor.queries.ts'
import { notifyTwoFactorChange } from './two-factor-notices.service.ts'

/**
 * Sets whether the caller's organization requires two-factor sign-in of its members (rules §3). From their next request
 * on, members without a second factor can only set one up.
 * @throws two_factor.own_first if `isRequired` and the caller has no second factor
 */
export async function setTwoFactorRequired(
  { tx, scope }: Call<'tx' | 'scope'>,
  isRequired: boolean,
): Promise<void> {
  if (isRequired && !scope.hasTwoFactor) fail('two_factor.own_first')
  const organizationId = scope.organization.id
  if (!(await updateTwoFactorRequired(tx, organizationId, isRequired))) return
  await recordAudit(tx, scope, {
    action: isRequired ? 'twoFactor.require' : 'twoFactor.release',
    objectType: 'organization',
    objectId: organizationId,
    before: { isRequired: !isRequired },
    after: { isRequired },
  })
  // Closes all event streams of the organization. Members without a second factor cannot open them again.
  await notifyAccessRevoked(tx, { organizationId })
  await notifyChange(tx, { feature: 'organizations', id: organizationId, organizationIds: [organizationId] })
}

/**
 * Removes all second factors of a member of the caller's organization, or of any user if the reach is `any`. Revokes
 * their sessions, audits the reset and mails them.
 * @throws account.not_found, also for the caller's own account
 */
export async function resetTwoFactor(
  call: Call<'tx' | 'scope' | 'services'>,
  accountId: string,
): Promise<void> {
  const { tx, scope, services } = call
  const account = accountId === scope.account.id ? undefined : await lockAccount(tx, accountId)
  const isOwn = scope.reach === 'any' || account?.organization_id === scope.organization.id
  if (!account || !isOwn) fail('account.not_found')
  const now = services.now()
  await deleteFactors(tx, account.id)
  await updateTwoFactorAt(tx, account.id, now)
  await revokeSessionsOfAccount(tx, account.id, 'two_factor', now)
  await notifyTwoFactorChange(call, scope, account, 'reset')
}

/** Removes the second factors that were added to an account since a given time, and all its recovery codes. */
export async function removeFactorsSince(tx: Tx, accountId: string, since: Date, now: Date): Promise<void> {
  await deleteFactorsSince(tx, accountId, since)
  await updateTwoFactorAt(tx, accountId, now)
}
