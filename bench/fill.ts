import { availableParallelism } from 'node:os'
import type { Client } from 'pg'
import { printStep, since } from '../scripts/places.ts'
import { type DatabaseUrls, withClient } from './cluster.ts'
import {
  insertDayCounts,
  insertEvents,
  insertOrders,
  insertPeople,
  insertPrescriptions,
  insertSearch,
  insertStatusCounts,
} from './orders-data.ts'
import {
  advanceAuditIds,
  insertAudit,
  insertDeliveries,
  insertOrganizations,
  insertSupport,
  insertUsers,
  type Slice,
  sizesOf,
} from './platform-data.ts'

const workers = Math.min(4, availableParallelism())

/** Settings of PostgreSQL that make the fill quick. A crash of the machine during the fill would destroy the cluster. */
export const fillSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  // Indexes are then written once, without the write-ahead log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  shared_buffers: '1GB',
}

const filled = `'{orders,order_search,order_event,prescription,organization,account,searched_organization,searched_account,session,audit,audit_concern,push_delivery,work_order,work_order_search}'`

/**
 * Fills an empty database without triggers, on several connections. Indexes are created at the end, and keys too if no other table
 * refers to them, because both would be slow for each row. Rows are frozen before, so that this reads only the tables.
 */
export async function fill({ superUrl }: DatabaseUrls, orders: number): Promise<void> {
  const slices = sliceUp(orders)
  await withClient(superUrl, (client) => partitionAudit(client, orders))
  const later = await withClient(superUrl, dropIndexes)
  await runPhase(superUrl, 'organizations', [[insertPeople, insertOrganizations(orders)].join(';')])
  await runPhase(superUrl, 'orders', [...slices.map((slice) => insertOrders(orders, slice))])
  await runPhase(superUrl, 'orders frozen', ['vacuum (freeze, analyze) orders', 'analyze account'])
  const { ids, days } = await withClient(superUrl, (client) => splitOrders(client, slices))
  await runPhase(superUrl, 'rows of orders, counters, users', [
    ...ids.map(insertSearch),
    ...days.map(insertDayCounts),
    ...ids.map(insertEvents),
    ...ids.map(insertPrescriptions),
    ...insertStatusCounts,
    insertUsers(orders),
    insertDeliveries(orders),
  ])
  await runPhase(superUrl, 'users analyzed', ['analyze account'])
  await runPhase(superUrl, 'audit log, support requests', [
    ...sliceUp(sizesOf(orders).auditRows).map((slice) => insertAudit(orders, slice)),
    insertSupport(orders),
  ])
  await runPhase(superUrl, 'rows frozen', [...freezes, advanceAuditIds])
  await runPhase(superUrl, 'indexes', later)
  await runPhase(superUrl, 'statistics', ['vacuum (freeze, analyze, index_cleanup off)', 'checkpoint'])
}

const freezes = [
  'prescription',
  'order_event',
  'order_search',
  'audit',
  'audit_concern',
  'push_delivery',
].map((table) => `vacuum (freeze, index_cleanup off) ${table}`)

function sliceUp(count: number): Slice[] {
  const bounds = Array.from({ length: workers + 1 }, (_, at) => Math.floor((count * at) / workers))
  return bounds.slice(1).map((to, at) => ({ from: (bounds[at] ?? 0) + 1, to }))
}

/** Returns conditions that split the orders: on `o.id`, and on the day of the registration. */
async function splitOrders(
  client: Client,
  slices: readonly Slice[],
): Promise<{ ids: string[]; days: string[] }> {
  const numbers = slices.slice(1).map(({ from }) => `C26-${from.toString(16).toUpperCase().padStart(6, '0')}`)
  const { rows } = await client.query<{ id: string; day: string }>(
    `select id, ((created_at at time zone 'utc')::date)::text as day from orders where number = any ($1) order by number`,
    [numbers],
  )
  const split = (column: string, bounds: readonly string[]) =>
    slices.map((_, at) => {
      const from = at > 0 ? `${column} >= '${bounds[at - 1]}'` : 'true'
      return at < bounds.length ? `${from} and ${column} < '${bounds[at]}'` : from
    })
  return {
    ids: split(
      'o.id',
      rows.map(({ id }) => id),
    ),
    days: split(
      'day',
      rows.map(({ day }) => day),
    ),
  }
}

/** Rows that a case leaves in the audit log of a real portal. The fill inserts one. */
const auditRowsOfCase = 12
const filledMonths = 36

/**
 * Divides the first partitions of the audit log, which are empty, into those of the filled rows. They have the length that the job of a
 * portal with this number of cases would choose.
 */
async function partitionAudit(client: Client, orders: number): Promise<void> {
  const rowsAMonth = (orders * auditRowsOfCase) / filledMonths
  const months = rowsAMonth > 10_000_000 ? 1 : rowsAMonth > 2_500_000 ? 3 : 12
  await client.query(`
    do $$
    declare
      bound constant timestamptz := (select min(until) from audit_months());
      filled_from constant timestamptz := bound - interval '48 months';
      name text;
      start timestamptz;
    begin
      foreach name in array '{audit,audit_concern}'::text[] loop
        execute format('drop table %I', name || '_first');
        execute format('create table %I partition of %I for values from (minvalue) to (%L)', name || '_first', name, filled_from);
        start := filled_from;
        while start < bound loop
          execute format('create table %I partition of %I for values from (%L) to (%L)', name || to_char(start, '_YYYY_MM'), name,
            start, start + interval '${months} months');
          start := start + interval '${months} months';
        end loop;
      end loop;
    end $$`)
}

/** Drops the indexes of the filled tables, and their keys to which no other table refers. @returns SQL that creates them again, slow ones first */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ dropping: string; creating: string }>(`
    select format('drop index %s', i.indexrelid::regclass) as dropping, pg_get_indexdef(i.indexrelid) as creating
    from pg_index i where i.indrelid = any (${filled}::regclass[])
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
      format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k where k.conrelid = any (${filled}::regclass[]) and k.contype in ('p', 'u')
      and k.conrelid not in ('orders'::regclass, 'account'::regclass, 'organization'::regclass)
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = k.conindid)`)
  for (const { dropping } of rows) await client.query(dropping)
  const weightOf = (sql: string) =>
    sql.includes('USING gin') ? 0 : / on (public\.)?orders /i.test(sql) ? 1 : 2
  // The definition of an index of a partitioned table is that of the table alone, without its partitions.
  return rows
    .map(({ creating }) => creating.replace(' ON ONLY ', ' ON '))
    .toSorted((a, b) => weightOf(a) - weightOf(b))
}

/** Runs statements on several connections; each takes the next one when it is free. */
async function runPhase(superUrl: string, name: string, statements: readonly string[]): Promise<void> {
  const startMs = performance.now()
  const waiting = [...statements]
  const work = async (client: Client) => {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB';
       set synchronous_commit = off; set max_parallel_maintenance_workers = 0`,
    )
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
  }
  const count = Math.min(workers, statements.length)
  await Promise.all(Array.from({ length: count }, () => withClient(superUrl, work)))
  printStep(`  ${name}: ${since(startMs)}`)
}
