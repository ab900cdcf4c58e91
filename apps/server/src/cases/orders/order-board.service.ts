import {
  addDays,
  type BoardCard,
  type BoardColumn,
  boardStatuses,
  isWorkingDay,
  type LabCalendar,
  limits,
  listWorkParts,
  type Order,
  type RouteInput,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { bindForCustomPlan } from '../../platform/db/bound-values.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { dayIn } from '../../platform/http/reader-zone.ts'
import { listedColumns, ownColumnsOf } from '../access/order-columns.shared.ts'
import { type OrderSide, sideOf, visibleTo } from '../access/order-side.shared.ts'
import { readLabCalendar } from '../delivery/delivery.service.ts'
import { prescriptionJson, toPrescription } from '../prescriptions/completeness.service.ts'
import { and, dueCondition, partnerCondition, technicianCondition } from './order-conditions.ts'
import { joinedNames } from './order-list.queries.ts'
import { type Reader, readOrderCounts } from './order-list.service.ts'
import { listActiveMembers } from './technicians.queries.ts'

type Query = RouteInput<Routes['orders.board']>['body']
type Column = Pick<BoardColumn, 'key' | 'day' | 'isClosed' | 'technician'> & {
  conditions: Condition[]
  order: RawBuilder<unknown>
  /** Whether the column is left out if it has no cases. */
  isOptional: boolean
}

const byDay = sql.raw('o.delivery_on, o.id')
const byNewest = sql.raw('o.created_at desc, o.id desc')
const cardsMax = sql.raw(String(limits.boardCardsMax))
const countMax = sql.raw(String(limits.boardCountMax + 1))

const column = (key: string, conditions: Condition[], more: Partial<Column> = {}): Column => ({
  key,
  day: null,
  isClosed: false,
  technician: '',
  conditions,
  order: byDay,
  isOptional: false,
  ...more,
})

/**
 * Returns a laboratory's orders in columns, by delivery day, by status or by technician. Each column can use an index on delivery
 * day, status or technician. Runs a constant number of statements for any number of columns.
 */
export async function readBoard(
  call: Call<'tx' | 'scope'>,
  query: Query,
  reader: Reader,
): Promise<RouteReply<Routes['orders.board']>> {
  const { tx, scope } = call
  const side = sideOf(scope)
  const calendar = await readLabCalendar(tx, side.id)
  const own: Condition[] = [visibleTo(side), sql`o.discarded_at is null`]
  const filters = filtersOf(side, query, reader)
  const columns = await listColumns(tx, { side, own, query, calendar, today: dayIn(reader.zone, reader.now) })
  const filtered = columns.map((one) => ({ ...one, conditions: [...own, ...one.conditions, ...filters] }))
  const rows = await listCards(tx, side, filtered)
  // Without filters, the columns by status are the stored counts per status, which are exact.
  const isExact = query.by === 'status' && filters.length === 0
  const counts = isExact ? await readExactCounts(call) : await countCards(tx, filtered)
  const days = columns
    .filter(({ day }) => day !== null)
    .map((one) => ({ ...one, conditions: [...own, ...one.conditions] }))
  const booked = filters.length === 0 ? counts : await countCards(tx, days)
  return {
    columns: columns.flatMap(({ key, day, isClosed, technician, isOptional }) => {
      const count = counts.get(key) ?? 0
      if (isOptional && count === 0) return []
      const list = rows.filter((row) => row.column === key).map(toCard)
      const all = day === null ? null : Math.min(booked.get(key) ?? 0, limits.boardCountMax)
      return [{ key, day, isClosed, technician, booked: all, list, ...toCount(count, isExact) }]
    }),
    casesPerDay: calendar.casesPerDay,
  }
}

function filtersOf(side: OrderSide, { types, partnerId, technicianId }: Query, reader: Reader): Condition[] {
  const technician = technicianId === 'me' ? reader.accountId : technicianId
  return [
    ...(types.length > 0 ? [sql<boolean>`o.type = any(${types}::smallint[])`] : []),
    ...(partnerId !== null ? [partnerCondition(side, partnerId)] : []),
    ...(technician !== null ? [technicianCondition(side, technician, bindForCustomPlan)] : []),
  ]
}

type Plan = { side: OrderSide; own: Condition[]; query: Query; calendar: LabCalendar; today: string }

async function listColumns(tx: Tx, plan: Plan): Promise<Column[]> {
  const { side, query } = plan
  if (query.by === 'status')
    return boardStatuses.map((status) =>
      column(
        status,
        [sql`o.status = ${sql.lit(status)}`, ...(status === 'shipped' ? [] : [dueCondition(side)])],
        status === 'shipped' ? { order: byNewest } : {},
      ),
    )
  if (query.by === 'technician') {
    const members = (await listActiveMembers(tx, side.id)).slice(0, limits.boardTechniciansMax)
    return [
      column('none', [dueCondition(side), technicianCondition(side, 'none', bindForCustomPlan)]),
      ...members.map(({ id, name }) =>
        column(id, [dueCondition(side), technicianCondition(side, id, bindForCustomPlan)], {
          technician: name,
        }),
      ),
    ]
  }
  return await listDayColumns(tx, plan)
}

/** Lists the columns by day: late cases, the next working days and the closed days with cases, later cases, those without a day. */
async function listDayColumns(tx: Tx, { side, own, calendar, today }: Plan): Promise<Column[]> {
  const due = dueCondition(side)
  const days = listWorkingDays(today, calendar)
  const last = days.at(-1) ?? today
  const closed = (await listDays(tx, [...own, due], today, last)).filter((day) => !days.includes(day))
  const on = (day: string, isClosed: boolean) =>
    column(day, [due, sql`o.delivery_on = ${day}::date`], { day, isClosed, isOptional: isClosed })
  return [
    column('late', [due, sql`o.delivery_on < ${today}::date`], { isOptional: true }),
    ...[...days.map((day) => on(day, false)), ...closed.map((day) => on(day, true))].sort((one, other) =>
      one.key < other.key ? -1 : 1,
    ),
    column('later', [due, sql`o.delivery_on > ${last}::date`]),
    column('undated', [due, sql`o.delivery_on is null`], { isOptional: true }),
  ]
}

/** Returns the next working days, including today. */
function listWorkingDays(today: string, calendar: LabCalendar): string[] {
  const days: string[] = []
  for (let day = today; days.length < limits.boardDays; day = addDays(day, 1))
    if (isWorkingDay(day, calendar)) days.push(day)
  return days
}

/** Returns the first days of a range on which orders are due. */
async function listDays(tx: Tx, conditions: Condition[], from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select distinct o.delivery_on as day from orders o
    where ${and(conditions)} and o.delivery_on between ${from}::date and ${to}::date order by day limit 14`.execute(
    tx,
  )
  return rows.map(({ day }) => day)
}

function toCount(count: number, isExact: boolean): { count: number; countIsExact: boolean } {
  const isExactCount = isExact || count <= limits.boardCountMax
  return { count: isExactCount ? count : limits.boardCountMax, countIsExact: isExactCount }
}

type Row = Order & { column: string; prescription: unknown }

function toCard({ column: _, prescription, ...order }: Row): BoardCard {
  const found = toPrescription(prescription, order.type)
  const parts = found === null ? [] : listWorkParts(found)
  return { ...order, work: parts.map((part) => ({ ...part, teeth: [...part.teeth] })) }
}

async function listCards(tx: Tx, side: OrderSide, columns: readonly Column[]): Promise<Row[]> {
  const branches = columns.map(
    ({ key, conditions, order }, at) => sql`(select ${key}::text as key, ${sql.lit(at)}::int as place,
      row_number() over (order by ${order}) as turn, ${ownColumnsOf(side)}
      from orders o where ${and(conditions)} order by ${order} limit ${cardsMax})`,
  )
  const { rows } =
    await sql<Row>`select o.key as column, ${listedColumns}, ${prescriptionJson} as prescription
    from (${sql.join(branches, sql` union all `)}) o ${joinedNames} order by o.place, o.turn`.execute(tx)
  return rows
}

async function countCards(
  tx: Tx,
  columns: readonly Pick<Column, 'key' | 'conditions'>[],
): Promise<Map<string, number>> {
  if (columns.length === 0) return new Map()
  const branches = columns.map(
    ({ key, conditions }) => sql`select ${key}::text as key, (select count(*) from
      (select 1 from orders o where ${and(conditions)} limit ${countMax}) found) as count`,
  )
  const { rows } = await sql<{
    key: string
    count: number
  }>`${sql.join(branches, sql` union all `)}`.execute(tx)
  return new Map(rows.map(({ key, count }) => [key, Number(count)]))
}

async function readExactCounts(call: Call<'tx' | 'scope'>): Promise<Map<string, number>> {
  const counts = await readOrderCounts(call)
  return new Map(boardStatuses.map((status) => [status, counts[status]]))
}
