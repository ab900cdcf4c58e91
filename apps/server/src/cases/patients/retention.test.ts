import { limits } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, extendSessions, type People, type Person } from '../../test/people.ts'
import { runDueErasures } from './due-erasures.service.ts'
import { proposeRetention } from './retention.service.ts'

const dayMs = 86_400_000
let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await extendSessions(app)
})
afterAll(() => app.close())

const call = (by: Person) => as(app, by).call
const made = (clinic: Person, patientName: string, years: number, type: 0 | 2 = 0) =>
  insertOrder(app, {
    clinic,
    lab: people.bob,
    status: 'completed',
    patientName,
    type,
    createdAt: new Date(app.clock.now().getTime() - (years * 365 + 10) * dayMs),
  })
const proposals = async (by: Person) => (await call(by)('erasures.list', { body: {} })).body.data.list
const nameOf = async (id: string) => {
  const row = app.services.database.db.selectFrom('orders').select('patient_name').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).patient_name
}

test('cases past their retention are proposed for erasure by mail, and erased after 30 days; implant cases stay longer', async () => {
  const { alice } = people
  const old = await made(alice, 'Old Crown', 11)
  const second = await made(alice, 'old crown', 12)
  const other = await made(alice, 'Other Crown', 11)
  const implant = await made(alice, 'Young Implant', 11, 2)
  const oldImplant = await made(alice, 'Old Implant', 16, 2)
  const young = await made(alice, 'Young Crown', 9)
  await proposeRetention(app.services)
  await proposeRetention(app.services)
  const [proposal, ...rest] = await proposals(alice)
  expect(rest).toEqual([])
  expect(proposal).toMatchObject({ kind: 'retention', state: 'waiting', patientName: null, cases: 4 })
  const mail = (await app.readMails()).find(({ to }) => to === alice.email)
  expect(mail?.subject).toBe('4 cases have passed the retention period')
  expect(mail?.text).not.toContain('Crown')

  app.clock.advance({ days: limits.patientErasureDays + 1 })
  await runDueErasures(app.services)
  for (const { id } of [implant, young]) expect(await nameOf(id)).toMatch(/^Young/)
  const codes = await Promise.all([old, second, other, oldImplant].map(({ id }) => nameOf(id)))
  for (const code of codes) expect(code).toMatch(/^P\d\d-/)
  // One code per patient, so that two orders of one person stay linked.
  expect(codes[0]).toBe(codes[1])
  expect(new Set(codes).size).toBe(3)
  expect((await proposals(alice))[0]).toMatchObject({ state: 'done' })
})

test('cases that a clinic decides to retain are proposed again after a year, not before', async () => {
  const { erin } = people
  const old = await made(erin, 'Kept Crown', 11)
  await proposeRetention(app.services)
  const [proposal] = await proposals(erin)
  await call(erin)('erasures.undo', { body: { id: proposal?.id } })
  await proposeRetention(app.services)
  expect(await proposals(erin)).toHaveLength(1)
  app.clock.advance({ days: 60 })
  await runDueErasures(app.services)
  expect(await nameOf(old.id)).toBe('Kept Crown')
  app.clock.advance({ days: 310 })
  await proposeRetention(app.services)
  expect(await proposals(erin)).toHaveLength(2)
})

test('the platform sets the minimum retention, a clinic only a longer one, and laboratories none', async () => {
  const { root, alice, bob, olga } = people
  const years = { years: 12, implantYears: 20 }
  expect((await call(root)('retention.savePlatform', { body: years })).status).toBe(200)
  expect((await call(root)('retention.getPlatform')).body.data).toEqual(years)
  for (const person of [alice, bob, olga])
    expect((await call(person)('retention.savePlatform', { body: years })).status).toBe(403)
  const short = await call(alice)('retention.save', { body: { years: 11, implantYears: 20 } })
  expect([short.status, short.body.error]).toEqual([400, 'retention.too_short'])
  expect(Object.keys(short.body.fields ?? {})).toEqual(['years'])
  const saved = await call(alice)('retention.save', { body: { years: 15, implantYears: 30 } })
  expect(saved.body.data).toEqual({
    years: 15,
    implantYears: 30,
    platformYears: 12,
    platformImplantYears: 20,
  })
  expect((await call(bob)('retention.get')).status).toBe(403)
  // The platform's retention is longer than the clinic's setting and applies.
  await call(root)('retention.savePlatform', { body: { years: 40, implantYears: 40 } })
  expect((await call(alice)('retention.get')).body.data.years).toBe(40)
  const audit = await app.services.database.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'retention.savePlatform')
    .execute()
  expect(audit).toHaveLength(2)
})
