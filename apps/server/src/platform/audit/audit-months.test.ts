import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { newId } from '../db/ids.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'
import { countMonthsAhead, createAuditMonths } from './audit-months.service.ts'
import { findBrokenSeal, sealAudit } from './audit-seals.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

/** Returns the start of a month, in months after the present one. */
async function monthStart(ahead: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`select (date_trunc('month', now() at time zone 'utc')
    + make_interval(months => ${ahead})) at time zone 'utc' as at`.execute(app.services.database.db)
  return rows[0]!.at
}

async function insertAt(at: string, objectId: string): Promise<void> {
  await app.services.database.db
    .insertInto('audit')
    .values({ at, action: 'test.month', object_type: 'test', object_id: objectId })
    .execute()
}

async function listPartitions(objectId: string): Promise<[audit: string, concern: string][]> {
  const { rows } = await sql<{ audit: string; concern: string }>`
    select a.tableoid::regclass::text as audit, c.tableoid::regclass::text as concern
    from audit a join audit_concern c on c.audit_id = a.id and c.concerned_id = ${objectId}::uuid order by a.at`.execute(
    app.services.database.db,
  )
  return rows.map(({ audit, concern }) => [audit, concern])
}

const nameOf = (table: string, month: string) => `${table}_${month.slice(0, 7).replace('-', '_')}`

test('rows of months without a partition are accepted, and move when nodes create these months at the same time', async () => {
  const { database } = app.services
  const id = newId()
  const months = [await monthStart(3), await monthStart(4), await monthStart(20)]
  for (const month of months) await insertAt(month, id)
  expect(await listPartitions(id)).toEqual(months.map(() => ['audit_later', 'audit_concern_later']))
  await sealAll()
  const created = await Promise.all(Array.from({ length: 4 }, () => createAuditMonths(database, 3)))
  expect(created.flat()).toEqual([months[0]!.slice(0, 10)])
  // A small log gets a partition for a year.
  expect(await countMonthsAhead(database.db)).toBe(14)
  const first = [nameOf('audit', months[0]!), nameOf('audit_concern', months[0]!)]
  expect(await listPartitions(id)).toEqual([first, first, ['audit_later', 'audit_concern_later']])
  expect(await findBrokenSeal(database.db)).toBeUndefined()
})

test('the more a log grows, the shorter are its partitions', async () => {
  const { database } = app.services
  for (const [rowsAMonth, months] of [
    [3_000_000, 3],
    [11_000_000, 1],
  ] as const) {
    const ahead = await countMonthsAhead(database.db)
    await app.databaseUrls.runInside(`select setval('audit_id_seq', ${rowsAMonth})`)
    // Later than all other rows, so that its id is the newest.
    await insertAt(await monthStart(100), newId())
    await createAuditMonths(database, ahead + 1)
    expect(await countMonthsAhead(database.db)).toBe(ahead + months)
  }
})

async function sealAll(): Promise<void> {
  const muchLater = new Date(Date.now() + 1000 * 86_400_000)
  await app.services.database.transaction((tx) => sealAudit(tx, muchLater))
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from audit
    where id > (select max(last_audit_id) from audit_seal)`.execute(app.services.database.db)
  expect(rows).toEqual([{ open: 0 }])
}

test('the job finds nothing to do while the next two months have partitions', async () => {
  const { database } = app.services
  await database.transaction((tx) => enqueueJob(tx, 'audit.createMonths', {}))
  await app.runJobs()
  expect(await createAuditMonths(database)).toEqual([])
  expect(app.logLines.join('')).not.toContain('Partitions of the audit log were created.')
})

test('the log is paged across months in order, whole or of one organization', async () => {
  const { organizationId } = people.erin
  for (const ahead of [-14, -7, -1, 0, 3, 4]) {
    await app.services.database.db
      .insertInto('audit')
      .values({
        at: await monthStart(ahead),
        action: 'test.page',
        object_type: 'test',
        object_id: '',
        organization_id: organizationId,
      })
      .execute()
  }
  for (const filter of [{ action: 'test.page' }, { action: 'test.page', organizationId }]) {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const body = { filter, pageSize: 2, ...(cursor ? { cursor } : {}) }
      const { data } = (await as(app, people.root).call('audit.list', { body })).body
      seen.push(...data.list.map(({ at }: { at: string }) => at))
      cursor = data.cursor
    }
    expect(seen).toHaveLength(6)
    expect(seen).toEqual(seen.toSorted().reverse())
  }
})

test('T62: the application role has no access to single partitions, and cannot choose the id of a row', async () => {
  const { pool } = app.services.database
  for (const statement of [
    "insert into audit (id, action, object_type, object_id) values (1, 'test.forged', 'test', '')",
    "insert into audit_first (action, object_type, object_id) values ('test.forged', 'test', '')",
    'select * from audit_later',
    'delete from audit_concern_first',
    'alter table audit detach partition audit_first',
    "select setval('audit_id_seq', 1)",
  ])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})
