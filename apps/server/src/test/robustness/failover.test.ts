import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, type Db, openDatabase } from '../../platform/db/database.ts'
import { findWritableUrl } from '../../platform/db/servers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { findFaults, findLost } from '../consistency.ts'
import { insertOrder } from '../insert-rows.ts'
import { isLong, killsOf, killTimeoutMs, patience } from '../kill-nodes.ts'
import { stageKills } from '../kill-stage.ts'
import { startLoad } from '../load.ts'
import type { Node } from '../nodes.ts'
import { as } from '../people.ts'
import { openPair, type Pair } from '../standby.ts'

// Elsewhere the processes of a server cannot be found.
const canFreeze = process.platform === 'linux'

let pair: Pair
let failovers = 0
/** Milliseconds from each promotion to the first write, and to the end of the first job. */
const waitsMs: { write: number; job: number }[] = []

/** Fails over by turns: from a primary that was killed, and from one that does not answer and later accepts writes again. */
async function failOver(node: Node, { services: { database }, ...installation }: Pair): Promise<void> {
  const pid = node.pid()
  const isKill = !canFreeze || failovers++ % 2 === 1
  if (isKill) {
    installation.killPrimary()
    await node.untilReadyz(503)
  } else installation.freezePrimary()
  await installation.promote()
  const promotedMs = performance.now()
  await node.untilReadyz(200)
  await expect.poll(enqueue, patience).toBe(true)
  const write = performance.now() - promotedMs
  if (!isKill) installation.thawOldPrimary()
  await expect.poll(countJobs, patience).toBe(0)
  waitsMs.push({ write, job: performance.now() - promotedMs })
  expect(node.pid()).toBe(pid)
  await installation.replaceOldPrimary()

  async function enqueue(): Promise<boolean> {
    try {
      await database.transaction((tx) => enqueueJob(tx, 'cleanup.run', {}, { key: 'after the failover' }))
      return true
    } catch {
      return false
    }
  }

  async function countJobs(): Promise<number | null> {
    const query = `select from graphile_worker._private_jobs where key = 'after the failover'`
    return (await database.pool.query(query)).rowCount
  }
}

const { staged, expectNoStepLost } = stageKills(
  'the primary',
  async () => {
    pair = await openPair()
    return pair
  },
  failOver,
  // An even number, so that the first standby is the standby again.
  killsOf(2),
  (opened) => ({ PONTIC_DATABASE_REPLICA_URL: opened.standbyUrl() }),
)

test(
  'no acknowledged step is lost when the primary dies or is cut off and its standby is promoted, and jobs and streams go on',
  async () => {
    await expectNoStepLost(isLong ? 100 : 20)
    const listed = (of: 'write' | 'job') => waitsMs.map((waits) => Math.round(waits[of])).join(', ')
    if (isLong)
      console.log(`ms from promotion to a write: ${listed('write')}; to the end of a job: ${listed('job')}`)
  },
  killTimeoutMs,
)

test(
  'no acknowledged step is lost when the standby is killed, whether the primary waits for it or goes on alone',
  async () => {
    const { node, people } = staged()
    const pid = node.pid()
    const [kills, steps] = [killsOf(2, 50), isLong ? 100 : 10]
    const load = startLoad(node.url, people, 6)
    for (let turn = 0; turn < kills; turn++) {
      await load.untilMore(steps)
      expect(load.runningCount()).toBeGreaterThan(0)
      if (turn % 2 === 0) await pair.crashStandby()
      else {
        await pair.killStandby()
        await load.untilMore(10)
      }
      await pair.startStandby()
    }
    await load.untilMore(steps)
    await load.finish()
    expect(node.pid()).toBe(pid)
    expect(await findLost(pair.services.database, load.acknowledged)).toEqual([])
    expect(await findFaults(pair.services.database)).toEqual([])
    // The standby has everything, too, once it has replayed what it has received.
    const standby = openDatabase({
      url: pair.standbyUrl(),
      maxConnections: 1,
      applicationName: 'pontic test',
    })
    await expect.poll(() => findLost(standby, load.acknowledged), patience).toEqual([])
    await standby.close()
    const { length } = load.acknowledged
    if (isLong)
      console.log(
        `kill -9 of the standby, ${kills} times: ${length} acknowledged steps, 0 lost on both servers; ${load.repeatedCount()} calls repeated`,
      )
  },
  killTimeoutMs,
)

let replicated: Database
const openReplicated = () =>
  openDatabase({
    url: pair.databaseUrls.appUrl,
    replicaUrl: pair.standbyUrl(),
    maxConnections: 4,
    applicationName: 'pontic test',
  })
beforeAll(() => {
  replicated = openReplicated()
})
afterAll(() => replicated?.close())

type Seen = { isReplica: boolean; count: number }

/** Writes a line, and reads it as a statistic does. */
async function writeAndRead(): Promise<Seen> {
  const text = randomUUID()
  const { alice } = staged().people
  await replicated.db
    .updateTable('organization')
    .set({ remark: text })
    .where('id', '=', alice.organizationId)
    .execute()
  return await replicated.readFromReplica((db) => readOne(db, seenOf(text)))
}

const seenOf = (text: string) =>
  sql<Seen>`select pg_is_in_recovery() as "isReplica", count(*)::int as count from organization where remark = ${text}`

async function readOne<Row>(db: Db, statement: RawBuilder<Row>): Promise<Row> {
  return (await statement.execute(db)).rows[0]!
}

test('a read from the replica sees what was written right before, and a replica that lags is not read', async () => {
  for (let turn = 0; turn < 50; turn++) expect((await writeAndRead()).count).toBe(1)
  await expect.poll(writeAndRead, patience).toEqual({ isReplica: true, count: 1 })
  await pair.runOnStandby('select pg_wal_replay_pause()')
  expect(await writeAndRead()).toEqual({ isReplica: false, count: 1 })
  await pair.runOnStandby('select pg_wal_replay_resume()')
  await expect.poll(writeAndRead, patience).toEqual({ isReplica: true, count: 1 })
})

test('statistics, exports and lists of the back office are read from the replica and write nothing', async () => {
  const { node, people } = staged()
  const { alice, bob, root } = people
  const { id } = await insertOrder(pair, { clinic: alice, lab: bob, status: 'pending' })
  const statuses = [
    await as(node, alice).call('dashboard.stat'),
    await as(node, alice).call('dashboard.chart', { query: { range: '7d' } }),
    await as(node, bob).call('dashboard.production', { query: { range: '7d' } }),
    await as(node, root).call('manage.listOrganizations', { body: {} }),
    await as(node, root).call('manage.listUsers', { body: {} }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const order = await as(node, alice).call('orders.get', { params: { id } })
  const { path } = (await as(node, alice).call('orders.createExport', { body: {} })).body.data
  const csv = await fetch(node.url + path)
  expect([csv.status, await csv.text()]).toEqual([200, expect.stringContaining(order.body.data.order.number)])
})

test.skipIf(!canFreeze)(
  'no connection stays at a primary that does not answer once its standby was promoted',
  async () => {
    const { pool, direct } = pair.services.database
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()))
    const left = direct.current()
    pair.freezePrimary()
    const unanswered = clients.map((client) => client.query('select 1'))
    const outcomes = Promise.allSettled(unanswered)
    await pair.promote()
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const client of clients) client.release()
    await expect.poll(() => pool.totalCount, patience).toBe(0)
    expect(direct.current()).not.toBe(left)
    // The old primary is reachable again, still accepts writes, and is older.
    pair.thawOldPrimary()
    const { rows } = await pool.query<{ port: string }>(`select current_setting('port') as port`)
    expect(direct.current()).toBe(`127.0.0.1:${rows[0]?.port}`)
    expect(new URL(await findWritableUrl(pair.databaseUrls.appUrl)).host).toBe(direct.current())
  },
  killTimeoutMs,
)

test('a call whose replica dies meanwhile is answered by the primary, and so are all that follow', async () => {
  await pair.replaceOldPrimary()
  await replicated.close()
  replicated = openReplicated()
  await expect.poll(writeAndRead, patience).toEqual({ isReplica: true, count: 1 })
  let runs = 0
  const seen = await replicated.readFromReplica(async (db) => {
    if (++runs === 1) await pair.killStandby()
    return await readOne(db, seenOf(''))
  })
  expect([runs, seen.isReplica]).toEqual([2, false])
  for (let turn = 0; turn < 3; turn++) expect(await writeAndRead()).toEqual({ isReplica: false, count: 1 })
})
