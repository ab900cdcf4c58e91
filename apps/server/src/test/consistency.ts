import { type OrderTransition, orderTransitions } from '@pontic/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import type { Acknowledged } from './load.ts'

type Faults = { fault: string }

/**
 * Finds inconsistencies that a killed process could leave:
 * - orders whose status does not follow from their timeline,
 * - counters, progress and storage that differ from a recount,
 * - steps without an audit record.
 * @returns a line for each inconsistency
 */
export async function findFaults(database: Database): Promise<string[]> {
  const found = await Promise.all([
    findWrongStates(database),
    ...[
      wrongCounters,
      wrongPlatformCounters,
      wrongDays,
      wrongProduction,
      wrongProgress,
      wrongStorage,
      wrongAudit,
    ].map(async (query) => {
      const { rows } = await query.execute(database.db)
      return rows.map((row) => row.fault)
    }),
  ])
  return found.flat()
}

/** Finds acknowledged changes that are missing in the timeline. */
export async function findLost(
  { db }: Database,
  acknowledged: readonly Acknowledged[],
): Promise<Acknowledged[]> {
  const rows = await db.selectFrom('order_event').select(['order_id', 'kind']).execute()
  const kept = new Set(rows.map((row) => `${row.order_id} ${row.kind}`))
  return acknowledged.filter(({ orderId, kind }) => !kept.has(`${orderId} ${kind}`))
}

/** Counts the mails that have not been sent. */
export async function countWaitingMails({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs where task_identifier = 'mail.send'`.execute(db)
  return rows[0]?.count ?? 0
}

type Step = { order_id: string; kind: string; from_status: string | null; to_status: string | null }

async function findWrongStates({ db }: Database): Promise<string[]> {
  const orders = await db.selectFrom('orders').select(['id', 'status']).execute()
  const steps = await db
    .selectFrom('order_event')
    .select(['order_id', 'kind', 'from_status', 'to_status'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const byOrder = Map.groupBy(steps, (step) => step.order_id)
  return orders.flatMap(({ id, status }) => {
    const [fault, reached] = replay(byOrder.get(id) ?? [])
    if (fault !== undefined) return [`order ${id}: ${fault}`]
    return reached === status ? [] : [`order ${id} is ${status}, its timeline leads to ${reached}`]
  })
}

/** Replays an order's steps with the transition table. @returns the fault, and the status reached */
function replay(steps: readonly Step[]): [string | undefined, string | null] {
  let status: string | null = null
  for (const { kind, from_status, to_status } of steps) {
    const row: OrderTransition | undefined = orderTransitions[kind as keyof typeof orderTransitions]
    const isFitting =
      row === undefined || [...row.from, ...(row.labGoneFrom ?? [])].some((one) => one === status)
    const isMeant = row?.to === undefined || row.to === to_status
    if (from_status !== status || !isFitting || !isMeant)
      return [`${kind} from ${from_status} to ${to_status} while ${status}`, status]
    status = to_status
  }
  return [undefined, status]
}

const wrongCounters = sql<Faults>`
  with counted as (
    select organization_id, status, count(*) as count from (
      select clinic_id as organization_id, status from orders where discarded_at is null
      union all select lab_id, status from orders where discarded_at is null and lab_id is not null
    ) t group by 1, 2
  )
  select format('%s counts %s %s, there are %s', organization_id, kept.count, status, counted.count) as fault
  from counted full join org_status_count kept using (organization_id, status)
  where coalesce(kept.count, 0) <> coalesce(counted.count, 0)`

const wrongPlatformCounters = sql<Faults>`
  select format('the platform counts %s %s, there are %s', kept.count, status, counted.count) as fault
  from (select status, count(*) as count from orders where discarded_at is null group by status) counted
  full join (select status, sum(count) as count from platform_status_count group by status) kept using (status)
  where coalesce(kept.count, 0) <> coalesce(counted.count, 0)`

// A day whose last case was deleted has a row of zeros, which is equal to a missing row.
const wrongDays = sql<Faults>`
  select format('%s counts by day %s %s, there are %s', scope_id, day, kept.detail, counted.detail) as fault
  from recount_order_days() counted full join order_day_count kept using (scope_id, day)
  where coalesce(kept.detail, '{}') <> coalesce(counted.detail, '{}')
    or coalesce(kept.upto, array_fill(0, array[96])) <> coalesce(counted.upto, array_fill(0, array[96]))
    or coalesce(kept.by_type, array_fill(0, array[8])) <> coalesce(counted.by_type, array_fill(0, array[8]))`

// The sum of all slots. The trigger counts entries of the timeline, so that a recount reads them.
const wrongProduction = sql<Faults>`
  select format('%s counts %s received orders at %s, there are %s', lab_id, kept.count, at, counted.count) as fault
  from recount_received('infinity') counted full join (
    select lab_id, at, sum(count) as count from lab_received_count group by lab_id, at
  ) kept using (lab_id, at)
  where coalesce(kept.count, 0) <> coalesce(counted.count, 0)
  union all
  select format('%s counts %s shipped orders of type %s at %s in %s s, there are %s in %s s', lab_id, kept.count, type, at,
    kept.seconds, counted.count, counted.seconds)
  from recount_shipped('infinity') counted full join (
    select lab_id, at, type, due_on, sum(count) as count, sum(seconds) as seconds from lab_shipped_count
    group by lab_id, at, type, due_on
  ) kept using (lab_id, at, type, due_on)
  where (coalesce(kept.count, 0), coalesce(kept.seconds, 0)) <> (coalesce(counted.count, 0), coalesce(counted.seconds, 0))`

const wrongProgress = sql<Faults>`
  select format('order %s: %s of %s files, %s of %s bytes; counted %s of %s, %s of %s', o.id, o.files_verified,
    o.files_total, o.bytes_received, o.bytes_total, f.verified, f.total, f.received, f.bytes) as fault
  from orders o cross join lateral (
    select count(*) filter (where state = 'verified') as verified, count(*) as total,
      coalesce(sum(received_bytes), 0) as received, coalesce(sum(size_bytes), 0) as bytes
    from order_file where order_id = o.id and party = 'clinic' and state <> 'refused' and removed_at is null
  ) f
  where (o.files_verified, o.files_total, o.bytes_received, o.bytes_total)
    is distinct from (f.verified, f.total, f.received, f.bytes)`

const wrongStorage = sql<Faults>`
  select format('%s uses %s bytes, its files have %s', o.name, o.storage_used_bytes, f.bytes) as fault
  from organization o cross join lateral (
    select coalesce(sum(size_bytes), 0) as bytes from order_file
    where organization_id = o.id and state <> 'refused' and removed_at is null and is_counted
  ) f
  where o.storage_used_bytes <> f.bytes`

const wrongAudit = sql<Faults>`
  select format('order %s: %s in the timeline %s times, in the audit %s times', order_id, kind, e.count, a.count) as fault
  from (
    select order_id::text, kind, count(*) from order_event where kind <> 'files' group by 1, 2
  ) e full join (
    select object_id as order_id, case action when 'orders.create' then 'register' else substr(action, 8) end as kind,
      count(*)
    from audit where object_type = 'order' and action like 'orders.%' and action <> 'orders.update' group by 1, 2
  ) a using (order_id, kind)
  where e.count is distinct from a.count`
