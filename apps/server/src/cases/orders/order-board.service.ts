import {
  type BoardColumn,
  type BoardKey,
  boardColumns,
  limits,
  type Order,
  type RouteInput,
  type Routes,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { dayIn } from '../../platform/http/reader-zone.ts'
import { listedColumns, ownColumnsOf } from '../access/order-columns.shared.ts'
import { type OrderSide, sideOf, visibleTo } from '../access/order-side.shared.ts'
import { and, dueCondition, partnerCondition } from './order-conditions.ts'
import { joinedNames } from './order-list.queries.ts'
import { type Reader, readOrderCounts } from './order-list.service.ts'

type Query = RouteInput<Routes['orders.board']>['body']
type Column = { key: BoardKey; conditions: Condition[]; order: RawBuilder<unknown> }

const byDay = sql.raw('o.delivery_on, o.id')
const byNewest = sql.raw('o.created_at desc, o.id desc')
const cardsMax = sql.raw(String(limits.boardCardsMax))
const countMax = sql.raw(String(limits.boardCountMax + 1))

/** Returns the conditions and the sort order of a column. Each column can use an index on delivery day or status. */
function columnOf(key: BoardKey, today: string): Omit<Column, 'key'> {
  const day = sql`${today}::date`
  const on = (...conditions: RawBuilder<boolean>[]) => ({ conditions, order: byDay })
  const columns: Record<BoardKey, () => Omit<Column, 'key'>> = {
    late: () => on(sql`o.delivery_on < ${day}`),
    today: () => on(sql`o.delivery_on = ${day}`),
    week: () => on(sql`o.delivery_on > ${day}`, sql`o.delivery_on <= ${day} + 7`),
    later: () => on(sql`o.delivery_on > ${day} + 7`),
    undated: () => on(sql`o.delivery_on is null`),
    pending: () => on(sql`o.status = 'pending'`),
    accepted: () => on(sql`o.status = 'accepted'`),
    shipped: () => ({ conditions: [sql`o.status = 'shipped'`], order: byNewest }),
  }
  return columns[key]()
}

/**
 * Returns a laboratory's orders in columns, by delivery day or by status. Runs two statements for any number of
 * columns.
 */
export async function readBoard(
  call: Call<'tx' | 'scope'>,
  query: Query,
  reader: Reader,
): Promise<{ columns: BoardColumn[] }> {
  const { tx, scope } = call
  const side = sideOf(scope)
  const today = dayIn(reader.zone, reader.now)
  const all: Condition[] = [visibleTo(side), sql`o.discarded_at is null`]
  if (query.types.length > 0) all.push(sql`o.type = any(${query.types}::smallint[])`)
  if (query.partnerId !== null) all.push(partnerCondition(side, query.partnerId))
  const columns = boardColumns[query.by].map((key): Column => {
    const { conditions, order } = columnOf(key, today)
    const due = key === 'shipped' ? [] : [dueCondition(side)]
    return { key, conditions: [...all, ...due, ...conditions], order }
  })
  const rows = await listCards(tx, side, columns)
  // Without filters, the columns by status are the stored counts per status, which are exact.
  const isExact = query.by === 'status' && all.length === 2
  const counts = isExact ? await readExactCounts(call) : await countCards(tx, columns)
  return {
    columns: columns.map(({ key }) => ({
      key,
      list: rows.filter((row) => row.column === key).map(({ column: _, ...order }) => order),
      ...toCount(counts.get(key) ?? 0, isExact),
    })),
  }
}

function toCount(count: number, isExact: boolean): { count: number; countIsExact: boolean } {
  const isExactCount = isExact || count <= limits.boardCountMax
  return { count: isExactCount ? count : limits.boardCountMax, countIsExact: isExactCount }
}

type Card = Order & { column: BoardKey }

async function listCards(tx: Tx, side: OrderSide, columns: readonly Column[]): Promise<Card[]> {
  const branches = columns.map(
    (
      { key, conditions, order },
      at,
    ) => sql`(select ${sql.lit(key)}::text as key, ${sql.lit(at)}::int as place,
      row_number() over (order by ${order}) as turn, ${ownColumnsOf(side)}
      from orders o where ${and(conditions)} order by ${order} limit ${cardsMax})`,
  )
  const { rows } = await sql<Card>`select o.key as column, ${listedColumns}
    from (${sql.join(branches, sql` union all `)}) o ${joinedNames} order by o.place, o.turn`.execute(tx)
  return rows
}

async function countCards(tx: Tx, columns: readonly Column[]): Promise<Map<BoardKey, number>> {
  const branches = columns.map(
    ({ key, conditions }) => sql`select ${sql.lit(key)}::text as key, (select count(*) from
      (select 1 from orders o where ${and(conditions)} limit ${countMax}) found) as count`,
  )
  const { rows } = await sql<{
    key: BoardKey
    count: number
  }>`${sql.join(branches, sql` union all `)}`.execute(tx)
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

async function readExactCounts(call: Call<'tx' | 'scope'>): Promise<Map<BoardKey, number>> {
  const counts = await readOrderCounts(call)
  return new Map(boardColumns.status.map((status) => [status, counts[status]]))
}
