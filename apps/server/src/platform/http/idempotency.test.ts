import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { registration } from '../../test/registration.ts'

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

test('T35: a repeat gets the first reply and has no effect', async () => {
  const first = await create('alice', 'k1', 'Once')
  const again = await create('alice', 'k1', 'Once')
  expect(first.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect(await countOrders('Once')).toBe(1)
})

test('T35: another body under the same key is refused, also on another node', async () => {
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

test('T35: two members may use the same key independently of each other', async () => {
  const answers = [await create('alice', 'k3', 'Shared key'), await create('amy', 'k3', 'Shared key')]
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(await countOrders('Shared key')).toBe(2)
})

test('T35: twenty concurrent requests have one effect and one reply', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('alice', 'k4', 'Parallel')))
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
  expect(await countOrders('Parallel')).toBe(1)
})

test('T35: a key can be used again after 25 hours', async () => {
  await create('alice', 'k5', 'Later')
  app.clock.advance({ hours: 25 })
  expect((await create('alice', 'k5', 'Later')).status).toBe(200)
  expect(await countOrders('Later')).toBe(2)
})

test('a repeat of a refused call gets the same refusal, but a key can be used again after an invalid field', async () => {
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

test('T35: a refusal under an expired key is stored like any other', async () => {
  const recall = (id: string) =>
    as(app, people.alice).call('orders.recall', { body: { id } }, { 'idempotency-key': 'k8' })
  const [first, second] = ['0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10']
  expect((await recall(first)).status).toBe(404)
  app.clock.advance({ hours: 25 })
  expect((await recall(second)).status).toBe(404)
  expect([(await recall(second)).status, (await recall(first)).status]).toEqual([404, 422])
})

test('a server failure is not stored, and a repeat runs the call again', async () => {
  const { databaseUrls } = app
  await databaseUrls.runInside('alter table order_event add constraint broken check (false) not valid')
  const failed = await create('alice', 'k9', 'Mended')
  expect([failed.status, failed.body.error]).toEqual([500, 'server.failed'])
  expect(JSON.stringify(failed.body)).not.toMatch(/broken|order_event|violates/)
  await databaseUrls.runInside('alter table order_event drop constraint broken')
  expect((await create('alice', 'k9', 'Mended')).status).toBe(200)
  expect(await countOrders('Mended')).toBe(1)
})

test('an invalid Idempotency-Key is refused', async () => {
  for (const key of ['', ' ', 'x'.repeat(201)]) {
    const answer = await create('alice', key, 'Odd key')
    // Some clients and proxies remove an empty header, so its result is not checked.
    if (key.trim() !== '') expect(answer.status).toBe(400)
  }
})

const newUser = (name: string) => ({
  organizationId: people.alice.organizationId,
  name,
  email: `${name.toLowerCase()}@brookside.example`,
  password: 'a3'.repeat(32),
})
const createUser = (key: string, name: string) =>
  as(app, people.root).call('manage.createUser', { body: newUser(name) }, { 'idempotency-key': key })
const countAccounts = async (email: string) => {
  const { db } = app.services.database
  return (await db.selectFrom('account').select('id').where('email', '=', email).execute()).length
}

test('T35: a user is created once, although the call hashes the password outside a transaction', async () => {
  const first = await createUser('u1', 'Ursula')
  const again = await createUser('u1', 'Ursula')
  expect(first.status).toBe(200)
  expect([again.status, again.body]).toEqual([200, first.body])
  const other = await createUser('u1', 'Ulrich')
  expect([other.status, other.body.error]).toEqual([422, 'request.key_reused'])
  expect([
    await countAccounts('ursula@brookside.example'),
    await countAccounts('ulrich@brookside.example'),
  ]).toEqual([1, 0])
})

test('T35: of ten concurrent requests one creates the user, and the others get its reply or request.key_in_use', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => createUser('u2', 'Vera')))
  const done = answers.filter((answer) => answer.status === 200)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map((answer) => answer.body.data.id)).size).toBe(1)
  for (const answer of answers.filter((one) => one.status !== 200))
    expect([answer.status, answer.body.error]).toEqual([409, 'request.key_in_use'])
  expect((await createUser('u2', 'Vera')).body).toEqual(done[0]?.body)
})

test('T35: a call that failed before storing its reply can be repeated after five minutes', async () => {
  await createUser('u3', 'Walter')
  const { pool } = app.services.database
  await pool.query("update idempotency_key set status = null, reply = null where key = 'u3'")
  const early = await createUser('u3', 'Walter')
  expect([early.status, early.body.error]).toEqual([409, 'request.key_in_use'])
  app.clock.advance({ minutes: 6 })
  const late = await createUser('u3', 'Walter')
  expect([late.status, late.body.error]).toEqual([409, 'account.email_taken'])
})

test('T35: a request without a session registers an organization once, and another use of its key is refused', async () => {
  const register = (organizationName: string) =>
    as(app, undefined).call(
      'organizations.register',
      { body: registration({ organizationName, email: 'yara@yew.example' }) },
      { 'idempotency-key': 'r1' },
    )
  const first = await register('Yew Dental')
  expect(first.status).toBe(200)
  expect((await register('Yew Dental')).body).toEqual(first.body)
  expect((await register('Yew Clinic')).body.error).toBe('request.key_reused')
})

test('T35: a call whose reply contains a secret refuses an Idempotency-Key and stores nothing', async () => {
  const count = () => app.services.database.db.selectFrom('idempotency_key').select('key').execute()
  const before = (await count()).length
  const body = { name: 'Milling', scopes: ['order.read'], expiresOn: '2199-01-01' }
  const answer = await as(app, people.bob).call('keys.create', { body }, { 'idempotency-key': 's1' })
  expect([answer.status, answer.body.error]).toEqual([400, 'request.key_not_taken'])
  expect((await count()).length).toBe(before)
})

test('the database does not reveal a password that was sent with an Idempotency-Key', async () => {
  await createUser('u4', 'Xenia')
  const { rows } = await app.services.database.pool.query<{ request_sha256: Buffer }>(
    "select request_sha256 from idempotency_key where key = 'u4'",
  )
  const inputs = { query: {}, body: newUser('Xenia') }
  const guesses = [inputs, { params: undefined, ...inputs, query: undefined }].map((guess) =>
    createHash('sha256')
      .update(`manage.createUser\n${JSON.stringify(guess)}`)
      .digest('hex'),
  )
  expect(guesses).not.toContain(rows[0]?.request_sha256.toString('hex'))
})
