import { type InboxGroup, limits, type Order, partyTasks } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { dayIn } from '../../platform/http/reader-zone.ts'
import { listedColumns, ownColumns } from '../access/order-columns.shared.ts'
import { sideOf, visibleTo } from '../access/order-side.shared.ts'
import { and } from './order-conditions.ts'
import { joinedNames } from './order-list.queries.ts'
import type { Reader } from './order-list.service.ts'
import { taskOf } from './order-tasks.shared.ts'
import { visibleOrder } from './person-view.ts'

type Name = InboxGroup['task']
type Group = { task: Name; conditions: Condition[]; order: RawBuilder<unknown> }

const rowsMax = limits.inboxRowsMax
const countMax = limits.boardCountMax

/**
 * Returns the groups of the home page that have orders, with the first orders of each. For an individual, the only group contains
 * the shared orders, newest first. Runs one statement, and another one if a group has more orders than it shows.
 */
export async function listTasks(call: Call<'tx' | 'scope'>, reader: Reader): Promise<InboxGroup[]> {
  const { tx, scope } = call
  const side = sideOf(scope)
  const day = sql`${dayIn(reader.zone, reader.now)}::date`
  const all: Condition[] = [visibleTo(side), sql`o.discarded_at is null`]
  const groups: Group[] =
    side.party === 'clinic' || side.party === 'lab'
      ? partyTasks[side.party].map((task) => {
          const { conditions, order } = taskOf(side, task, day)
          return { task, conditions: [...all, ...conditions], order }
        })
      : [{ task: 'shared', conditions: all, order: sql.raw('o.created_at desc, o.id desc') }]
  const rows = await listRows(tx, groups)
  const found = groups.map((group) => {
    const list = rows
      .filter((row) => row.task === group.task)
      .map(({ task: _, ...order }) => visibleOrder(side.party, order))
    return { group, list }
  })
  const long = found.filter(({ list }) => list.length > rowsMax).map(({ group }) => group)
  const counts = long.length === 0 ? new Map<Name, number>() : await countRows(tx, long)
  return found
    .filter(({ list }) => list.length > 0)
    .map(({ group: { task }, list }) => {
      const count = counts.get(task) ?? list.length
      const countIsExact = count <= countMax
      return { task, list: list.slice(0, rowsMax), count: countIsExact ? count : countMax, countIsExact }
    })
}

async function listRows(tx: Tx, groups: readonly Group[]): Promise<(Order & { task: Name })[]> {
  const branches = groups.map(
    (
      { task, conditions, order },
      at,
    ) => sql`(select ${sql.lit(task)}::text as task, ${sql.lit(at)}::int as place,
      row_number() over (order by ${order}) as turn, ${ownColumns}
      from orders o where ${and(conditions)} order by ${order} limit ${sql.raw(String(rowsMax + 1))})`,
  )
  const { rows } = await sql<Order & { task: Name }>`select o.task, ${listedColumns}
    from (${sql.join(branches, sql` union all `)}) o ${joinedNames} order by o.place, o.turn`.execute(tx)
  return rows
}

async function countRows(tx: Tx, groups: readonly Group[]): Promise<Map<Name, number>> {
  const branches = groups.map(
    ({ task, conditions }) => sql`select ${sql.lit(task)}::text as task, (select count(*) from
      (select 1 from orders o where ${and(conditions)} limit ${sql.raw(String(countMax + 1))}) found) as count`,
  )
  const { rows } = await sql<{
    task: Name
    count: number
  }>`${sql.join(branches, sql` union all `)}`.execute(tx)
  return new Map(rows.map(({ task, count }) => [task, Number(count)]))
}
