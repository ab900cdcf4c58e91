import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, type Db, openDatabase } from '../../platform/db/database.ts'
import { insertOrder } from '../insert-rows.ts'
import { createPartners, patience, setUpTimeoutMs } from '../kill-nodes.ts'
import { as, type People } from '../people.ts'
import { openPair, type Pair } from '../standby.ts'

let pair: Pair
let people: People
let database: Database
beforeAll(async () => {
  pair = await openPair()
  people = await createPartners(pair)
  const options = { maxConnections: 4, applicationName: 'pontic test' }
  database = openDatabase({ url: pair.databaseUrls.appUrl, replicaUrl: pair.standbyUrl(), ...options })
}, setUpTimeoutMs)
afterAll(async () => {
  await database?.close()
  await pair?.close()
})

type Seen = { isReplica: boolean; count: number }

/** Writes a line, and reads it as a statistic does. */
async function writeAndRead(): Promise<Seen> {
  const text = randomUUID()
  const { alice } = people
  await database.db
    .updateTable('organization')
    .set({ remark: text })
    .where('id', '=', alice.organizationId)
    .execute()
  return await database.readFromReplica((db) => readOne(db, seenOf(text)))
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
  const settings = { PONTIC_DATABASE_REPLICA_URL: pair.standbyUrl() }
  const node = await pair.addNode(settings)
  await node.start()
  const { alice, bob, olga } = people
  await insertOrder(pair, { clinic: alice, lab: bob, status: 'pending' })
  const statuses = [
    await as(node, bob).call('dashboard.stat'),
    await as(node, bob).call('dashboard.chart', { query: { range: '7d' } }),
    await as(node, bob).call('dashboard.production', { query: { range: '7d' } }),
    await as(node, olga).call('manage.listOrganizations', { body: {} }),
    await as(node, olga).call('manage.listUsers', { body: {} }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const { path } = (await as(node, alice).call('orders.createExport', { body: {} })).body.data
  const csv = await fetch(node.url + path)
  expect([csv.status, (await csv.text()).trim().split('\n').length]).toEqual([200, 2])
  await node.kill()
})

test('a call whose replica dies meanwhile is answered by the primary, and so are all that follow', async () => {
  await expect.poll(writeAndRead, patience).toEqual({ isReplica: true, count: 1 })
  let runs = 0
  const seen = await database.readFromReplica(async (db) => {
    if (++runs === 1) await pair.killStandby()
    return await readOne(db, seenOf(''))
  })
  expect([runs, seen.isReplica]).toEqual([2, false])
  for (let turn = 0; turn < 3; turn++) expect(await writeAndRead()).toEqual({ isReplica: false, count: 1 })
})
