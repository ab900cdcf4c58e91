import {
  businessTypes,
  reachOf,
  type WorkOrderAction,
  type WorkOrderParty,
  type WorkOrderRecord,
  type WorkOrderStatus,
  workOrderActionTarget,
  workOrderSideOf,
  workOrderTransitions,
} from '@pontic/contract'
import { sql } from 'kysely'
import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { createRecord } from './workorders.queries.ts'

/** Columns of a request that a step needs. */
export type WorkOrderState = {
  id: string
  number: string
  status: WorkOrderStatus
  version: number
  submitterId: string
  organizationId: string
  operatorId: string | null
}

/** The author of a step: a caller, or the server. */
export type StepBy = { accountId: string | null; side: WorkOrderRecord['side']; source: Scope | AuditSource }

/** Returns the caller as the author of a step. */
export function stepByScope(scope: Scope, parties: readonly WorkOrderParty[]): StepBy {
  return { accountId: scope.account.id, side: workOrderSideOf(parties), source: scope }
}

/** The server as the author of a step. */
export const stepByServer: StepBy = { accountId: null, side: 'platform', source: {} }

/** Asserts that the caller's kind of actor may run an action at all. @throws request.forbidden */
export function assertActionRight(scope: Scope, action: WorkOrderAction): void {
  if (reachOf(scope.kind, workOrderTransitions[action].permission) === undefined) fail('request.forbidden')
}

/**
 * Returns the status after an action.
 * @throws request.forbidden if none of the caller's roles allows it, workorder.wrong_status
 */
export function getStepTarget(
  action: WorkOrderAction,
  workOrder: { status: WorkOrderStatus },
  parties: readonly WorkOrderParty[],
): WorkOrderStatus {
  const to = workOrderActionTarget(action, workOrder.status, parties)
  if (to === 'never') fail('request.forbidden')
  return to ?? fail('workorder.wrong_status')
}

/** The changes that a step makes. */
export type WorkOrderStep = {
  kind: WorkOrderAction
  to: WorkOrderStatus
  at: Date
  /** The new operator. Omitted if the step does not change the operator. */
  operatorId?: string | null
}

/**
 * Runs one step of a request. Updates the row if status and version are unchanged, adds an entry to the communication
 * record, audits the step and notifies open pages.
 * @throws workorder.changed if another step changed the request first
 */
export async function applyWorkOrderStep(
  tx: Tx,
  by: StepBy,
  workOrder: WorkOrderState,
  step: WorkOrderStep,
): Promise<void> {
  const { to, at, operatorId = workOrder.operatorId } = step
  const row = await tx
    .updateTable('work_order')
    .set({
      status: to,
      operator_id: operatorId,
      version: sql`version + 1`,
      updated_at: at,
      updated_by: by.accountId,
      ...(to === 'processed' ? { processed_at: at, announced_at: null } : {}),
      ...(to === 'submitted' ? { processed_at: null, announced_at: null } : {}),
    })
    .where('id', '=', workOrder.id)
    .where('status', '=', workOrder.status)
    .where('version', '=', workOrder.version)
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) fail('workorder.changed')
  await createRecord(tx, {
    workOrderId: workOrder.id,
    at,
    kind: step.kind,
    accountId: by.accountId,
    side: by.side,
    to,
    operatorId: step.kind === 'assign' ? operatorId : null,
  })
  const detail = { from: workOrder.status, to, operatorId }
  await recordStep(tx, by, workOrder, step.kind, detail)
}

/** Audits a change of a request, and notifies open pages. */
export async function recordStep(
  tx: Tx,
  by: StepBy,
  workOrder: { id: string; organizationId: string },
  kind: WorkOrderRecord['kind'],
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, by.source, {
    action: `workorders.${kind}`,
    objectType: 'work_order',
    objectId: workOrder.id,
    subjectOrganizationIds: [workOrder.organizationId],
    detail,
  })
  await notifyWorkOrderChange(tx, workOrder)
}

/** Notifies open pages of the submitter's organization and of the platform that a request has changed. */
export async function notifyWorkOrderChange(
  tx: Tx,
  workOrder: { id: string; organizationId: string },
): Promise<void> {
  const platform = await tx
    .selectFrom('organization')
    .select('id')
    .where('business_type', '=', businessTypes.platform)
    .where('deleted_at', 'is', null)
    .execute()
  const organizationIds = [...new Set([workOrder.organizationId, ...platform.map(({ id }) => id)])]
  await notifyChange(tx, { feature: 'workorders', id: workOrder.id, organizationIds })
}
