import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient } from '@pontic/client'
import type { Client as DatabaseClient } from 'pg'
import { demoPassword, demoPeople } from '../apps/server/src/demo/demo-people.ts'
import { smallJaws } from '../e2e/cases.ts'
import { printStep } from '../scripts/places.ts'
import { withClient } from './cluster.ts'
import { type Scale, type Section, show } from './figures.ts'
import { type Demo, withDemo } from './pages.ts'
import { type Portal, readCpuMs, readFamilyCpuMs } from './portal.ts'
import { createScanCase } from './scan-case.ts'

const database = 'bench_cost'
const warmUpCases = 20
const jobLimitMs = 60_000
/** Sessions report their statistics after at most ten seconds. */
const statisticsMs = 11_000

/** What the database and the server have used so far. */
type Used = {
  rows: Map<string, { inserted: number; updated: number; deleted: number }>
  tableBytes: number
  indexBytes: number
  walBytes: number
  walSyncs: number
  serverMs: number
  databaseMs: number
}

type People = { clinic: Client; lab: Client; labId: string }

/** Measures what one case costs in the database and in processor time, from its creation until it is completed. */
export async function measureCost(scale: Scale): Promise<Section> {
  const cases = 20 * scale.rounds
  return await withDemo(database, async (demo) => {
    const people = await signIn(demo.portal)
    for (let at = 0; at < warmUpCases; at += 1) await runCase(people)
    const before = await readUsed(demo)
    printStep(`${cases} cases`)
    for (let at = 0; at < cases; at += 1) await runCase(people)
    const after = await readUsed(demo)
    people.clinic.dispose()
    people.lab.dispose()
    return report(before, after, cases)
  })
}

async function signIn(portal: Portal): Promise<People> {
  const open = async (username: string) => {
    const client = createClient({ baseUrl: portal.url, language: () => 'en_US' })
    const session = await client.session.signIn({ username, password: demoPassword, rememberMe: false })
    return { client, session }
  }
  const clinic = await open(demoPeople.alice.email)
  const lab = await open(demoPeople.bob.email)
  return { clinic: clinic.client, lab: lab.client, labId: lab.session.organization_id }
}

/** One case as it usually runs: a crown with two scans, a question with an answer, one message of each side, ship and complete. */
async function runCase({ clinic, lab, labId }: People): Promise<void> {
  const [upper, lower] = smallJaws().map(({ bytes }) => bytes)
  const { id } = await createScanCase(clinic, { upper: upper!, lower: lower! })
  const item = {
    tooth: '16',
    work: 'crown',
    material: 'zirconia',
    shade: { guide: 'vita_classical', body: 'A3' },
  }
  const prescription = { type: 0, items: [item] }
  await clinic.call('prescriptions.update', { body: { id, prescription: prescription as never } })
  await clinic.call('orders.send', { body: { id, labId } })
  const deliveryOn = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await lab.call('orders.accept', { body: { id, deliveryOn } })
  await clinic.call('conversation.post', { body: { orderId: id, text: 'The patient comes on Monday.' } })
  await lab.call('conversation.post', { body: { orderId: id, text: 'The crown will be there.' } })
  await lab.call('orders.ship', { body: { id, withoutNumber: true } })
  await clinic.call('orders.complete', { body: { id } })
}

/** Waits until all jobs have run, and reads what was used. */
async function readUsed({ portal, urls, postgres }: Demo): Promise<Used> {
  return await withClient(urls.superUrl, async (client) => {
    await waitForJobs(client)
    const rows = await readSteadyRows(client)
    await client.query('checkpoint')
    const { rows: sizes } = await client.query<{ tables: number; indexes: number }>(
      `select sum(pg_table_size(oid))::float8 as tables, sum(pg_indexes_size(oid))::float8 as indexes
       from pg_class where relkind = 'r'`,
    )
    const { rows: wal } = await client.query<{ bytes: number; syncs: number }>(
      `select (select wal_bytes from pg_stat_wal)::float8 as bytes,
         (select sum(fsyncs) from pg_stat_io where object = 'wal')::float8 as syncs`,
    )
    return {
      rows,
      tableBytes: sizes[0]!.tables,
      indexBytes: sizes[0]!.indexes,
      walBytes: wal[0]!.bytes,
      walSyncs: wal[0]!.syncs,
      serverMs: readCpuMs(portal.pid),
      databaseMs: readFamilyCpuMs(postgres.pid),
    }
  })
}

/** Reads the counts of changed rows. Sessions report them some seconds late, so it waits until two readings are equal. */
async function readSteadyRows(client: DatabaseClient): Promise<Used['rows']> {
  const read = async () => {
    const { rows } = await client.query<{ name: string; inserted: number; updated: number; deleted: number }>(
      // A partitioned table has the sums of its partitions.
      `select s.schemaname || '.' || coalesce(p.relname, s.relname) as name, sum(s.n_tup_ins)::float8 as inserted,
         sum(s.n_tup_upd)::float8 as updated, sum(s.n_tup_del)::float8 as deleted
       from pg_stat_user_tables s left join pg_inherits i on i.inhrelid = s.relid left join pg_class p on p.oid = i.inhparent
       group by 1 order by 1`,
    )
    return rows
  }
  let last = await read()
  for (;;) {
    await wait(statisticsMs)
    const now = await read()
    if (JSON.stringify(now) === JSON.stringify(last))
      return new Map(now.map(({ name, ...counts }) => [name, counts]))
    last = now
  }
}

async function waitForJobs(client: DatabaseClient): Promise<void> {
  const untilMs = performance.now() + jobLimitMs
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts',
    )
    if (rows[0]!.count === 0) return
    if (performance.now() > untilMs) throw new Error(`${rows[0]!.count} jobs did not run.`)
    await wait(250)
  }
}

const kb = (bytes: number) => `${show(bytes / 1000)} KB`
const ms = (value: number) => `${show(value)} ms`

function report(before: Used, after: Used, cases: number): Section {
  const of = (key: 'tableBytes' | 'indexBytes' | 'walBytes' | 'walSyncs' | 'serverMs' | 'databaseMs') =>
    (after[key] - before[key]) / cases
  const grown = [...after.rows]
    .map(([name, now]) => {
      const then = before.rows.get(name)
      const each = (kind: 'inserted' | 'updated' | 'deleted') => (now[kind] - (then?.[kind] ?? 0)) / cases
      return { name, inserted: each('inserted'), updated: each('updated'), deleted: each('deleted') }
    })
    .filter(({ inserted, updated, deleted }) => inserted + updated + deleted >= 0.5)
    .toSorted((a, b) => b.inserted + b.updated - a.inserted - a.updated)
  const sum = (kind: 'inserted' | 'updated' | 'deleted') => grown.reduce((all, row) => all + row[kind], 0)
  const kept = grown.reduce((all, row) => all + Math.max(0, row.inserted - row.deleted), 0)
  return {
    title: 'Cost of a case',
    notes: [
      `${cases} cases, one after the other: a crown with two small scans, send, accept, one message of each side, ship, complete; with mails and all jobs. All values are for one case.`,
      'Bytes of files are not included: a case needs the size of its scans and, for levels and pictures, what the tables about previews name.',
    ],
    columns: ['', 'rows inserted', 'updated', 'deleted'],
    rows: [
      ...grown.map(({ name, inserted, updated, deleted }) => [
        name.replace(/^public\./, ''),
        show(inserted),
        show(updated),
        show(deleted),
      ]),
      ['**all tables**', show(sum('inserted')), show(sum('updated')), show(sum('deleted'))],
      ['rows that stay', show(kept), '', ''],
      ['tables grow by', kb(of('tableBytes')), '', ''],
      ['indexes grow by', kb(of('indexBytes')), '', ''],
      ['write-ahead log', kb(of('walBytes')), '', ''],
      ['flushes of the write-ahead log', show(of('walSyncs')), '', ''],
      ['processor time of the server', ms(of('serverMs')), '', ''],
      ['processor time of PostgreSQL', ms(of('databaseMs')), '', ''],
    ],
    verdicts: [],
  }
}
