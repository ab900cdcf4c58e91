import {
  defaultCalendar,
  type Order,
  type OrderStatus,
  riskDayOf,
  type TimelineEntry,
  type TimelineKind,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { prepareCaseMails, sendPreparedMails } from '../../people/notifications/mail-digests.service.ts'
import { announceNotifications } from '../../people/notifications/notifications.service.ts'
import { type AuditSource, recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { OrderState } from '../access/order-access.service.ts'
import { mailsOf, type OrderNotice, prepareBellNotifications, sendSms } from './order-notices.service.ts'
import { orderEventWritten } from './order-steps.hooks.ts'
import { insertOfWithdrawal, type StepColumns, writeStep } from './order-steps.queries.ts'
import {
  type AskedOrganization,
  type AskedStep,
  type StepFacts,
  selectStepFacts,
} from './step-facts.service.ts'

/** The author of a step: the caller, or for an automatic step the account that caused it. */
export type StepBy = {
  accountId: string | null
  accountName: string
  organizationId: string
  organizationName: string
  /** The author for the audit. */
  source: Scope | AuditSource
}

/** The changes that a step makes to an order. */
export type OrderStep = {
  kind: Exclude<TimelineKind, 'register' | 'files'>
  to: OrderStatus
  /** Columns that change in addition to status, version, updater and time. */
  set?: StepColumns
  note?: string
  reason?: NonNullable<TimelineEntry['reason']>
  deliveryOn?: string | null
  expressNumber?: string | null
  /** The only laboratory that may read the timeline entry; null if every laboratory of the order may read it. */
  labId: string | null
  /** The laboratory that loses the order. The laboratory's list still shows a row for the order. */
  lostBy?: string | null
}

/** Returns the caller as the author of a step. */
export function stepByScope(scope: Scope): StepBy {
  return {
    accountId: scope.account.id,
    accountName: scope.account.name,
    organizationId: scope.organization.id,
    organizationName: scope.organization.name,
    source: scope,
  }
}

/**
 * Applies a step to an order in the caller's transaction. Updates the row if status and version are unchanged, adds
 * the timeline entry, records the audit, and notifies open pages. A trigger updates the stored counts by status.
 * @returns the order after the step
 * @throws order.changed if another transaction has changed the order
 */
export async function applyOrderStep(tx: Tx, by: StepBy, order: OrderState, step: OrderStep): Promise<Order> {
  const facts = await readFacts(tx, order, step, null)
  const { mailedIds: _, ...changed } = await write(tx, {
    ...{ by, order, step, facts },
    notifications: undefined,
    mailed: undefined,
  })
  return changed
}

/** Facts that were read for the expected step, together with the lock of its order. */
export type EarlyFacts = { asked: AskedStep; facts: StepFacts | undefined }

/**
 * Applies a step like `applyOrderStep`, and sends its notice if it has one.
 * @param early facts that are used if they are those of this step
 * @throws order.changed
 */
export async function applyOrderStepWithNotice(
  call: Call<'tx' | 'services'>,
  by: StepBy,
  order: OrderState,
  { notice, ...step }: OrderStep & { notice?: OrderNotice },
  early?: EarlyFacts,
): Promise<Order> {
  const { tx, services } = call
  if (notice === undefined) return await applyOrderStep(tx, by, order, step)
  const facts = await readFacts(tx, order, step, notice.organizationId, early)
  const readers = facts.readers ?? []
  // The bell notification shows the name of the other party.
  const fromId =
    notice.organizationId === order.clinicId ? (labAfter(order, step) ?? order.clinicId) : order.clinicId
  const bell =
    readers.length === 0
      ? undefined
      : prepareBellNotifications(services, order.id, readers, { notice, fromId })
  const { mails, options } = mailsOf(order.id, readers, notice)
  const mailed = prepareCaseMails(services, order.id, mails, options)
  const { mailedIds, ...changed } = await write(tx, {
    ...{ by, order, step, facts, mailed },
    notifications: bell?.insert,
  })
  if (bell !== undefined) await announceNotifications(tx, bell)
  await sendPreparedMails(call, order.id, mails, mailedIds, options)
  await sendSms(call, order.id, readers, notice)
  return changed
}

const closedReview = sql<
  'none' | 'approved'
>`case when review_state = 'approved' then 'approved' else 'none' end`

const labAfter = (order: OrderState, { set }: OrderStep): string | null =>
  set?.lab_id === undefined ? order.labId : set.lab_id

async function readFacts(
  tx: Tx,
  order: OrderState,
  step: OrderStep,
  readerId: string | null,
  early?: EarlyFacts,
): Promise<StepFacts> {
  const labId = labAfter(order, step)
  const asked: AskedStep = {
    orderId: order.id,
    kind: step.kind,
    lab: { id: labId },
    eventLab: { id: step.labId ?? labId },
    reader: readerId === null ? undefined : { id: readerId },
    waitingLabId: step.set?.send_waiting_lab_id,
  }
  if (early?.facts !== undefined && isSame(early.asked, asked, order)) return early.facts
  const { rows } = await selectStepFacts(asked).execute(tx)
  return rows[0] ?? fail('order.changed')
}

function isSame(one: AskedStep, other: AskedStep, order: OrderState): boolean {
  const idIn = (asked: AskedOrganization | undefined) => {
    if (asked === undefined || 'id' in asked) return asked?.id
    return asked.party === 'lab' ? order.labId : order.clinicId
  }
  return (
    one.orderId === other.orderId &&
    one.kind === other.kind &&
    one.waitingLabId === other.waitingLabId &&
    [one.lab, one.eventLab, one.reader].every(
      (asked, at) => idIn(asked) === idIn([other.lab, other.eventLab, other.reader][at]),
    )
  )
}

type Writing = {
  by: StepBy
  order: OrderState
  step: OrderStep
  facts: StepFacts
  notifications: RawBuilder<unknown> | undefined
  mailed: RawBuilder<{ accountId: string }> | undefined
}

async function write(
  tx: Tx,
  { by, order, step, facts, notifications, mailed }: Writing,
): Promise<Order & { mailedIds: string[] }> {
  const id = newId()
  const found = await writeStep(tx, {
    order,
    // A proposal of a delivery day and an open design review end with the production.
    columns: {
      ...(step.to === 'accepted' ? {} : { proposed_on: null, review_state: closedReview }),
      ...step.set,
      at_risk_on: riskAfter(step, facts),
    },
    to: step.to,
    updater: { id: by.accountId, name: by.accountName },
    lostBy: step.lostBy ?? null,
    organizationId: by.organizationId,
    event: insertOfEvent(id, by, order, step),
    ...{ notifications, mailed },
  })
  if (found === undefined) fail('order.changed')
  const { eventAt, ...changed } = found
  const { kind, labId } = step
  if (facts.hasHandler)
    await orderEventWritten.run(tx, { eventId: id, orderId: order.id, kind, labId, at: new Date(eventAt) })
  const organizationIds = [...new Set([order.clinicId, order.labId, changed.labId])].filter(
    (one) => one !== null,
  )
  await recordAudit(tx, by.source, {
    action: `orders.${step.kind}`,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: organizationIds,
    before: { status: order.status, version: order.version, labId: order.labId },
    after: { status: step.to, version: changed.version, labId: changed.labId },
  })
  await notifyChange(tx, {
    feature: 'orders',
    id: order.id,
    organizationIds: [...organizationIds, ...facts.sharedIds],
  })
  return changed
}

/** Returns the first day on which the delivery is at risk after a step. */
function riskAfter({ set, to: status }: OrderStep, { type, calendar, ...facts }: StepFacts): string | null {
  const deliveryOn = set?.delivery_on === undefined ? facts.deliveryOn : set.delivery_on
  if (deliveryOn === null) return null
  return riskDayOf({ type, status, deliveryOn }, calendar ?? defaultCalendar) ?? null
}

/** Inserts the row that the list of a laboratory shows for an order that the laboratory has lost. */
export async function createWithdrawnRow(tx: Tx, labId: string, orderId: string): Promise<void> {
  await insertOfWithdrawal(labId, sql`orders where id = ${orderId}`).execute(tx)
}

/** Deletes the row of a lost order, for a laboratory that has the order again. */
export async function deleteWithdrawnRow(tx: Tx, labId: string, orderId: string): Promise<void> {
  await tx
    .deleteFrom('order_withdrawal')
    .where('lab_id', '=', labId)
    .where('order_id', '=', orderId)
    .execute()
}

type EventStep = Omit<OrderStep, 'kind' | 'set' | 'lostBy'> & { kind: TimelineKind }
type EventOrder = Pick<OrderState, 'id'> & { status: OrderStatus | null }

/**
 * Adds a timeline entry (rules §5: who, when, from, to, note) and runs the hook `orderEventWritten`. Does not change the
 * order.
 */
export async function addOrderEvent(tx: Tx, by: StepBy, order: EventOrder, step: EventStep): Promise<void> {
  const id = newId()
  const { rows } = await insertOfEvent(id, by, order, step).execute(tx)
  const { kind, labId } = step
  await orderEventWritten.run(tx, { eventId: id, orderId: order.id, kind, labId, at: new Date(rows[0]!.at) })
}

/** Returns the statement that inserts a timeline entry. */
function insertOfEvent(
  id: string,
  by: StepBy,
  order: EventOrder,
  step: EventStep,
): RawBuilder<{ at: string }> {
  // `now()` is the start of the transaction. It would sort a step that waited for a lock before the earlier step.
  return sql`insert into order_event (id, order_id, at, kind, from_status, to_status, account_id, account_name,
      organization_id, organization_name, note, reason, delivery_on, express_number, lab_id)
    values (${id}, ${order.id}, clock_timestamp(), ${step.kind}, ${order.status}, ${step.to}, ${by.accountId},
      ${by.accountName}, ${by.organizationId}, ${by.organizationName}, ${step.note ?? ''}, ${step.reason ?? null},
      ${step.deliveryOn ?? null}, ${step.expressNumber ?? null}, ${step.labId})
    returning at`
}
