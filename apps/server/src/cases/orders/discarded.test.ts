import { limits } from '@pontic/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { findFaults } from '../../test/consistency.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const discard = (person: Person, id: string) => as(app, person).call('orders.discard', { params: { id } })
const restore = (person: Person, id: string) => as(app, person).call('orders.restore', { body: { id } })
const list = (person: Person, body: object = {}) => as(app, person).call('orders.listDiscarded', { body })
const get = (person: Person, id: string) => as(app, person).call('orders.get', { params: { id } })

it('a discarded case is listed with the last day for restoring it, and is restored unchanged', async () => {
  const { id, number } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'rejected' })
  await discard(people.alice, id)
  expect((await get(people.alice, id)).status).toBe(404)
  const [row] = (await list(people.amy)).body.data.list
  expect(row).toMatchObject({ id, number, status: 'rejected', patientName: 'Test Patient' })
  const days = (Date.parse(row!.restorableUntil) - Date.parse(row!.discardedAt)) / 86_400_000
  expect(days).toBe(limits.orderDiscardDays)
  const restored = await restore(people.amy, id)
  expect(restored.body.data).toMatchObject({ id, status: 'rejected', version: 3 })
  expect((await list(people.amy)).body.data).toMatchObject({ list: [], total: 0 })
  // The laboratory that had rejected the case can read it again, and its row in `order_withdrawal` is gone.
  const { timeline } = (await get(people.bob, id)).body.data
  expect(timeline.map((entry) => entry.kind)).toContain('restore')
  const lost = await app.services.database.db
    .selectFrom('order_withdrawal')
    .select('order_id')
    .where('order_id', '=', id)
    .execute()
  expect(lost).toEqual([])
  const faults = await findFaults(app.services.database)
  expect(faults.filter((fault) => fault.includes('counts'))).toEqual([])
})

it('T01: a case of another clinic and a case that is not discarded cannot be restored', async () => {
  const { id } = await insertOrder(app, { clinic: people.alice })
  expect((await restore(people.alice, id)).body.error).toBe('order.not_found')
  await discard(people.alice, id)
  expect((await restore(people.erin, id)).status).toBe(404)
  expect((await list(people.erin)).body.data.total).toBe(0)
  for (const never of [people.bob, people.dave, people.root]) {
    expect((await restore(never, id)).status).toBe(403)
    expect((await list(never)).status).toBe(403)
  }
  const answers = await Promise.all([1, 2, 3].map(() => restore(people.alice, id)))
  expect(answers.map((one) => one.status).sort()).toEqual([200, 404, 404])
})

it('a case that was discarded 30 days ago cannot be restored', async () => {
  const { id } = await insertOrder(app, { clinic: people.alice })
  await discard(people.alice, id)
  app.clock.advance({ days: limits.orderDiscardDays, minutes: 1 })
  expect((await list(people.alice)).body.data.list.map((row) => row.id)).not.toContain(id)
  expect((await restore(people.alice, id)).status).toBe(404)
  app.clock.advance({ days: -limits.orderDiscardDays, minutes: -1 })
})

it('the pages of the list contain every discarded case once, newest first', async () => {
  const { erin } = people
  const ids: string[] = []
  for (let count = 0; count < 5; count++) {
    const { id } = await insertOrder(app, { clinic: erin })
    await discard(erin, id)
    ids.unshift(id)
  }
  const first = (await list(erin, { pageSize: 2 })).body.data
  const second = (await list(erin, { pageSize: 2, cursor: first.cursor })).body.data
  const third = (await list(erin, { pageSize: 2, cursor: second.cursor })).body.data
  expect([first, second, third].flatMap((page) => page.list.map((row) => row.id))).toEqual(ids)
  expect([first.total, third.cursor]).toEqual([5, null])
})
