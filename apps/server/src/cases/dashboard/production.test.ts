import { addDays } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { findFaults } from '../../test/consistency.ts'
import { insertOrder, insertPartnership, type OrderValues } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.erin, people.bob)
})
afterAll(() => app.close())

const db = () => app.services.database.db
// Timeline entries have the time of the database.
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const today = () => dayOf(app.clock.now())

const production = async (person: Person, range: '7d' | '1m' | '3m' = '7d', zone = 'UTC') => {
  const answer = await as(app, person).call('dashboard.production', { query: { range } }, { 'x-zone': zone })
  return answer.body.data
}
const total = (points: readonly { count: number }[]) => points.reduce((sum, { count }) => sum + count, 0)
const productionFaults = async () =>
  (await findFaults(app.services.database)).filter((fault) => /received|shipped/.test(fault))

const uploaded = (values: Partial<OrderValues> = {}) =>
  insertOrder(app, { clinic: people.alice, status: 'uploaded', ...values })

async function send(clinic: Person, id: string): Promise<void> {
  const { status } = await as(app, clinic).call('orders.send', {
    body: { id, labId: people.bob.organizationId },
  })
  expect(status).toBe(200)
}

async function ship(id: string, deliveryOn: string): Promise<void> {
  await as(app, people.bob).call('orders.accept', { body: { id, deliveryOn } })
  const { status } = await as(app, people.bob).call('orders.ship', { body: { id, withoutNumber: true } })
  expect(status).toBe(200)
}

it('a laboratory without cases reads zeros for every day', async () => {
  const read = await production(people.carol, '1m')
  expect(read.received).toHaveLength(30)
  expect(read.received.at(-1)?.day).toBe(today())
  expect(read.due).toHaveLength(14)
  expect(read.due[0]?.day).toBe(today())
  expect(total(read.received) + total(read.due) + read.dated + read.remakes.total).toBe(0)
  expect(read.turnaround).toEqual([0, 1, 2, 7].map((type) => ({ type, shipped: 0, averageSeconds: null })))
})

it('clinics, individuals and the platform may not read the figures of a laboratory', async () => {
  for (const person of [people.alice, people.dave, people.root, people.olga])
    expect((await as(app, person).call('dashboard.production', {})).status).toBe(403)
})

it('received, due and shipped cases are counted, on time or late, with their time by type', async () => {
  const { alice, bob } = people
  const orders = await Promise.all([uploaded(), uploaded(), uploaded({ type: 2 }), uploaded()])
  const [early, late, implant, open] = orders.map(({ id }) => id)
  for (const id of [early, late, implant, open]) await send(alice, id!)
  await ship(early!, addDays(today(), 2))
  await ship(implant!, addDays(today(), 2))
  await as(app, bob).call('orders.accept', { body: { id: late!, deliveryOn: today() } })
  // A day that has passed can't be confirmed, so that the day is changed afterwards.
  await db()
    .updateTable('orders')
    .set({ delivery_on: addDays(today(), -1), sent_at: sql<string>`now() - interval '3 days'` })
    .where('id', '=', late!)
    .execute()
  await as(app, bob).call('orders.ship', { body: { id: late!, withoutNumber: true } })
  await as(app, bob).call('orders.accept', { body: { id: open!, deliveryOn: addDays(today(), 3) } })

  const read = await production(bob)
  expect(read.received.at(-1)).toEqual({ day: today(), count: 4 })
  expect(total(read.received)).toBe(4)
  expect(read.due[3]).toEqual({ day: addDays(today(), 3), count: 1 })
  expect(total(read.due)).toBe(1)
  expect(read).toMatchObject({ dated: 3, onTime: 2 })
  const [restoration, , implants] = read.turnaround
  expect(restoration).toMatchObject({ type: 0, shipped: 2 })
  expect(restoration!.averageSeconds).toBeGreaterThan(1.5 * 86_400 - 1)
  expect(restoration!.averageSeconds).toBeLessThan(1.5 * 86_400 + 600)
  expect(implants).toMatchObject({ type: 2, shipped: 1 })
  expect((await production(people.ben)).onTime).toBe(2)
  expect((await production(people.carol)).dated).toBe(0)
  expect(await productionFaults()).toEqual([])
})

it('a case counts each time that it is sent, and as shipped if the clinic confirms it without a shipment', async () => {
  const { erin, bob } = people
  const before = await production(bob)
  const { id } = await uploaded({ clinic: erin })
  await send(erin, id)
  await as(app, erin).call('orders.recall', { body: { id } })
  await send(erin, id)
  await as(app, bob).call('orders.accept', { body: { id, deliveryOn: addDays(today(), 1) } })
  const done = await as(app, erin).call('orders.complete', { body: { id, arrivedUnshipped: true } })
  expect(done.status).toBe(200)
  const after = await production(bob)
  expect(total(after.received)).toBe(total(before.received) + 2)
  expect(after).toMatchObject({ dated: before.dated + 1, onTime: before.onTime + 1 })
  expect(await productionFaults()).toEqual([])
})

it('clinics that send concurrently are all counted, and the recount finds a wrong count', async () => {
  const { alice, erin, bob } = people
  const before = total((await production(bob)).received)
  const orders = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const clinic = at % 2 ? alice : erin
      return { clinic, ...(await uploaded({ clinic })) }
    }),
  )
  await Promise.all(orders.map(({ clinic, id }) => send(clinic, id)))
  expect(total((await production(bob)).received)).toBe(before + orders.length)
  expect(await productionFaults()).toEqual([])
  await sql`update lab_received_count set count = count + 1
    where (lab_id, at, slot) = (select lab_id, at, slot from lab_received_count limit 1)`.execute(db())
  expect(await productionFaults()).toHaveLength(1)
})

it('days follow the reader’s time zone, also those on which a delivery is on time', async () => {
  const { carol } = people
  // 23:30 in UTC is the next day in Kathmandu (UTC+5:45).
  const at = `${addDays(today(), -2)}T23:30:00Z`
  await sql`insert into lab_received_count (lab_id, at, slot, count) values (${carol.organizationId}, ${at}, 0, 1)`.execute(
    db(),
  )
  await sql`insert into lab_shipped_count (lab_id, at, type, due_on, slot, count, seconds)
    values (${carol.organizationId}, ${at}, 0, ${addDays(today(), -2)}::date, 0, 1, 60)`.execute(db())
  const utc = await production(carol)
  expect(utc.received.find(({ count }) => count === 1)?.day).toBe(addDays(today(), -2))
  expect(utc).toMatchObject({ dated: 1, onTime: 1 })
  const kathmandu = await production(carol, '7d', 'Asia/Kathmandu')
  expect(kathmandu.received.find(({ count }) => count === 1)?.day).toBe(addDays(today(), -1))
  expect(kathmandu).toMatchObject({ dated: 1, onTime: 0 })
})

it('remakes are counted by the cause that both parties state, and by clinic', async () => {
  const { alice, erin, bob } = people
  const remake = async (clinic: Person, cause: string, labCause?: string) => {
    const { id } = await insertOrder(app, { clinic, lab: bob, status: 'completed' })
    const made = await as(app, clinic).call('orders.remake', {
      params: { id },
      body: { cause, note: '' } as never,
    })
    const remadeId = made.body.data.id
    if (labCause)
      await as(app, bob).call('remakes.noteCause', {
        body: { id: remadeId, cause: labCause, note: '' } as never,
      })
    return remadeId
  }
  await remake(alice, 'scan', 'scan')
  await remake(erin, 'scan', 'scan')
  await remake(alice, 'lab', 'lab')
  await remake(alice, 'lab', 'scan')
  await remake(alice, 'design')
  const discarded = await remake(alice, 'patient', 'patient')
  await as(app, alice).call('orders.discard', { params: { id: discarded } })
  const { remakes } = await production(bob)
  expect(remakes).toMatchObject({ total: 5, disputed: 1, unanswered: 1 })
  expect(remakes.agreed).toEqual([
    { cause: 'scan', count: 2 },
    { cause: 'lab', count: 1 },
  ])
  expect(remakes.partners.map(({ partnerName, count }) => [partnerName, count])).toEqual([
    ['Brookside Dental', 4],
    ['Meadow Dental', 1],
  ])
})
