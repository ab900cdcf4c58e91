import {
  type HandleAction,
  limits,
  type RouteInput,
  type RouteReply,
  type Routes,
  type WorkOrder,
  type WorkOrderDetail,
  type WorkOrderNotificationKind,
  type WorkOrderRecord,
} from '@pontic/contract'
import { attachImages } from '../../people/images/images.service.ts'
import { markNotificationsRead } from '../../people/notifications/notifications.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import { lockOperator } from './operators.queries.ts'
import { partiesOf } from './workorder-access.service.ts'
import { listWorkOrderRows, type WorkOrderFilters } from './workorder-list.queries.ts'
import { type NoticeRecipients, sendReplyNotice, sendWorkOrderNotice } from './workorder-notices.service.ts'
import { auditListRead, auditWorkOrderRead } from './workorder-reads.service.ts'
import {
  applyWorkOrderStep,
  assertActionRight,
  getStepTarget,
  recordStep,
  stepByScope,
  stepByServer,
} from './workorder-steps.service.ts'
import {
  countRecords,
  createRecord,
  createWorkOrder,
  findWorkOrder,
  listRecords,
  saveRecordRead,
  type WorkOrderRow,
} from './workorders.queries.ts'
import { lockActiveType } from './worktypes.queries.ts'

const listName = 'workorders'
const dayMs = 86_400_000

function toWorkOrder(row: WorkOrderRow): WorkOrder {
  const { submitterId, organizationId, content, contactPhone, image, processedAt, ...workOrder } = row
  return workOrder
}

/**
 * Returns a page of the requests that the caller may read, last modified first. Audits reads by platform staff.
 * @throws request.invalid (a cursor of another list)
 */
export async function listWorkOrders(
  call: Call<'tx' | 'scope'>,
  wanted: Paging & WorkOrderFilters,
): Promise<RouteReply<Routes['workorders.list']>> {
  const { tx, scope } = call
  const found = await listWorkOrderRows(tx, scope, wanted, parseWindow(listName, 'moment', wanted))
  await auditListRead(call, found.rows.slice(0, wanted.pageSize))
  return toPage(listName, wanted, found, {
    show: toWorkOrder,
    cursorOf: (row) => ({ key: row.modifiedAt, id: row.id }),
  })
}

/** Returns a request with its communication record. Audits reads by platform staff. @throws workorder.not_found */
export async function getWorkOrder(call: Call<'tx' | 'scope'>, id: string): Promise<WorkOrderDetail> {
  const { tx, scope } = call
  const row = (await findWorkOrder(tx, scope, id)) ?? fail('workorder.not_found')
  await auditWorkOrderRead(call, row)
  const { content, contactPhone, image, processedAt, status } = row
  return {
    workOrder: toWorkOrder(row),
    content,
    contactPhone,
    image,
    parties: partiesOf(scope, row),
    resolvesAt:
      status === 'processed' && processedAt !== null
        ? new Date(Date.parse(processedAt) + limits.workOrderResolveDays * dayMs).toISOString()
        : null,
    records: await listRecords(tx, scope, id),
  }
}

/**
 * Submits a request. If its type has an operator, the request is assigned to them at once (rules §9).
 * @throws workorder.type_not_found, image.not_found, request.too_many
 */
export async function submitWorkOrder(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  draft: RouteInput<Routes['workorders.create']>['body'],
): Promise<WorkOrder> {
  const { tx, inOwnTransaction, scope, services } = call
  const now = services.now()
  const limit = { windowSeconds: 3_600, max: limits.workOrdersPerHour }
  await inOwnTransaction((own) => recordAttemptOrFail(own, `workorder:${scope.account.id}`, limit, now))
  const type = (await lockActiveType(tx, draft.typeId)) ?? fail('workorder.type_not_found')
  const operatorId =
    type.operatorId !== null && (await lockOperator(tx, type.operatorId)) ? type.operatorId : null
  if (draft.imageId !== null) await attachImages(call, 'workorder', [draft.imageId], [])
  const id = await createWorkOrder(tx, scope, { ...draft, operatorId }, now)
  const by = stepByScope(scope, ['submitter'])
  const entry = { workOrderId: id, at: now }
  await createRecord(tx, {
    ...entry,
    kind: 'submit',
    accountId: by.accountId,
    side: by.side,
    to: 'submitted',
  })
  if (operatorId !== null) {
    const { accountId, side } = stepByServer
    await createRecord(tx, { ...entry, kind: 'assign', accountId, side, to: 'assigned', operatorId })
  }
  const row = (await findWorkOrder(tx, scope, id)) ?? fail('workorder.not_found')
  await recordStep(tx, by, row, 'submit', { operatorId })
  await sendWorkOrderNotice(call, row, {
    kind: operatorId === null ? 'workorder_submitted' : 'workorder_assigned',
    to: 'handler',
    exceptId: scope.account.id,
    organization: scope.organization,
  })
  return toWorkOrder(row)
}

/**
 * Adds a reply to the communication record. The operator's first reply sets the status to `in_progress`.
 * @throws workorder.not_found, request.forbidden for callers who may only read the request, workorder.wrong_status in a
 * final status, workorder.full, message.empty, image.not_found, request.too_many
 */
export async function replyToWorkOrder(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  input: { id: string; text: string; imageId: string | null },
): Promise<WorkOrderRecord> {
  const { tx, inOwnTransaction, scope, services } = call
  const limit = { windowSeconds: 3_600, max: limits.messagesPerHour }
  await inOwnTransaction((own) =>
    recordAttemptOrFail(own, `workorder-reply:${scope.account.id}`, limit, services.now()),
  )
  // The lock serializes two simultaneous first replies.
  const row = (await findWorkOrder(tx, scope, input.id, { isLocked: true })) ?? fail('workorder.not_found')
  const parties = partiesOf(scope, row)
  const to = getStepTarget('reply', row, parties)
  const { text, imageId } = input
  if (text === '' && imageId === null) fail('message.empty', {}, { text: 'required' })
  if ((await countRecords(tx, row.id)) >= limits.workOrderRecordsMax) fail('workorder.full')
  if (imageId !== null) await attachImages(call, 'workorder', [imageId], [])
  const by = stepByScope(scope, parties)
  const at = services.now()
  const { accountId, side } = by
  const id = await createRecord(tx, {
    workOrderId: row.id,
    at,
    kind: 'reply',
    accountId,
    side,
    to,
    text,
    imageId,
  })
  await tx
    .updateTable('work_order')
    .set({ status: to, updated_at: at, updated_by: accountId })
    // A reply without a change of status leaves the version unchanged. Otherwise it would make actions of open pages fail.
    .$if(to !== row.status, (query) => query.set((eb) => ({ version: eb('version', '+', 1) })))
    .where('id', '=', row.id)
    .execute()
  await recordStep(tx, by, row, 'reply', { from: row.status, to, hasImage: imageId !== null })
  await saveRecordRead(tx, scope.account.id, row.id, id)
  await sendReplyNotice(call, row, { accountId: scope.account.id, organization: scope.organization })
  const records = await listRecords(tx, scope, row.id)
  return records.find((record) => record.id === id) ?? fail('workorder.not_found')
}

const notices = {
  processed: { kind: 'workorder_processed', to: 'submitter' },
  resolved: { kind: 'workorder_resolved', to: 'handler' },
  unresolved: { kind: 'workorder_unresolved', to: 'handler' },
  close: { kind: 'workorder_closed', to: 'both' },
} as const satisfies Record<HandleAction, { kind: WorkOrderNotificationKind; to: NoticeRecipients }>

/**
 * Runs an action that a person chose: processed, resolved, unresolved or close.
 * @throws request.forbidden, workorder.not_found, workorder.wrong_status, workorder.changed
 */
export async function handleWorkOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; action: HandleAction; version?: number | undefined },
): Promise<WorkOrder> {
  const { tx, scope, services } = call
  assertActionRight(scope, input.action)
  const row = (await findWorkOrder(tx, scope, input.id)) ?? fail('workorder.not_found')
  const parties = partiesOf(scope, row)
  const to = getStepTarget(input.action, row, parties)
  if (input.version !== undefined && input.version !== row.version) fail('workorder.changed')
  await applyWorkOrderStep(tx, stepByScope(scope, parties), row, {
    kind: input.action,
    to,
    at: services.now(),
  })
  const notice = { ...notices[input.action], exceptId: scope.account.id, organization: scope.organization }
  await sendWorkOrderNotice(call, row, notice)
  return toWorkOrder((await findWorkOrder(tx, scope, input.id)) ?? fail('workorder.not_found'))
}

/**
 * Assigns a request to an operator. Does nothing if it is already assigned to them.
 * @throws workorder.not_found, workorder.wrong_status, workorder.changed, workorder.operator_not_found
 */
export async function assignWorkOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; operatorId: string; version?: number | undefined },
): Promise<WorkOrder> {
  const { tx, scope, services } = call
  const row = (await findWorkOrder(tx, scope, input.id)) ?? fail('workorder.not_found')
  const parties = partiesOf(scope, row)
  const to = getStepTarget('assign', row, parties)
  if (input.version !== undefined && input.version !== row.version) fail('workorder.changed')
  const { operatorId } = input
  if (!(await lockOperator(tx, operatorId))) fail('workorder.operator_not_found')
  if (operatorId === row.operatorId) return toWorkOrder(row)
  const step = { kind: 'assign', to, at: services.now(), operatorId } as const
  await applyWorkOrderStep(tx, stepByScope(scope, parties), row, step)
  await sendWorkOrderNotice(
    call,
    { ...row, operatorId },
    {
      kind: 'workorder_assigned',
      to: 'handler',
      exceptId: scope.account.id,
      organization: { id: row.organizationId, name: row.organizationName },
    },
  )
  return toWorkOrder((await findWorkOrder(tx, scope, input.id)) ?? fail('workorder.not_found'))
}

/**
 * Marks a request as read up to an entry, and marks the caller's notifications about the request as read.
 * @throws workorder.not_found
 */
export async function markWorkOrderRead(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; recordId: string },
): Promise<void> {
  const { tx, scope } = call
  const row = (await findWorkOrder(tx, scope, input.id)) ?? fail('workorder.not_found')
  if (!(await saveRecordRead(tx, scope.account.id, row.id, input.recordId))) fail('workorder.not_found')
  await markNotificationsRead(call, {
    ids: [],
    orderId: null,
    workOrderId: row.id,
    until: null,
  })
  // Notifies only the caller's own devices, because no other person sees the change.
  const accountIds = [scope.account.id]
  if (row.unread > 0)
    await notifyChange(tx, { feature: 'workorders', id: row.id, organizationIds: [], accountIds })
}
