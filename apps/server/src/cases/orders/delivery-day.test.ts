import { addDays } from '@pontic/contract'
import { formatDay } from '@pontic/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '../../platform/http/reader-zone.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership, prescribe } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

// The date in the eastern zone is always later than in the western one.
const east = 'Pacific/Kiritimati'
const west = 'Pacific/Pago_Pago'
const todayIn = (zone: string) => dayIn(zone, app.clock.now())
const draft = { type: 0, patientName: 'Nora Quist' } as const
const clinic = (zone: string) => as(app, people.alice, { 'x-zone': zone })
const lab = (zone: string) => as(app, people.bob, { 'x-zone': zone })
const passed = (zone: string) => `This day has passed. Today is ${formatDay('en_US', todayIn(zone))}.`

test('a delivery day is checked in the reader’s time zone, and the error names today’s date', async () => {
  const deliveryOn = todayIn(west)
  const late = await clinic(east).call('orders.create', { body: { ...draft, deliveryOn } })
  expect([late.status, late.body.fields]).toEqual([400, { deliveryOn: passed(east) }])
  expect((await clinic(west).call('orders.create', { body: { ...draft, deliveryOn } })).status).toBe(200)
})

test('sending, accepting and remaking refuse a delivery day in the past', async () => {
  const deliveryOn = addDays(todayIn('UTC'), -1)
  const refused = [400, { deliveryOn: passed('UTC') }]
  const made = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
  await prescribe(app, made.id)
  const labId = people.bob.organizationId
  const send = await clinic('UTC').call('orders.send', { body: { id: made.id, labId, deliveryOn } })
  expect([send.status, send.body.fields]).toEqual(refused)
  const pending = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })
  const accept = (day: string) =>
    lab('UTC').call('orders.accept', { body: { id: pending.id, deliveryOn: day } })
  const late = await accept(deliveryOn)
  expect([late.status, late.body.fields]).toEqual(refused)
  expect((await accept(todayIn('UTC'))).status).toBe(200)
  const done = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'completed' })
  const remake = await clinic('UTC').call('orders.remake', {
    params: { id: done.id },
    body: { cause: 'scan', deliveryOn },
  } as never)
  expect(remake.body.fields).toEqual({ deliveryOn: passed('UTC') })
})

test('other fields of a case whose delivery day has passed can still be corrected', async () => {
  const { id } = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
  const deliveryOn = addDays(todayIn('UTC'), -3)
  await app.services.database.pool.query('update orders set delivery_on = $1 where id = $2', [deliveryOn, id])
  const update = (more: object) =>
    clinic('UTC').call('orders.update', { body: { id, draft: { ...draft, deliveryOn, ...more } } })
  const corrected = await update({ doctor: 'Dr. Moreau' })
  expect([corrected.status, corrected.body.data?.doctor]).toEqual([200, 'Dr. Moreau'])
  const moved = await update({ deliveryOn: addDays(deliveryOn, 1) })
  expect([moved.status, moved.body.fields]).toEqual([400, { 'draft.deliveryOn': passed('UTC') }])
})
