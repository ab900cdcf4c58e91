import type { RouteReply, Routes } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import {
  advanceChangeEpoch,
  type ChangePosition,
  listChanges,
  saveAcknowledgement,
} from './order-inbox.queries.ts'

const largest = 2n ** 63n

/** Parses a position. @throws request.invalid at `field` if a number exceeds the range of `bigint` */
function parsePosition(text: string, field: string): ChangePosition {
  const [transaction = '', index = ''] = text.split('.')
  if (BigInt(transaction) >= largest || BigInt(index) >= largest)
    fail('request.invalid', {}, { [field]: 'pattern' })
  return { transaction, index }
}

/**
 * Lists one page of changes at the caller's laboratory after a cursor, in sequence.
 * @returns the page with the next cursor. It is the given cursor if the page is empty
 * @throws request.invalid (a malformed cursor)
 */
export async function listInbox(
  { tx, scope }: ReadCall<'scope'>,
  wanted: { cursor: string | null; isWaiting: boolean; limit: number },
): Promise<RouteReply<Routes['inbox.list']>> {
  const after = wanted.cursor === null ? undefined : parsePosition(wanted.cursor, 'cursor')
  const rows = await listChanges(tx, scope, { ...wanted, after, rowsMax: wanted.limit + 1 })
  const list = rows.slice(0, wanted.limit)
  return { list, cursor: list.at(-1)?.change ?? wanted.cursor, hasMore: rows.length > wanted.limit }
}

/**
 * Records the changes that the laboratory's software has processed.
 * @returns the ids of the acknowledged cases, and the ids of the cases that have changed again or were never at the laboratory
 * @throws request.invalid (a malformed position)
 */
export async function acknowledgeInbox(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  cases: readonly { id: string; change: string }[],
): Promise<RouteReply<Routes['inbox.acknowledge']>> {
  const acknowledged: string[] = []
  const changed: string[] = []
  const positions = cases.map(({ id, change }, at) => ({
    id,
    position: parsePosition(change, `cases.${at}.change`),
  }))
  // Updates rows in the order of their ids, which prevents deadlocks between concurrent calls.
  for (const { id, position } of positions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const isSaved = await saveAcknowledgement(tx, scope, { orderId: id, position }, services.now())
    ;(isSaved ? acknowledged : changed).push(id)
  }
  if (acknowledged.length > 0) {
    const detail = { orderIds: acknowledged }
    await recordAudit(tx, scope, { objectType: 'order', objectId: '', detail })
  }
  return { acknowledged, changed }
}

/**
 * Raises the offset that is added to transaction ids, if necessary. A position begins with a PostgreSQL
 * transaction id. After a restore into a cluster with lower transaction ids, new positions would otherwise
 * sort before stored ones.
 */
export async function repairInboxAfterRestore(db: Db): Promise<void> {
  await advanceChangeEpoch(db)
}
