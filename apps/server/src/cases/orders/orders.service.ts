import { isPaused, type Order, type OrderDraft, orderActionTiming } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { executeTogether } from '../../platform/db/execute-together.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import {
  findVisibleOrder,
  lockOrder,
  selectVisibleOrder,
  toOrder,
  toVisibleOrder,
  type VisibleOrder,
} from '../access/order-access.service.ts'
import { columnsOf } from '../access/order-columns.shared.ts'
import { updateRisk } from '../delivery/delivery.service.ts'
import { assertPrescriptionsComplete } from '../prescriptions/completeness.service.ts'
import { saveWork } from '../prescriptions/work.service.ts'
import { lockOrderForEdit, saveOrderEdit } from '../steps/order-edits.service.ts'
import {
  addOrderEvent,
  applyOrderStep,
  applyOrderStepWithNotice,
  type EarlyFacts,
  type StepBy,
  stepByScope,
} from '../steps/order-steps.service.ts'
import { selectStepFacts } from '../steps/step-facts.service.ts'
import { planAnsweredDay } from './day-plans.ts'
import type { DayCheck } from './delivery-day.shared.ts'
import { expectedStep } from './expected-steps.ts'
import { createOrderNumber } from './order-number.shared.ts'
import { findLabRelation, getNames } from './order-partners.queries.ts'
import {
  type ActionInputs,
  type ManualAction,
  planAction,
  planBlockedSend,
  planSend,
  withoutDeferredSend,
} from './order-plans.ts'
import {
  hasUnprocessedScans,
  isBlockedByScans,
  type SendChecksRow,
  selectSendChecks,
} from './readiness.service.ts'
import { findStepAuthor, findUploader } from './step-authors.queries.ts'

const numberAttemptsMax = 10

/** Registers an order of the caller's clinic (rules §5). Its status is `scanned` until its files are uploaded. */
export async function createOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  draft: OrderDraft,
): Promise<Order> {
  const { scope } = call
  const by = { ...stepByScope(scope), accountId: scope.account.id }
  return await readBack(call, await registerOrder(call, by, draft))
}

/**
 * Registers an order for a clinic.
 * @param by the author of the order and of its first timeline entry
 * @returns the id of the order
 */
export async function registerOrder(
  { tx, services }: Call<'tx' | 'services'>,
  by: StepBy & { accountId: string },
  draft: OrderDraft,
): Promise<string> {
  const id = await insertOrder(tx, by, draft, services.now())
  await updateRisk(tx, id)
  await addOrderEvent(tx, by, { id, status: null }, { kind: 'register', to: 'scanned', labId: null })
  await recordAudit(tx, by.source, { action: 'orders.create', objectType: 'order', objectId: id })
  await notifyChange(tx, { feature: 'orders', id, organizationIds: [by.organizationId] })
  return id
}

/** Returns an account as the author of a step of its organization. */
export const stepByAccount = (tx: Tx, accountId: string): Promise<StepBy> => findStepAuthor(tx, accountId)

async function insertOrder(
  tx: Tx,
  by: StepBy & { accountId: string },
  draft: OrderDraft,
  now: Date,
): Promise<string> {
  for (let attempt = 1; attempt <= numberAttemptsMax; attempt++) {
    const row = await tx
      .insertInto('orders')
      .values({
        ...columnsOf(draft),
        id: newId(now.getTime()),
        number: createOrderNumber(draft.type, now),
        clinic_id: by.organizationId,
        updater_name: by.accountName,
        updater_id: by.accountId,
        created_by: by.accountId,
      })
      // Random numbers collide rarely; the next attempt uses another one.
      .onConflict((oc) => oc.column('number').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row !== undefined) return row.id
  }
  throw new Error('No free order number was found.')
}

/** Reads an order again after the caller's action. @throws order.not_found */
export async function readBack(call: Call<'tx' | 'scope'>, orderId: string): Promise<Order> {
  return toOrder((await findVisibleOrder(call, orderId)) ?? fail('order.not_found'))
}

/**
 * Corrects the fields that the clinic has entered, while the order is not with a laboratory. The number stays the same
 * if the type changes, because people already use the number.
 * @throws order.not_found, order.wrong_status, order.changed; prescription.incomplete if the order has a deferred send
 * and the new type requires more
 */
export async function updateOrder(
  call: Call<'tx' | 'scope'>,
  input: { id: string; version?: number | undefined; draft: OrderDraft },
  checkDay: DayCheck,
): Promise<Order> {
  const { tx } = call
  const order = await lockOrderForEdit(call, input)
  // A delivery day that has passed in the meantime may stay as it is.
  if (input.draft.deliveryOn !== order.deliveryOn) checkDay('draft.deliveryOn', input.draft.deliveryOn)
  const { sendWaitingLabId } = order
  // The new type may require other fields, and the deferred send would not check them.
  if (sendWaitingLabId !== null && input.draft.type !== order.type)
    await assertPrescriptionsComplete(tx, { id: order.id, type: input.draft.type }, sendWaitingLabId)
  if (input.draft.type !== order.type) await saveWork(tx, order.id, input.draft.type)
  return await saveOrderEdit(call, order, { action: 'orders.update', set: columnsOf(input.draft) })
}

/** Locks and returns an order, so that actions on it run one after the other. @throws order.not_found */
async function lockVisibleOrder(call: Call<'tx' | 'scope'>, orderId: string): Promise<VisibleOrder> {
  return (await findVisibleOrder(call, orderId, { forUpdate: true })) ?? fail('order.not_found')
}

function assertVersion(order: VisibleOrder, version: number | undefined): void {
  if (version !== undefined && version !== order.version) fail('order.changed')
}

function timingOf(order: VisibleOrder, action: ManualAction): 'now' | 'deferred' {
  const { status, party, isLabGone } = order
  if (party !== 'clinic' && party !== 'lab') fail('order.wrong_status')
  const when = orderActionTiming(action, { status, party, isLabGone }) ?? fail('order.wrong_status')
  if (isPaused(action, order)) fail('order.on_hold')
  return when
}

/** Locks an order, and reads what an action usually needs with the same packet. @throws order.not_found if it is not visible */
async function lockForAction<Action extends ManualAction>(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  action: Action,
  input: ActionInputs[Action],
): Promise<{ order: VisibleOrder; early: EarlyFacts | undefined; checks: SendChecksRow | undefined }> {
  const lock = selectVisibleOrder(scope, input.id, { forUpdate: true })
  const asked = expectedStep(action, scope, input)
  const read = async () => {
    if (asked === undefined) return await executeTogether(tx, [lock])
    if (!('labId' in input)) return await executeTogether(tx, [lock, selectStepFacts(asked)])
    const checks = selectSendChecks(
      { id: input.id, clinicId: scope.organization.id },
      input.labId,
      services.now(),
    )
    return await executeTogether(tx, [lock, selectStepFacts(asked), checks])
  }
  const [orders, facts, checks] = await read()
  const order = toVisibleOrder(scope, orders[0]) ?? fail('order.not_found')
  return { order, early: asked && { asked, facts: facts?.[0] }, checks: checks?.[0] }
}

/**
 * Runs an action of the transition table on an order (rules §5). Step, timeline entry, audit record, mails and
 * notifications are one transaction. Only one of two simultaneous actions succeeds.
 * @throws order.not_found if it is not visible; order.wrong_status; order.on_hold while a question is open;
 * order.changed if `version` is stale; and the errors of the action: partner.required, partner.banned,
 * prescription.incomplete, order.not_ready, order.number_confirmation, order.arrival_confirmation, order.has_files
 * @returns the order after the action; undefined if a deferred send has changed it again
 */
export async function runOrderAction<Action extends ManualAction>(
  call: Call<'tx' | 'scope' | 'services'>,
  action: Action,
  input: ActionInputs[Action],
): Promise<Order | undefined> {
  const { tx, scope } = call
  const { order, early, checks } = await lockForAction(call, action, input)
  const when = timingOf(order, action)
  assertVersion(order, input.version)
  const plan = await planAction[action]({ tx, scope, order, input, when, checks })
  const by = stepByScope(scope)
  const isUploaded = order.status === 'scanned' && plan.to === 'uploaded'
  const set = { ...plan.set, ...(isUploaded ? withoutDeferredSend : {}) }
  const changed = await applyOrderStepWithNotice(call, by, order, { ...plan, set }, early)
  if (!isUploaded || order.sendWaitingLabId === null) return changed
  await runDeferredSend(call, { ...order, ...changed })
  return undefined
}

/** Runs an action and returns the order afterwards. @throws as `runOrderAction` */
export async function runOrderActionAndRead<Action extends ManualAction>(
  call: Call<'tx' | 'scope' | 'services'>,
  action: Action,
  input: ActionInputs[Action],
): Promise<Order> {
  return (await runOrderAction(call, action, input)) ?? (await readBack(call, input.id))
}

/**
 * Cancels a deferred send.
 * @throws order.not_found, order.wrong_status if there is none, order.changed
 */
export async function cancelDeferredSend(
  call: Call<'tx' | 'scope'>,
  input: { id: string; version?: number | undefined },
): Promise<Order> {
  const { tx, scope } = call
  const order = await lockVisibleOrder(call, input.id)
  if (order.sendWaitingLabId === null) fail('order.wrong_status')
  assertVersion(order, input.version)
  return await applyOrderStep(tx, stepByScope(scope), order, {
    kind: 'sendCanceled',
    to: order.status,
    set: withoutDeferredSend,
    labId: order.sendWaitingLabId,
  })
}

/**
 * Records the answer of the caller's clinic to a proposed delivery day.
 * @throws order.not_found; order.wrong_status if no day is proposed or the caller is the laboratory; order.changed
 */
export async function answerProposedDay(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { id: string; version?: number | undefined; agrees: boolean },
): Promise<Order> {
  const order = await lockVisibleOrder(call, input.id)
  const plan = planAnsweredDay(order, input.agrees)
  assertVersion(order, input.version)
  return await applyOrderStepWithNotice(call, stepByScope(call.scope), order, plan)
}

/**
 * Sets a scanned order to `uploaded` if no file of the clinic is incomplete and at least one is verified (rules §5).
 * Then runs its deferred send. If the order has a deferred send, the change of status also waits for the processing of
 * scans. Idempotent. Must run in the same transaction after a file or the mesh of a scan has changed.
 */
export async function completeUploadIfDone(call: Call<'tx' | 'services'>, orderId: string): Promise<void> {
  const { tx, services } = call
  // Locks the order before it reads the files, so that one of two simultaneous calls sees all files verified.
  const order = await lockOrder(tx, orderId)
  if (!order || (order.status !== 'scanned' && order.sendWaitingLabId === null)) return
  const uploader = order.status === 'scanned' ? await findUploader(tx, orderId) : undefined
  if (order.status === 'scanned' && uploader === undefined) return
  if (order.sendWaitingLabId !== null && (await hasUnprocessedScans(tx, orderId, services.now()))) return
  const step = { kind: 'finishUpload', to: 'uploaded', set: withoutDeferredSend, labId: null } as const
  const state = uploader && (await applyOrderStep(tx, uploader, order, step))
  await runDeferredSend(call, { ...order, ...state })
}

/**
 * Runs the deferred send of an order. If the laboratory is banned or no longer a partner, or if the scans block the
 * send, cancels the send with a timeline entry. If the scans block it, also notifies the clinic.
 */
async function runDeferredSend(
  call: Call<'tx' | 'services'>,
  order: Omit<VisibleOrder, 'party'>,
): Promise<void> {
  const { tx } = call
  const { sendWaitingLabId: labId, sendWaitingAccountId: accountId } = order
  if (labId === null || accountId === null) return
  const by = await findStepAuthor(tx, accountId)
  const { relation, labName } = await findLabRelation(tx, { clinicId: order.clinicId, labId })
  if (relation !== 'partner') {
    const { lab } = await getNames(tx, { clinicId: order.clinicId, labId })
    await applyOrderStep(tx, by, order, {
      kind: 'sendFailed',
      to: order.status,
      set: withoutDeferredSend,
      note: lab,
      labId,
    })
    return
  }
  const isBlocked = await isBlockedByScans(tx, order, labId)
  const plan = isBlocked
    ? planBlockedSend(order, { labId, labName })
    : planSend(order, { labId, labName, senderName: by.accountName })
  await applyOrderStepWithNotice(call, by, order, plan)
}
