import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { as, createPeople, type People } from '../test/people.ts'

let app: TestApp
let people: People
const draft = { type: 0, patientName: 'Test Patient' } as const

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const countOrders = async (patientName: string) => {
  const { db } = app.services.database
  const rows = await db.selectFrom('orders').select('id').where('patient_name', '=', patientName).execute()
  return rows.length
}
const create = (person: keyof People, key: string, patientName: string) =>
  as(app, people[person]).call(
    'orders.create',
    { body: { ...draft, patientName } },
    { 'idempotency-key': key },
  )

test('T35: a repeat gets the first answer and has no effect', async () => {
  const first = await create('alice', 'k1', 'Once')
  const again = await create('alice', 'k1', 'Once')
  expect(first.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(await countOrders('Once')).toBe(1)
})

test('T35: another body under the same key is refused, on another node too', async () => {
  const other = await app.startSecondNode()
  await create('alice', 'k2', 'Twice')
  const answer = await as(other, people.alice).call(
    'orders.create',
    { body: { ...draft, patientName: 'Other' } },
    { 'idempotency-key': 'k2' },
  )
  expect([answer.status, answer.body.error]).toEqual([422, 'request.key_reused'])
  expect(await countOrders('Other')).toBe(0)
})

test('T35: the same key of amy and of alice are two keys', async () => {
  const answers = [await create('alice', 'k3', 'Shared key'), await create('amy', 'k3', 'Shared key')]
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(await countOrders('Shared key')).toBe(2)
})

test('T35: twenty at once have one effect and one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('alice', 'k4', 'Parallel')))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
  expect(await countOrders('Parallel')).toBe(1)
})

test('T35: after 25 hours a key is new', async () => {
  await create('alice', 'k5', 'Later')
  app.clock.advance({ hours: 25 })
  expect((await create('alice', 'k5', 'Later')).status).toBe(200)
  expect(await countOrders('Later')).toBe(2)
})

test('a refusal is repeated as it was, and a corrected field is no repeat', async () => {
  const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
  const recall = () =>
    as(app, people.alice).call('orders.recall', { body: { id } }, { 'idempotency-key': 'k6' })
  const [first, again] = [await recall(), await recall()]
  expect(first.status).toBe(404)
  expect(again.body).toEqual(first.body)
  const wrong = await as(app, people.alice).call(
    'orders.create',
    { body: { type: 0, patientName: '' } },
    { 'idempotency-key': 'k7' },
  )
  expect(wrong.status).toBe(400)
  expect((await create('alice', 'k7', 'Corrected')).status).toBe(200)
})

test('T35: a refusal under a key of the day before is kept like any other', async () => {
  const recall = (id: string) =>
    as(app, people.alice).call('orders.recall', { body: { id } }, { 'idempotency-key': 'k8' })
  const [first, second] = ['0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10']
  expect((await recall(first)).status).toBe(404)
  app.clock.advance({ hours: 25 })
  expect((await recall(second)).status).toBe(404)
  expect([(await recall(second)).status, (await recall(first)).status]).toEqual([404, 422])
})

test('a failure of the server is kept for nobody: the repeat does the work', async () => {
  const { databaseUrls } = app
  await databaseUrls.runInside('alter table order_event add constraint broken check (false) not valid')
  const failed = await create('alice', 'k9', 'Mended')
  expect([failed.status, failed.body.error]).toEqual([500, 'server.failed'])
  expect(JSON.stringify(failed.body)).not.toMatch(/broken|order_event|violates/)
  await databaseUrls.runInside('alter table order_event drop constraint broken')
  expect((await create('alice', 'k9', 'Mended')).status).toBe(200)
  expect(await countOrders('Mended')).toBe(1)
})

test('a key that is no key is refused', async () => {
  for (const key of ['', ' ', 'x'.repeat(201)]) {
    const answer = await create('alice', key, 'Odd key')
    // An empty header is no key at all to some clients and proxies.
    if (key.trim() !== '') expect(answer.status).toBe(400)
  }
})
