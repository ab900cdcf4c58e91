import { limits } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replayErasures } from '../../cases/patients/replay.service.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { addPerson, as, createPeople, type People, type Person } from '../../test/people.ts'
import { setPassword } from '../../test/sign-in.ts'
import { eraseClosedAccounts } from './closing.service.ts'

const name = 'Amaryllis Quickfoot'
const password = 'Molar-and-incisor-7'
let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

/** Returns the rows of all tables that contain a text in any column. */
async function findRows(text: string): Promise<string[]> {
  const { pool } = app.services.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'
      and tablename not in (select inhrelid::regclass::text from pg_inherits)`,
  )
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await pool.query<{ hit: string }>(
      `select to_jsonb(t)::text as hit from ${table.name} t where to_jsonb(t)::text ilike $1`,
      [`%${text}%`],
    )
    found.push(...rows.map(({ hit }) => `${table.name}: ${hit.slice(0, 200)}`))
  }
  return found
}

test('T64: 30 days after an account is closed, no table contains its name or email address, and a replay erases them from a restored backup', async () => {
  const { amy, alice } = people
  const { db } = app.services.database
  await db.updateTable('account').set({ name }).where('id', '=', amy.accountId).execute()
  await setPassword(app, amy, password)
  const order = await insertOrder(app, { clinic: alice, status: 'uploaded' })
  const remark = { id: order.id, version: 1, remark: 'Call before noon.' }
  expect((await as(app, amy).call('orders.remark', { body: remark })).status).toBe(200)
  const view = { name: 'Mine', content: { filters: {} } }
  expect((await as(app, amy).call('views.create', { body: view })).status).toBe(200)
  const closed = await as(app, amy).call('accounts.close')
  expect(closed.status).toBe(200)
  await app.readMails()
  expect((await findRows(name)).length).toBeGreaterThan(1)
  app.clock.advance({ days: limits.closedAccountDays + 1 })
  await eraseClosedAccounts(app.services)
  await app.runJobs()
  expect(await findRows(name)).toEqual([])
  expect(await findRows(amy.email)).toEqual([])

  await db
    .updateTable('account')
    .set({ name, email: amy.email, erased_at: null })
    .where('id', '=', amy.accountId)
    .execute()
  expect(await replayErasures(app.services)).toEqual({ cases: 0, accounts: 1 })
  expect(await findRows(name)).toEqual([])
})

test('T64: closing an account does not erase the name of a colleague who is called the same', async () => {
  const { alice, bob } = people
  const { db } = app.services.database
  const [leaving, staying] = [await addPerson(app, alice, 'admin'), await addPerson(app, alice, 'admin')]
  const [leavingTechnician, stayingTechnician] = [await addPerson(app, bob), await addPerson(app, bob)]
  const namesakes = [leaving, staying, leavingTechnician, stayingTechnician]
  const name = 'Robin Namesake'
  await db
    .updateTable('account')
    .set({ name })
    .where(
      'id',
      'in',
      namesakes.map(({ accountId }) => accountId),
    )
    .execute()
  const actOf = async (clinician: Person, technician: Person) => {
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const accepted = await as(app, technician).call('orders.accept', {
      body: { id, deliveryOn: '2027-12-08' },
    })
    const body = { id, version: accepted.body.data.version, remark: 'Call before noon.' }
    expect((await as(app, clinician).call('orders.remark', { body })).status).toBe(200)
    return id
  }
  const revokeKeyBy = async (person: Person) => {
    const body = { name: 'Desk', scopes: ['order.read' as const], expiresOn: '2026-12-31' }
    const { id } = (await as(app, alice).call('keys.create', { body })).body.data.key
    expect((await as(app, person).call('keys.revoke', { params: { id } })).status).toBe(200)
    return id
  }
  const [leftKey, keptKey] = [await revokeKeyBy(leaving), await revokeKeyBy(staying)]
  const [left, kept] = [await actOf(leaving, leavingTechnician), await actOf(staying, stayingTechnician)]
  for (const person of [leaving, leavingTechnician])
    await db
      .updateTable('account')
      .set({ deleted_at: app.clock.now() })
      .where('id', '=', person.accountId)
      .execute()
  app.clock.advance({ days: limits.closedAccountDays + 1 })
  await eraseClosedAccounts(app.services)
  const namesIn = async (id: string) =>
    await db
      .selectFrom('orders')
      .select(['operator', 'updater_name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await namesIn(kept)).toEqual({ operator: name, updater_name: name })
  expect(await namesIn(left)).toEqual({ operator: 'Former user', updater_name: 'Former user' })
  const { list: keys } = (await as(app, alice).call('keys.list')).body.data
  const revokers = new Map(keys.map(({ id, revokedBy }) => [id, revokedBy]))
  expect([revokers.get(leftKey), revokers.get(keptKey)]).toEqual(['Former user', name])
})
