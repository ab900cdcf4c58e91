import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { newId } from '../db/ids.ts'
import { recordAudit } from './audit.service.ts'
import { findBrokenSeal, sealAudit } from './audit-seals.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const write = (note: string) =>
  app.services.database.transaction((tx) =>
    recordAudit(
      tx,
      {},
      { action: 'orders.create', objectType: 'order', objectId: newId(), detail: { note } },
    ),
  )
const seal = () => app.services.database.transaction((tx) => sealAudit(tx, app.clock.now()))
const findBroken = () => findBrokenSeal(app.services.database.db)
const state = async () => (await as(app, people.root).call('audit.seals')).body.data
const check = async () => {
  expect((await as(app, people.root).call('audit.checkSeals')).status).toBe(200)
  await app.runJobs()
  return await state()
}

test('T62: two rows at the edge of a batch, of which the second has the earlier time, break no seal', async () => {
  const insert = (agoSeconds: number) =>
    app.services.database.db
      .insertInto('audit')
      .values({
        at: new Date(app.clock.now().getTime() - agoSeconds * 1000),
        action: 'test.crossed',
        object_type: 'test',
        object_id: '',
      })
      .execute()
  await insert(58)
  await insert(62)
  await seal()
  app.clock.advance({ minutes: 2 })
  await seal()
  expect(await findBroken()).toBeUndefined()
})

test('T62: rows of an open transaction are sealed after it commits, however long it stays open', async () => {
  const slow = await app.services.database.pool.connect()
  await slow.query('begin')
  await slow.query("insert into audit (action, object_type, object_id) values ('test.slow', 'test', '')")
  await write('test.quick')
  app.clock.advance({ minutes: 5 })
  await seal()
  await slow.query('commit')
  slow.release()
  expect(await findBroken()).toBeUndefined()
  await seal()
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from audit
    where action in ('test.slow', 'test.quick') and id > (select max(last_audit_id) from audit_seal)`.execute(
    app.services.database.db,
  )
  expect(rows).toEqual([{ open: 0 }])
  expect(await findBroken()).toBeUndefined()
})

test('T62: changing or removing a sealed audit row is detected, and a platform administrator sees which rows are affected', async () => {
  for (const batch of ['one', 'two']) {
    await write(`test.${batch}`)
    await write(`test.${batch}\u001b[31m\nforged line`)
    app.clock.advance({ minutes: 2 })
    await seal()
  }
  const intact = await check()
  expect(intact).toMatchObject({ brokenFrom: null, brokenTo: null, checkedTo: intact.sealedTo })
  expect(intact.checkedAt).not.toBeNull()
  // Only a superuser can change audit rows.
  await app.databaseUrls.runInside(
    "update audit set action = 'orders.ship' where detail ->> 'note' = 'test.one'",
  )
  const broken = await check()
  expect(Number(broken.brokenFrom)).toBeGreaterThan(0)
  expect(Number(broken.brokenTo)).toBeGreaterThanOrEqual(Number(broken.brokenFrom))
  expect(app.logLines.join('')).toContain('A seal of the audit log is broken.')
  await app.databaseUrls.runInside(
    "update audit set action = 'orders.create' where detail ->> 'note' = 'test.one'",
  )
  expect(await check()).toMatchObject({ brokenFrom: null })
  // The earlier check recorded the last sealed row, so the next check detects that the last seal is missing.
  await app.databaseUrls.runInside(
    'delete from audit_seal where last_audit_id = (select max(last_audit_id) from audit_seal)',
  )
  expect(await check()).toMatchObject({ brokenTo: intact.sealedTo })
})

test('T62: the application role cannot delete, truncate or update the audit tables', async () => {
  for (const table of ['audit', 'audit_seal', 'audit_concern', 'audit_check']) {
    for (const statement of [`delete from ${table}`, `truncate ${table}`]) {
      await expect(app.services.database.pool.query(statement), statement).rejects.toMatchObject({
        code: '42501',
      })
    }
  }
  await expect(app.services.database.pool.query('update audit_concern set at = now()')).rejects.toMatchObject(
    { code: '42501' },
  )
})
