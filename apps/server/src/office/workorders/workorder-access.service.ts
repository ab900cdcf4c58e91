import { reachOf, type WorkOrderParty } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ObjectCheck } from '../../platform/http/stored-replies.ts'

const hasReach = (scope: Scope, permission: Parameters<typeof reachOf>[1]) =>
  reachOf(scope.kind, permission) !== undefined

/**
 * Returns the condition for the support requests `w` that the caller may read (rules §9): as submitter, as operator, as
 * administrator of the submitter's organization, or as administrator of the platform.
 */
export function isVisibleWorkOrder(scope: Scope): RawBuilder<boolean> {
  if (reachOf(scope.kind, 'workorder.read') === 'any') return sql`(true)`
  const own = sql`w.submitter_id = ${scope.account.id} or w.operator_id = ${scope.account.id}`
  if (!hasReach(scope, 'workorder.organization')) return sql`(${own})`
  return sql`(${own} or w.organization_id = ${scope.organization.id})`
}

/** Returns the condition that image `i` belongs to a support request that the caller may read. */
export const isReadableWorkOrderPicture = (scope: Scope): RawBuilder<boolean> =>
  sql`exists (select 1 from work_order w left join work_order_record c on c.work_order_id = w.id and c.image_id = i.id
      where (w.image_id = i.id or c.image_id = i.id) and ${isVisibleWorkOrder(scope)})`

/**
 * Asserts that the caller may still read the support requests of a stored reply (`stored-replies.ts`).
 * @throws workorder.not_found
 */
export const assertWorkOrdersVisible: ObjectCheck = async (tx, scope, { ids }) => {
  const { rows } = await sql`select 1 from work_order w
    where w.id = any(${ids}::uuid[]) and ${isVisibleWorkOrder(scope)} is not true`.execute(tx)
  if (rows.length > 0) fail('workorder.not_found')
}

/** Returns the caller's roles in a request that they may read. */
export function partiesOf(
  scope: Scope,
  workOrder: { submitterId: string; operatorId: string | null; organizationId: string },
): WorkOrderParty[] {
  const { id } = scope.account
  const isOfOrganization = workOrder.organizationId === scope.organization.id
  const parts: [WorkOrderParty, boolean][] = [
    ['submitter', workOrder.submitterId === id],
    ['administrator', isOfOrganization && hasReach(scope, 'workorder.organization')],
    ['operator', workOrder.operatorId === id],
    ['platform', hasReach(scope, 'workorder.assign')],
  ]
  return parts.filter(([, isSo]) => isSo).map(([party]) => party)
}
