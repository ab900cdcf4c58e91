import {
  finalWorkOrderStatuses,
  type Operator,
  type RouteReply,
  type Routes,
  workOrderActionTarget,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail, Refusal } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Services } from '../../platform/services.ts'
import {
  createOperator,
  deleteOperator,
  findOperator,
  listDeletedOperatorIds,
  listOperatorRows,
  type OperatorRow,
} from './operators.queries.ts'
import { getPlatformOrganization, sendWorkOrderNotice } from './workorder-notices.service.ts'
import { applyWorkOrderStep, type StepBy, stepByServer } from './workorder-steps.service.ts'

const listName = 'operators'

function toOperator({ sortName, ...operator }: OperatorRow): Operator {
  return operator
}

/** Returns a page of the operators by name. @throws request.invalid (a cursor of another list) */
export async function listOperators(
  db: Db | Tx,
  wanted: Paging & { words?: string | undefined },
): Promise<RouteReply<Routes['operators.list']>> {
  const found = await listOperatorRows(db, wanted.words, parseWindow(listName, 'text', wanted))
  return toPage(listName, wanted, found, {
    show: toOperator,
    cursorOf: (row) => ({ key: row.sortName, id: row.id }),
  })
}

/** Makes a user of the platform an operator. @throws workorder.operator_not_found */
export async function addOperator(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<Operator> {
  if (!(await createOperator(tx, id, services.now()))) fail('workorder.operator_not_found')
  await recordOperator(tx, { source: scope }, 'create', id)
  return toOperator((await findOperator(tx, id)) ?? fail('workorder.operator_not_found'))
}

/**
 * Removes an operator. Their open requests return to Submitted, and the platform's administrators are notified of each.
 * @returns the number of requests that the operator had open
 * @throws workorder.operator_not_found
 */
export function removeOperator(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<{ returned: number }> {
  const { scope } = call
  return removeOperatorBy(call, { accountId: scope.account.id, side: 'platform', source: scope }, id)
}

/** Removes operators whose accounts were closed or deleted, so that others can handle their requests. */
export async function removeDeletedOperators(services: Services): Promise<void> {
  const { database } = services
  for (const id of await listDeletedOperatorIds(database.db))
    await database
      .transaction((tx) => removeOperatorBy({ tx, services }, stepByServer, id))
      .catch(ignoreRefusal)
}

// A refusal means that a simultaneous call has removed the operator.
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

async function removeOperatorBy(
  call: Call<'tx' | 'services'>,
  by: StepBy,
  id: string,
): Promise<{ returned: number }> {
  const { tx, services } = call
  // The delete waits for running assignments, which lock the operator's row. Later assignments do not find the operator.
  if (!(await deleteOperator(tx, id))) fail('workorder.operator_not_found')
  const open = await listOpenOf(tx, id)
  for (const workOrder of open) {
    const to = workOrderActionTarget('release', workOrder.status, 'server')
    if (to === undefined || to === 'never') continue
    await applyWorkOrderStep(tx, by, workOrder, { kind: 'release', to, at: services.now(), operatorId: null })
    const organization = { id: workOrder.organizationId, name: workOrder.organizationName }
    await sendWorkOrderNotice(
      call,
      { ...workOrder, operatorId: null },
      { kind: 'workorder_submitted', to: 'handler', exceptId: by.accountId, organization },
    )
  }
  await recordOperator(tx, by, 'delete', id)
  return { returned: open.length }
}

function listOpenOf(tx: Tx, operatorId: string) {
  return tx
    .selectFrom('work_order as w')
    .innerJoin('organization as g', 'g.id', 'w.organization_id')
    .select(['w.id', 'w.number', 'w.status', 'w.version', 'w.submitter_id as submitterId'])
    .select([
      'w.organization_id as organizationId',
      'g.name as organizationName',
      'w.operator_id as operatorId',
    ])
    .where('w.operator_id', '=', operatorId)
    .where('w.status', 'not in', [...finalWorkOrderStatuses])
    .orderBy('w.id')
    .forUpdate('w')
    .execute()
}

async function recordOperator(
  tx: Tx,
  by: Pick<StepBy, 'source'>,
  verb: 'create' | 'delete',
  id: string,
): Promise<void> {
  await recordAudit(tx, by.source, { action: `operators.${verb}`, objectType: 'account', objectId: id })
  const organizationIds = [(await getPlatformOrganization(tx)).id]
  await notifyChange(tx, { feature: 'operators', id: null, organizationIds })
  await notifyChange(tx, { feature: 'worktypes', id: null, organizationIds })
}
