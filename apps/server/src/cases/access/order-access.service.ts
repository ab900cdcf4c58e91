import type { Order, OrderStatus, Party } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { ReadCall } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ObjectCheck } from '../../platform/http/stored-replies.ts'
import { listedColumns, ownColumns, ownColumnsOf, partiesOfOrder } from './order-columns.shared.ts'
import { type OrderSide, sideOf, visibleTo } from './order-side.shared.ts'

/**
 * An order that the caller may see, with the caller's side as `party`. `mayDownload` is false only for an individual
 * with a view-only share. `sendWaitingLabId` and `sendWaitingAccountId` are the laboratory and the requester of a
 * deferred send.
 */
export type VisibleOrder = Order & {
  party: OrderSide['party']
  mayDownload: boolean
  sendWaitingLabId: string | null
  sendWaitingAccountId: string | null
}

/** The fields of an order that a transition needs. */
export type OrderState = {
  id: string
  status: OrderStatus
  version: number
  clinicId: string
  labId: string | null
}

/** A clinic and a laboratory. */
export type OrderPair = { clinicId: string; labId: string }

/** The fields of an order that decide the access to its files. */
export type OrderOfFiles = {
  id: string
  number: string
  status: OrderStatus
  version: number
  questionWaitsFor: Party | null
  clinicId: string
  labId: string | null
  party: OrderSide['party']
  mayDownload: boolean
}

type Options = {
  /** Locks the order's row until the transaction ends, so that actions on one order run one after the other. */
  forUpdate?: boolean
}

/** SQL of whether this side may download the files of an order `o`. */
export function mayDownload(side: OrderSide): RawBuilder<boolean> {
  if (side.party !== 'person') return sql`true`
  return sql`exists (select 1 from order_share s
    where s.order_id = o.id and s.account_id = ${side.id} and s.may_download)`
}

/** Condition under which a caller may read the patient's name of an order `o`, outside of the calls for orders. */
export function isPatientNameReadable(scope: Scope): RawBuilder<boolean> {
  const mayRead = scope.membership === 'active' && (scope.apiKeyPermissions?.includes('order.read') ?? true)
  const side = sideOf(scope)
  // The platform reads orders only with calls that record it.
  if (!mayRead || side.party === 'platform') return sql`false`
  return sql`(${visibleTo(side)} and o.discarded_at is null and o.erased_at is null)`
}

/**
 * Returns an order that the caller may see.
 * @returns undefined if the order is missing, discarded or not visible, which callers cannot distinguish
 */
export async function findVisibleOrder(
  { tx, scope }: ReadCall<'scope'>,
  orderId: string,
  options: Options = {},
): Promise<VisibleOrder | undefined> {
  const { rows } = await selectVisibleOrder(scope, orderId, options).execute(tx)
  return toVisibleOrder(scope, rows[0])
}

/** A row of `selectVisibleOrder`. */
type VisibleRow = Omit<VisibleOrder, 'party'>

/** Returns the statement of `findVisibleOrder`. */
export function selectVisibleOrder(
  scope: Scope,
  orderId: string,
  options: Options = {},
): RawBuilder<VisibleRow> {
  const side = sideOf(scope)
  return selectOrder(orderId, visibleTo(side), mayDownload(side), options, ownColumnsOf(side))
}

/** Maps a row of `selectVisibleOrder`. */
export const toVisibleOrder = (scope: Scope, row: VisibleRow | undefined): VisibleOrder | undefined =>
  row && { ...row, party: sideOf(scope).party }

/** Locks and returns an order for an automatic action of the server, without a visibility check. */
export async function lockOrder(tx: Tx, orderId: string): Promise<VisibleRow | undefined> {
  const { rows } = await selectOrder(orderId, sql`true`, sql`true`, { forUpdate: true }).execute(tx)
  return rows[0]
}

/** Returns an order as one of its parties sees it, for pushes to that party. They never contain the technician (rules §16). */
export async function findOrderOfParty(
  db: Db | Tx,
  side: OrderSide & { party: Party },
  orderId: string,
): Promise<Order | undefined> {
  const { rows } = await selectOrder(orderId, visibleTo(side), sql`true`, {}).execute(db)
  return rows[0] && toOrder({ ...rows[0], party: side.party })
}

function selectOrder(
  orderId: string,
  isVisible: RawBuilder<boolean>,
  download: RawBuilder<boolean>,
  options: Options,
  columns = ownColumns,
): RawBuilder<VisibleRow> {
  // The subquery locks only the order's row, not the organizations whose names are joined.
  return sql<VisibleRow>`
    with o as materialized (
      select ${columns}, o.send_waiting_account_id, ${download} as may_download from orders o
      where o.id = ${orderId} and o.discarded_at is null and ${isVisible} ${lockOf(options)}
    )
    select ${listedColumns}, o.may_download as "mayDownload", o.send_waiting_lab_id as "sendWaitingLabId",
      o.send_waiting_account_id as "sendWaitingAccountId"
    from o ${partiesOfOrder}`
}

function lockOf(options: Options): RawBuilder<unknown> {
  return options.forUpdate ? sql`for no key update of o` : sql``
}

/** Like `findVisibleOrder`, but returns only the fields that decide the access to files. */
export async function findOrderForFiles(
  { tx, scope }: ReadCall<'scope'>,
  orderId: string,
  options: Options = {},
): Promise<OrderOfFiles | undefined> {
  const side = sideOf(scope)
  const { rows } = await sql<Omit<OrderOfFiles, 'party'>>`
    select o.id, o.number, o.status, o.version, o.question_waits_for as "questionWaitsFor", o.clinic_id as "clinicId", o.lab_id as "labId",
      ${mayDownload(side)} as "mayDownload"
    from orders o where o.id = ${orderId} and o.discarded_at is null and ${visibleTo(side)} ${lockOf(options)}`.execute(
    tx,
  )
  return rows[0] && { ...rows[0], party: side.party }
}

/**
 * Asserts that the caller may still see the order of each id. An id may be that of an order, file, message,
 * question or pin. After a call that deletes, the order may be discarded.
 * @throws order.not_found
 */
export const checkOrdersVisible: ObjectCheck = async (tx, scope, { ids, isDelete }) => {
  const isUndiscarded = isDelete ? sql`true` : sql`o.discarded_at is null`
  const { rows } = await sql`select 1 from orders o
    where o.id = any(array(select unnest(${ids}::uuid[])
        union select order_id from order_file where id = any(${ids}::uuid[])
        union select order_id from order_message where id = any(${ids}::uuid[])
        union select order_id from order_question where id = any(${ids}::uuid[])
        union select order_id from order_pin where id = any(${ids}::uuid[])))
      and (${isUndiscarded} and ${visibleTo(sideOf(scope))}) is not true`.execute(tx)
  if (rows.length > 0) fail('order.not_found')
}

/** Maps a visible order to its DTO. */
export function toOrder(found: VisibleOrder): Order {
  const { party: _, mayDownload: __, sendWaitingLabId: ___, sendWaitingAccountId: ____, ...order } = found
  return order
}

/** Returns the organizations of individuals with a share, which also receive the order's change events. */
export async function listSharedOrganizations(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('order_share')
    .innerJoin('account', 'account.id', 'order_share.account_id')
    .select('account.organization_id')
    .where('order_share.order_id', '=', orderId)
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Locks and returns the orders of a clinic that the laboratory has neither accepted nor rejected yet. */
export async function lockPendingOrders(tx: Tx, pair: OrderPair): Promise<OrderState[]> {
  return await statesOf(tx, pair.clinicId)
    .where('lab_id', '=', pair.labId)
    .where('status', '=', 'pending')
    .execute()
}

/** Locks and returns the scanned orders of a clinic with a deferred send to the laboratory. */
export async function lockOrdersWithDeferredSend(tx: Tx, pair: OrderPair): Promise<OrderState[]> {
  return await statesOf(tx, pair.clinicId)
    .where('send_waiting_lab_id', '=', pair.labId)
    .where('status', '=', 'scanned')
    .execute()
}

function statesOf(tx: Tx, clinicId: string) {
  return tx
    .selectFrom('orders')
    .select(['id', 'status', 'version', 'clinic_id as clinicId', 'lab_id as labId'])
    .where('clinic_id', '=', clinicId)
    .where('discarded_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
}
