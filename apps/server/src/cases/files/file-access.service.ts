import type { OrderStatus, Party } from '@pontic/contract'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { findOrderForFiles, listSharedOrganizations } from '../orders/order-access.service.ts'

/**
 * An order as file calls need it: `party` is the caller's side, undefined for readers who are no party;
 * `organizationIds` are both sides.
 */
export type FileOrder = {
  id: string
  number: string
  status: OrderStatus
  questionWaitsFor: Party | null
  labId: string | null
  party: Party | undefined
  mayDownload: boolean
  organizationIds: string[]
}

/** An order whose files the caller may see; undefined if it is missing or not visible. */
export async function findFileOrder(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
): Promise<FileOrder | undefined> {
  // A single read needs no transaction.
  const order = await findOrderForFiles(db as Tx, scope, orderId)
  if (order === undefined) return undefined
  const { id, number, status, questionWaitsFor, labId, party, mayDownload } = order
  return {
    id,
    number,
    status,
    questionWaitsFor,
    labId,
    party: party === 'clinic' || party === 'lab' ? party : undefined,
    mayDownload,
    organizationIds: [order.clinicId, ...(labId === null ? [] : [labId])],
  }
}

/** Notifies the open pages of everybody who sees an order, after the commit, that its files have changed. */
export async function notifyFilesChange(
  tx: Tx,
  order: Pick<FileOrder, 'id' | 'organizationIds'>,
): Promise<void> {
  const shared = await listSharedOrganizations(tx, order.id)
  await notifyChange(tx, {
    feature: 'orders',
    id: order.id,
    organizationIds: [...order.organizationIds, ...shared],
  })
}
