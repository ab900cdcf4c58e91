import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { createPeople, type People } from '../../test/people.ts'
import { addToBatch } from './commit-batch.ts'
import { isUnavailable, openDatabase, sqlStateOf } from './database.ts'
import { newId } from './ids.ts'
import { listMigrations, migrate } from './migrate.ts'
import { printSchema } from './print-schema.ts'
import { printTables } from './print-tables.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('schema.sql and tables.ts match the catalogs', async () => {
  const [schema, tables] = await withClient(app.databaseUrls.ownerUrl, async (client) => [
    await printSchema(client),
    await printTables(client),
  ])
  await expect(schema).toMatchFileSnapshot('./schema.sql')
  await expect(tables).toMatchFileSnapshot('./tables.ts')
})

test('processes that migrate an empty database concurrently apply each migration once', async () => {
  const { ownerUrl, runAsSuper } = app.databaseUrls
  const name = `race_${randomBytes(4).toString('hex')}`
  await runAsSuper(`create database ${name} owner pontic_owner`)
  const url = Object.assign(new URL(ownerUrl), { pathname: `/${name}` }).href
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat()).toEqual(listMigrations())
  await runAsSuper(`drop database ${name} with (force)`)
})

test('a migration does not wait for the locks of running jobs on the job queue', async () => {
  const { ownerUrl } = app.databaseUrls
  await withClient(ownerUrl, async (worker) => {
    await worker.query('begin')
    await worker.query('lock table graphile_worker._private_jobs in row exclusive mode')
    await worker.query('lock table graphile_worker._private_job_queues in row exclusive mode')
    const impatient = Object.assign(new URL(ownerUrl), { search: '?options=-c%20lock_timeout%3D5000' }).href
    expect(await migrate(impatient)).toEqual([])
    await worker.query('rollback')
  })
})

test('timestamps are read with microseconds, bigint as numbers and dates as strings', async () => {
  const { rows } = await sql<{ at: string; whole: string; size: number; day: string }>`
    select timestamptz '2026-11-21 14:49:12.000012+01' as at, timestamptz '2026-11-21 14:49:12Z' as whole,
           9007199254740991::bigint as size, date '2026-12-04' as day`.execute(app.services.database.db)
  expect(rows[0]).toEqual({
    at: '2026-11-21T13:49:12.000012Z',
    whole: '2026-11-21T14:49:12.000000Z',
    size: 9007199254740991,
    day: '2026-12-04',
  })
})

test('statements are prepared once per connection', async () => {
  const { database } = app.services
  const prepared = await database.transaction(async (tx) => {
    for (let n = 0; n < 3; n++)
      await tx.selectFrom('account').select('id').where('email', '=', 'nobody').execute()
    const { rows } = await sql<{ count: number }>`
      select generic_plans + custom_plans as count from pg_prepared_statements
      where statement like 'select "id" from "account" where "email"%'`.execute(tx)
    return rows
  })
  expect(prepared).toEqual([{ count: 3 }])
})

test('ids sort in order of creation and are UUIDv7', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('both transactions of a deadlock succeed, because the aborted one is repeated', async () => {
  const { database } = app.services
  const firstLocks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  let runs = 0
  const touch = (own: 0 | 1, first: string, second: string) =>
    database.transaction(async (tx) => {
      runs++
      const remark = (id: string) =>
        tx.updateTable('organization').set({ remark: 'seen' }).where('id', '=', id)
      await remark(first).execute()
      // Each transaction locks its first row before either requests its second row, which causes a deadlock.
      firstLocks[own].resolve()
      await firstLocks[1 - own]!.promise
      await remark(second).execute()
    })
  const [one, two] = [people.alice.organizationId, people.bob.organizationId]
  await Promise.all([touch(0, one, two), touch(1, two, one)])
  // The repeated transaction may lock its first row before the other one does, and deadlock again.
  expect(runs).toBeGreaterThan(2)
})

test('the counts by status follow every change of an order row', async () => {
  const { db } = app.services.database
  const counts = async (organizationId: string) => {
    const rows = await db
      .selectFrom('org_status_count')
      .select(['status', 'count'])
      .where('organization_id', '=', organizationId)
      .where('count', '>', 0)
      .execute()
    return Object.fromEntries(rows.map((row) => [row.status, row.count]))
  }
  const order = await insertOrder(app, { clinic: people.erin, lab: people.carol, status: 'pending' })
  await insertOrder(app, { clinic: people.erin, status: 'uploaded' })
  expect(await counts(people.erin.organizationId)).toEqual({ pending: 1, uploaded: 1 })
  expect(await counts(people.carol.organizationId)).toEqual({ pending: 1 })
  await db.updateTable('orders').set({ status: 'rejected' }).where('id', '=', order.id).execute()
  expect(await counts(people.carol.organizationId)).toEqual({ rejected: 1 })
  await db.updateTable('orders').set({ discarded_at: app.clock.now() }).where('id', '=', order.id).execute()
  expect(await counts(people.erin.organizationId)).toEqual({ uploaded: 1 })
  expect(await counts(people.carol.organizationId)).toEqual({})
})

test('open transactions do not wait for the counters of each other', async () => {
  const { pool, db } = app.services.database
  const pending = { clinic: people.dave, lab: people.carol, status: 'pending' } as const
  const orders = [
    await insertOrder(app, pending),
    await insertOrder(app, pending),
    await insertOrder(app, pending),
  ]
  const clients = await Promise.all(orders.map(() => pool.connect()))
  for (const [index, client] of clients.entries()) {
    await client.query('begin')
    await client.query("update orders set status = 'accepted' where id = $1", [orders[index]?.id])
  }
  const [first, ...others] = clients
  await first?.query('rollback')
  for (const client of others) await client.query('commit')
  for (const client of clients) client.release()
  const counts = await db
    .selectFrom('org_status_count')
    .select(['status', 'count'])
    .where('organization_id', '=', people.dave.organizationId)
    .where('count', '<>', 0)
    .orderBy('status')
    .execute()
  expect(counts).toEqual([
    { status: 'accepted', count: 2 },
    { status: 'pending', count: 1 },
  ])
})

test('an error of the statement that is sent with the commit rolls the transaction back', async () => {
  const { database } = app.services
  const broken = { account_id: 'no id', organization_id: null, action: '', object_type: '', object_id: '' }
  const row = { ...broken, subject_organization_ids: [], address: '', request_id: '', detail: {} }
  const failing = database.transaction(async (tx) => {
    await tx
      .updateTable('organization')
      .set({ remark: 'lost' })
      .where('id', '=', people.dave.organizationId)
      .execute()
    await addToBatch(tx, { audit: [row] })
  })
  await expect(failing).rejects.toMatchObject({ code: '22P02' })
  const { remark } = await database.db
    .selectFrom('organization')
    .select('remark')
    .where('id', '=', people.dave.organizationId)
    .executeTakeFirstOrThrow()
  expect(remark).not.toBe('lost')
})

test('T62: the application can insert and read audit rows, but not change or remove them', async () => {
  await withClient(app.databaseUrls.appUrl, async (client) => {
    await client.query(
      "insert into audit (action, object_type, object_id) values ('test.write', 'test', '1')",
    )
    for (const table of ['audit', 'audit_seal']) {
      for (const statement of [
        `update ${table} set detail = '{}'`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table}`,
        `alter table ${table} add x int`,
      ]) {
        const refused = client.query(statement)
        await expect(refused, statement).rejects.toMatchObject({
          code: expect.stringMatching(/^(42501|42703)$/),
        })
      }
    }
    await expect(client.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('update pontic_migration set name = name')).rejects.toMatchObject({
      code: '42501',
    })
  })
})

test('a connection whose server is read-only is closed, so that the call succeeds once another server answers', async () => {
  const { appUrl, runAsSuper } = app.databaseUrls
  const name = new URL(appUrl).pathname.slice(1)
  const database = openDatabase({ url: appUrl, maxConnections: 1, applicationName: 'pontic test' })
  const write = () => sql`update organization set remark = '' where false`.execute(database.db)
  try {
    await runAsSuper(`alter database ${name} set default_transaction_read_only = on`)
    const error = await write().catch((reason: unknown) => reason)
    expect([sqlStateOf(error), isUnavailable(error)]).toEqual(['25006', true])
  } finally {
    await runAsSuper(`alter database ${name} reset default_transaction_read_only`)
  }
  await write()
  await database.close()
})
