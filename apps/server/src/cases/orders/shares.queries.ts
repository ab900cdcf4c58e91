import type { BusinessType, Language, Share } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** An address with which an order is shared. `account_id` is null until an individual has an account with it. */
export type ShareAddress = {
  order_id: string
  email: string
  may_download: boolean
  shared_at: string
  account_id: string | null
}

/** The account that has the address of a share. */
export type Receiver = { accountId: string; name: string; language: Language; businessType: BusinessType }

/** Returns the account of an address, of any business type. */
export function findReceiver(tx: Tx, email: string): Promise<Receiver | undefined> {
  return tx
    .selectFrom('account as a')
    .innerJoin('organization as o', 'o.id', 'a.organization_id')
    .select(['a.id as accountId', 'a.name', 'a.language', 'o.business_type as businessType'])
    .where('a.email', '=', email)
    .where('a.deleted_at', 'is', null)
    .$castTo<Receiver>()
    .executeTakeFirst()
}

/** Returns the share of an order with an address. */
export function findShareAddress(tx: Tx, orderId: string, email: string): Promise<ShareAddress | undefined> {
  return tx
    .selectFrom('order_share_address')
    .select(['order_id', 'email', 'may_download', 'shared_at', 'account_id'])
    .where('order_id', '=', orderId)
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Counts the addresses with which an order is shared. */
export async function countShareAddresses(tx: Tx, orderId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('order_share_address')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return count
}

/** Shares an order with an address, or changes the rights of the address. */
export async function saveShareAddress(
  tx: Tx,
  row: {
    orderId: string
    email: string
    mayDownload: boolean
    sharedAt: Date | string
    sharedBy: string | null
    accountId: string | null
  },
): Promise<void> {
  const changed = { may_download: row.mayDownload, shared_at: row.sharedAt, account_id: row.accountId }
  await tx
    .insertInto('order_share_address')
    .values({ order_id: row.orderId, email: row.email, shared_by: row.sharedBy, ...changed })
    .onConflict((oc) => oc.columns(['order_id', 'email']).doUpdateSet(changed))
    .execute()
}

/** Deletes the share of an order with an address. @returns the deleted row; undefined if there was none */
export function deleteShareAddress(
  tx: Tx,
  orderId: string,
  email: string,
): Promise<ShareAddress | undefined> {
  return tx
    .deleteFrom('order_share_address')
    .where('order_id', '=', orderId)
    .where('email', '=', email)
    .returning(['order_id', 'email', 'may_download', 'shared_at', 'account_id'])
    .executeTakeFirst()
}

/** Returns the addresses with which an order is shared, newest first. */
export async function listShareRows(db: Db | Tx, orderId: string): Promise<Omit<Share, 'linkUntil'>[]> {
  return await db
    .selectFrom('order_share_address as s')
    .leftJoin('account as a', 'a.id', 's.shared_by')
    .select(['s.email', 's.may_download as mayDownload', 's.shared_at as sharedAt'])
    .select((on) => on.fn.coalesce('a.name', sql<string>`''`).as('by'))
    .where('s.order_id', '=', orderId)
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.email')
    .execute()
}

/**
 * Sets an account's access to an order to the rights of its shares, or deletes the access if no share is left. An
 * account that has changed its address can have two shares of one order.
 * @returns whether the account may now read the order, and whether it may download
 */
export async function updateShareAccess(
  tx: Tx,
  orderId: string,
  accountId: string,
): Promise<{ mayRead: boolean; mayDownload: boolean }> {
  const { rows } = await sql<{ may_download: boolean | null }>`
    select bool_or(may_download) as may_download from order_share_address
    where order_id = ${orderId} and account_id = ${accountId}`.execute(tx)
  const mayDownload = rows[0]?.may_download ?? null
  if (mayDownload === null) {
    const access = tx.deleteFrom('order_share').where('order_id', '=', orderId)
    await access.where('account_id', '=', accountId).execute()
    return { mayRead: false, mayDownload: false }
  }
  await sql`insert into order_share (order_id, account_id, may_download, shared_at)
    select ${orderId}, ${accountId}, ${mayDownload}, min(shared_at) from order_share_address
    where order_id = ${orderId} and account_id = ${accountId}
    on conflict (order_id, account_id) do update set may_download = excluded.may_download`.execute(tx)
  return { mayRead: true, mayDownload }
}

/**
 * Links a new account to the shares with its address: those of the orders in its invitation, and those newer than
 * `after`.
 * @returns the ids of the shared orders
 */
export async function claimShareAddresses(
  tx: Tx,
  account: { id: string; email: string },
  which: { orderIds: readonly string[]; after: Date },
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    update order_share_address set account_id = ${account.id}
    where email = ${account.email} and account_id is null
      and (order_id = any(${which.orderIds}::uuid[]) or shared_at > ${which.after.toISOString()}::timestamptz)
    returning order_id`.execute(tx)
  return rows.map((row) => row.order_id)
}

/** Returns the organization of an account, as a list of one id; empty if the account is missing. */
export async function listOrganizationsOf(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.selectFrom('account').select('organization_id').where('id', '=', accountId).execute()
  return rows.map((row) => row.organization_id)
}
