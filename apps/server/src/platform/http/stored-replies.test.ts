import { randomUUID } from 'node:crypto'
import type { RouteName } from '@pontic/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership, prescribe } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type PersonName } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())

const call = <Name extends RouteName>(
  person: PersonName,
  name: Name,
  input: { params?: unknown; body?: unknown },
  key = '',
) => as(app, people[person]).call(name, input as never, key === '' ? {} : { 'idempotency-key': key })

/** Inserts an order that waits for a laboratory, with the values that the laboratory needs. */
async function insertPending() {
  const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  await prescribe(app, order.id)
  return order
}

test('T35: a laboratory that repeats its call gets the stored reply while it has the case', async () => {
  const key = randomUUID()
  const { id } = await insertPending()
  const first = await call('bob', 'orders.remark', { body: { id, remark: 'Rest day on Friday' } }, key)
  expect(first.status).toBe(200)
  const again = await call('bob', 'orders.remark', { body: { id, remark: 'Rest day on Friday' } }, key)
  expect(again.body).toEqual(first.body)
})

test('T35: after a recall the laboratory is refused and does not get the stored reply', async () => {
  const key = randomUUID()
  const { id } = await insertPending()
  const remark = () => call('bob', 'orders.remark', { body: { id, remark: 'Rest day on Friday' } }, key)
  expect((await remark()).status).toBe(200)
  expect((await call('alice', 'orders.recall', { body: { id } })).status).toBe(200)
  const again = await remark()
  expect([again.status, again.body.error, again.body.data]).toEqual([404, 'order.not_found', undefined])
  const stranger = await call('carol', 'orders.remark', { body: { id, remark: 'Rest day on Friday' } }, key)
  expect([stranger.status, stranger.body.error]).toEqual([404, 'order.not_found'])
})

test('T35: after the case was sent to another laboratory, the first one gets no stored reply and no stored refusal', async () => {
  const key = randomUUID()
  const { id } = await insertPending()
  const accept = () => call('bob', 'orders.accept', { body: { id, deliveryOn: '2199-01-01' } }, key)
  const ship = () =>
    call('bob', 'orders.ship', { body: { id, expressNumber: '', withoutNumber: true } }, `${key}2`)
  expect((await ship()).status).toBeGreaterThanOrEqual(400)
  expect((await call('alice', 'orders.recall', { body: { id } })).status).toBe(200)
  const sent = await call('alice', 'orders.send', { body: { id, labId: people.carol.organizationId } })
  expect([sent.status, sent.body.error]).toEqual([200, undefined])
  for (const again of [await accept(), await ship()])
    expect([again.status, again.body.data]).toEqual([expect.any(Number), undefined])
  expect((await accept()).body.error).toBe('order.not_found')
})

test('T35: after a recall, a laboratory that repeats its message gets no stored reply', async () => {
  const key = randomUUID()
  const { id: orderId } = await insertPending()
  const post = () => call('bob', 'conversation.post', { body: { orderId, text: 'Which shade?' } }, key)
  expect((await post()).status).toBe(200)
  await call('alice', 'orders.recall', { body: { id: orderId } })
  expect((await post()).body).toMatchObject({ error: 'order.not_found' })
})

test('T35: a former administrator is refused a repeat of a call that only administrators may make', async () => {
  const key = randomUUID()
  const apply = () =>
    call('erin', 'partners.apply', { body: { organizationId: people.bob.organizationId } }, key)
  expect((await apply()).status).toBe(200)
  const { pool } = app.services.database
  await pool.query('update account set is_organization_administrator = false where id = $1', [
    people.erin.accountId,
  ])
  const again = await apply()
  expect([again.status, again.body.error]).toEqual([403, 'request.forbidden'])
})

const ofAlice = 'where id = $1'
const ofClinic = 'where id = (select organization_id from account where id = $1)'
test.each([
  [
    'disabled',
    `update account set disabled_at = now() ${ofAlice}`,
    `update account set disabled_at = null ${ofAlice}`,
  ],
  [
    'removed',
    `update account set deleted_at = now() ${ofAlice}`,
    `update account set deleted_at = null ${ofAlice}`,
  ],
  [
    'banned with the clinic',
    `update organization set banned_at = now() ${ofClinic}`,
    `update organization set banned_at = null ${ofClinic}`,
  ],
])('T35: a person who is %s gets no stored reply', async (_, statement, undo) => {
  const key = randomUUID()
  const create = () => call('alice', 'orders.create', { body: { type: 0, patientName: 'Once' } }, key)
  expect((await create()).status).toBe(200)
  const { pool } = app.services.database
  onTestFinished(async () => void (await pool.query(undo, [people.alice.accountId])))
  await pool.query(statement, [people.alice.accountId])
  const again = await create()
  expect([again.status, again.body.data]).toEqual([401, undefined])
})

test('T35: a person who moved to another organization gets no reply that was stored before the move', async () => {
  const key = randomUUID()
  const create = () => call('amy', 'orders.create', { body: { type: 0, patientName: 'Once' } }, key)
  expect((await create()).status).toBe(200)
  await app.services.database.pool.query('update account set organization_id = $1 where id = $2', [
    people.erin.organizationId,
    people.amy.accountId,
  ])
  const again = await create()
  expect([again.status, again.body.error, again.body.data]).toEqual([422, 'request.key_reused', undefined])
})

test('T35: an operator who is no longer assigned to a support request is refused a repeat of a reply to it', async () => {
  const key = randomUUID()
  const { pool } = app.services.database
  const made = await call('alice', 'workorders.create', {
    body: {
      typeId: (await pool.query<{ id: string }>('select id from work_order_type limit 1')).rows[0]!.id,
      priority: 'normal',
      title: 'Upload stops',
      content: 'At 80 percent',
    },
  })
  expect([made.status, made.body.error]).toEqual([200, undefined])
  const { id } = made.body.data
  await pool.query('update work_order set operator_id = $1, status = $2 where id = $3', [
    people.olga.accountId,
    'assigned',
    id,
  ])
  const reply = () => call('olga', 'workorders.reply', { body: { id, text: 'Which browser?' } }, key)
  const first = await reply()
  expect([first.status, first.body.error]).toEqual([200, undefined])
  await pool.query('update work_order set operator_id = null where id = $1', [id])
  const again = await reply()
  expect([again.status, again.body.error]).toEqual([404, 'workorder.not_found'])
})
