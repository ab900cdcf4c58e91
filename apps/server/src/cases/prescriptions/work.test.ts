import { orderTypes, type WorkPart } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { bridgePrescription, insertOrder, minimalPrescription } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { prescriptionJobs } from './prescriptions.jobs.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const crown = minimalPrescription(0)
const bridge = bridgePrescription()
const blank = { teeth: [], arch: null, material: null, base: null, shade: null }
const { material, shade } = crown.items[0]!
const bridgeWork: WorkPart[] = [
  { ...blank, teeth: ['16', '15', '14'], work: { kind: 'bridge' }, material, shade: shade.body },
]

async function workIn(person: Person, id: string) {
  const { list } = (await as(app, person).call('orders.list', { body: { pageSize: 100 } })).body.data
  return list.find((order) => order.id === id)?.work
}

it('the list has the work of a case, which both parties see and which follows each change of the prescription', async () => {
  const { alice, bob } = people
  const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'rejected', isBlank: true })
  expect(await workIn(alice, id)).toEqual([])
  await as(app, alice).call('prescriptions.update', { body: { id, prescription: bridge } })
  for (const person of [alice, bob]) expect(await workIn(person, id)).toEqual(bridgeWork)
  const answer = await as(app, alice).call('prescriptions.update', { body: { id, prescription: crown } })
  expect(answer.body.data.work).toMatchObject([{ teeth: ['16'], work: { kind: 'work', code: 'crown' } }])
  expect(await workIn(bob, id)).toEqual(answer.body.data.work)
})

it('a case whose type has changed shows no work until its old type returns', async () => {
  const { alice } = people
  const { id } = await insertOrder(app, { clinic: alice, isBlank: true })
  await as(app, alice).call('prescriptions.update', { body: { id, prescription: bridge } })
  const draft = (type: 0 | 1) => ({ body: { id, draft: { type, patientName: 'Test Patient' } } })
  expect((await as(app, alice).call('orders.update', draft(1))).body.data.work).toEqual([])
  expect((await as(app, alice).call('orders.update', draft(0))).body.data.work).toEqual(bridgeWork)
})

it('a laboratory does not see the work of a case that it has lost', async () => {
  const { alice, bob } = people
  const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
  await prescriptionJobs['prescriptions.fillWork']({}, app.services)
  expect(await workIn(bob, id)).toHaveLength(1)
  await as(app, alice).call('orders.recall', { body: { id } })
  expect(await workIn(bob, id)).toEqual([])
})

it('a job adds the work of prescriptions that a node of the previous version has saved', async () => {
  const { alice } = people
  const { db } = app.services.database
  const ids: string[] = []
  for (const type of Object.values(orderTypes)) ids.push((await insertOrder(app, { clinic: alice, type })).id)
  const edited = await insertOrder(app, { clinic: alice, isBlank: true })
  await as(app, alice).call('prescriptions.update', { body: { id: edited.id, prescription: bridge } })
  await sql`update prescription set body = ${JSON.stringify(crown)} where order_id = ${edited.id}`.execute(db)
  for (const id of [...ids, edited.id]) expect(await workIn(alice, id)).toEqual([])
  await prescriptionJobs['prescriptions.fillWork']({}, app.services)
  for (const id of ids) expect(await workIn(alice, id)).toHaveLength(1)
  expect(await workIn(alice, edited.id)).toMatchObject([{ work: { kind: 'work', code: 'crown' } }])
})
