import type { Order, OrderStatus, Party } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ObjectCheck } from '../../platform/http/stored-replies.ts'
import { listedColumns, ownColumns } from './order-columns.ts'
import type { OrderPair } from './order-partners.queries.ts'
import { type OrderSide, sideOf } from './order-side.service.ts'

/**
 * An order that the caller may see, and as what. `mayDownload` is false only for a person it was shared with to look at.
 * `sendWaitingLabId`, `sendWaitingAccountId`: where a send that waits for the upload goes, and who pressed it.
 */
export type VisibleOrder = Order & {
  party: OrderSide['party']
  mayDownload: boolean
  sendWaitingLabId: string | null
  sendWaitingAccountId: string | null
}

/** An order as it is read before a step. */
export type OrderState = {
  id: string
  status: OrderStatus
  version: number
  clinicId: string
  labId: string | null
}

/** What is needed of an order to judge the access to its files. */
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
  /** Locks the order's row until the transaction ends: steps of one order happen one after the other. */
  forUpdate?: boolean
}

/** The one rule of who sees an order (rules §5): its clinic, the lab it is addressed to, a person it is shared with, the platform. */
function visibleTo(side: OrderSide): RawBuilder<boolean> {
  if (side.party === 'clinic') return sql`o.clinic_id = ${side.id}`
  // A recall, a re-send elsewhere and a return take the lab out of the row; what it shipped keeps it.
  if (side.party === 'lab') return sql`o.lab_id = ${side.id}`
  if (side.party === 'platform') return sql`true`
  return sql`exists (select 1 from order_share s where s.order_id = o.id and s.account_id = ${side.id})`
}

function mayDownload(side: OrderSide): RawBuilder<boolean> {
  if (side.party !== 'person') return sql`true`
  return sql`exists (select 1 from order_share s
    where s.order_id = o.id and s.account_id = ${side.id} and s.may_download)`
}

/**
 * An order that the caller may see, whole.
 * @returns undefined where it is missing, discarded or not the caller's to see: nobody can tell which
 */
export async function findVisibleOrder(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
  options: Options = {},
): Promise<VisibleOrder | undefined> {
  const side = sideOf(scope)
  const found = await readOrder(db, orderId, visibleTo(side), mayDownload(side), options)
  return found && { ...found, party: side.party }
}

/** An order for the server's own steps, which no caller's right stands behind; its row is locked. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Omit<VisibleOrder, 'party'> | undefined> {
  return await readOrder(tx, orderId, sql`true`, sql`true`, { forUpdate: true })
}

/** An order as a party of it sees it, for what the server itself sends to that party. */
export async function findOrderOfParty(
  db: Db | Tx,
  side: OrderSide & { party: Party },
  orderId: string,
): Promise<Order | undefined> {
  const found = await readOrder(db, orderId, visibleTo(side), sql`true`, {})
  return found && toOrder({ ...found, party: side.party })
}

async function readOrder(
  db: Db | Tx,
  orderId: string,
  isVisible: RawBuilder<boolean>,
  download: RawBuilder<boolean>,
  options: Options,
): Promise<Omit<VisibleOrder, 'party'> | undefined> {
  // The lock is on the order's row alone; names are read beside it.
  const { rows } = await sql<Omit<VisibleOrder, 'party'>>`
    with o as materialized (
      select ${ownColumns}, o.send_waiting_account_id, ${download} as may_download from orders o
      where o.id = ${orderId} and o.discarded_at is null and ${isVisible} ${lockOf(options)}
    )
    select ${listedColumns}, o.may_download as "mayDownload", o.send_waiting_lab_id as "sendWaitingLabId",
      o.send_waiting_account_id as "sendWaitingAccountId"
    from o join organization c on c.id = o.clinic_id left join organization l on l.id = o.lab_id`.execute(db)
  return rows[0]
}

function lockOf(options: Options): RawBuilder<unknown> {
  return options.forUpdate ? sql`for no key update of o` : sql``
}

/**
 * The same rule for the access to an order's files, without the names.
 * @returns undefined as `findVisibleOrder`
 */
export async function findOrderForFiles(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
  options: Options = {},
): Promise<OrderOfFiles | undefined> {
  const side = sideOf(scope)
  const { rows } = await sql<Omit<OrderOfFiles, 'party'>>`
    select o.id, o.number, o.status, o.version, o.question_waits_for as "questionWaitsFor", o.clinic_id as "clinicId", o.lab_id as "labId",
      ${mayDownload(side)} as "mayDownload"
    from orders o where o.id = ${orderId} and o.discarded_at is null and ${visibleTo(side)} ${lockOf(options)}`.execute(
    db,
  )
  return rows[0] && { ...rows[0], party: side.party }
}

/** Refuses where one of the objects is, or belongs to, an order that the caller may no longer see. @throws order.not_found */
export const checkOrdersVisible: ObjectCheck = async (tx, scope, { ids, isDelete }) => {
  const isKept = isDelete ? sql`true` : sql`o.discarded_at is null`
  const { rows } = await sql`select 1 from orders o
    where o.id = any(array(select unnest(${ids}::uuid[])
        union select order_id from order_file where id = any(${ids}::uuid[])
        union select order_id from order_message where id = any(${ids}::uuid[])
        union select order_id from order_question where id = any(${ids}::uuid[])))
      and (${isKept} and ${visibleTo(sideOf(scope))}) is not true`.execute(tx)
  if (rows.length > 0) fail('order.not_found')
}

/** The fields of `Order` alone: what a reply carries of a visible order. */
export function toOrder(found: VisibleOrder): Order {
  const { party: _, mayDownload: __, sendWaitingLabId: ___, sendWaitingAccountId: ____, ...order } = found
  return order
}

/** Organizations of the persons an order is shared with: they hear of its changes too. */
export async function listSharedOrganizations(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('order_share')
    .innerJoin('account', 'account.id', 'order_share.account_id')
    .select('account.organization_id')
    .where('order_share.order_id', '=', orderId)
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Orders that the clinic has sent to the lab and that it has not answered, locked. */
export async function lockPending(tx: Tx, pair: OrderPair): Promise<OrderState[]> {
  return await statesOf(tx, pair.clinicId)
    .where('lab_id', '=', pair.labId)
    .where('status', '=', 'pending')
    .execute()
}

/** Orders whose send to the lab waits for their upload, locked. */
export async function lockWaiting(tx: Tx, pair: OrderPair): Promise<OrderState[]> {
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
