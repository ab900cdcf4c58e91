import { orderTypes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { findFaults } from '../../test/consistency.ts'
import { insertFile, insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

const { restoration, orthodontics, implant, removable } = orderTypes
const hourMs = 3_600_000
const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * hourMs)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

beforeAll(async () => {
  app = await startTestApp()
  // From 10:00 to 11:00 UTC, it is tomorrow in Kiritimati and yesterday in Pago Pago. No test zone crosses midnight then.
  app.clock.beginDay()
  app.clock.advance({ hours: 10 })
  people = await createPeople(app)
})
afterAll(() => app.close())

const stat = async (person: Person) => (await as(app, person).call('dashboard.stat')).body.data
const chart = async (person: Person, range: '7d' | '1m' | '3m', zone = 'UTC') => {
  const query = { range }
  return (await as(app, person).call('dashboard.chart', { query }, { 'x-zone': zone })).body.data.points
}
const types = async (person: Person, from: string, to: string, zone = 'UTC') => {
  const body = { from, to }
  const answer = await as(app, person).call('dashboard.getOrderTypeStatData', { body }, { 'x-zone': zone })
  return answer.body.data.types
}
const total = (points: readonly { count: number }[]) => points.reduce((sum, { count }) => sum + count, 0)

async function share(orderId: string, person: Person, at: Date): Promise<void> {
  await app.services.database.db
    .insertInto('order_share')
    .values({ order_id: orderId, account_id: person.accountId, may_download: false, shared_at: at })
    .execute()
}

describe('the dashboard with cases of two clinics', () => {
  let shared: { id: string }
  beforeAll(async () => {
    const { alice, erin, bob } = people
    shared = await insertOrder(app, { clinic: alice, type: restoration, createdAt: ago(1) })
    await insertOrder(app, { clinic: alice, lab: bob, status: 'accepted', type: implant, createdAt: ago(30) })
    await insertOrder(app, { clinic: alice, type: orthodontics, createdAt: ago(24 * 20) })
    await insertOrder(app, { clinic: alice, type: removable, createdAt: ago(24 * 80) })
    await insertOrder(app, { clinic: alice, createdAt: ago(24 * 200) })
    await insertOrder(app, { clinic: erin, lab: bob, status: 'shipped', type: implant, createdAt: ago(2) })
    await insertFile(app, { orderId: shared.id, by: alice, bytes: Buffer.from('solid scan') })
    await share(shared.id, people.dave, ago(50))
  })

  it('a clinic reads only its own storage and counts', async () => {
    const read = await stat(people.alice)
    expect(read.storage).toEqual({ usedBytes: 10, totalBytes: 20 * 1024 ** 3 })
    expect(read.counts).toMatchObject({ total: 5, uploaded: 4, accepted: 1, shipped: 0 })
    expect(await stat(people.amy)).toEqual(read)
  })

  it('the platform reads the totals of all clinics, each case counted once', async () => {
    const read = await stat(people.root)
    expect(read.counts).toMatchObject({ total: 6, uploaded: 4, accepted: 1, shipped: 1 })
    expect(read.storage?.usedBytes).toBe(10)
    expect(total(await chart(people.root, '3m'))).toBe(5)
    expect(await types(people.root, dayOf(ago(48)), dayOf(ago(0)))).toEqual({ 0: 1, 1: 0, 2: 2, 7: 0 })
  })

  it('an individual reads the number of cases shared with them and their own storage', async () => {
    const read = await stat(people.dave)
    const storage = { usedBytes: 0, totalBytes: 20 * 1024 ** 3 }
    expect(read).toMatchObject({ storage, counts: { total: 1, uploaded: 1 } })
    const points = await chart(people.dave, '7d')
    expect(points.find(({ day }) => day === dayOf(ago(50)))?.count).toBe(1)
    expect(total(points)).toBe(1)
    expect(await types(people.dave, dayOf(ago(50)), dayOf(ago(50)))).toMatchObject({ 0: 1, 2: 0 })
  })

  it('laboratories and operators have no dashboard', async () => {
    for (const person of [people.bob, people.olga]) {
      expect((await as(app, person).call('dashboard.stat')).status).toBe(403)
    }
  })

  it('the graph has one point per day up to today, zeros included', async () => {
    const spans = { '7d': 7, '1m': 30, '3m': 90 } as const
    for (const [range, length] of Object.entries(spans)) {
      const points = await chart(people.alice, range as '7d')
      expect(points).toHaveLength(length)
      expect(points.at(-1)?.day).toBe(dayOf(app.clock.now()))
      expect(new Set(points.map(({ day }) => day)).size).toBe(length)
    }
    expect(total(await chart(people.alice, '7d'))).toBe(2)
    expect(total(await chart(people.alice, '1m'))).toBe(3)
    expect(total(await chart(people.alice, '3m'))).toBe(4)
  })

  it('an unknown range, and a span that is too long or ends before it begins, are refused', async () => {
    const answer = await as(app, people.alice).call('dashboard.chart', { query: { range: '1y' } })
    expect(answer.body).toMatchObject({ error: 'request.invalid' })
    const spans = [
      { from: '2026-02-01', to: '2026-01-31' },
      { from: '2020-01-01', to: '2026-01-01' },
    ]
    for (const body of spans) {
      const call = await as(app, people.alice).call('dashboard.getOrderTypeStatData', { body })
      expect(call.body).toMatchObject({ error: 'request.invalid' })
    }
  })
})

describe('days follow the reader’s time zone', () => {
  // A quarter of an hour before midnight in Kathmandu (UTC+5:45), and five minutes after it.
  const late = new Date('2026-03-10T18:00:00Z')
  const early = new Date('2026-03-10T18:20:00Z')

  it('cases just before and just after local midnight count on different days, also in a zone with a quarter-hour offset', async () => {
    const { erin } = people
    await insertOrder(app, { clinic: erin, type: restoration, createdAt: late })
    await insertOrder(app, { clinic: erin, type: implant, createdAt: early })
    const of = (day: string, zone: string) => types(erin, day, day, zone)
    expect(await of('2026-03-10', 'Asia/Kathmandu')).toMatchObject({ 0: 1, 2: 0 })
    expect(await of('2026-03-11', 'Asia/Kathmandu')).toMatchObject({ 0: 0, 2: 1 })
    expect(await of('2026-03-10', 'UTC')).toMatchObject({ 0: 1, 2: 1 })
    expect(await of('2026-03-10', 'America/New_York')).toMatchObject({ 0: 1, 2: 1 })
    expect(await types(erin, '2026-03-01', '2026-03-31', 'Pacific/Kiritimati')).toMatchObject({ 0: 1, 2: 1 })
  })

  it('the graph and the counts by type have the same totals in zones with quarter-hour offsets and around clock changes', async () => {
    const { erin } = people
    for (let turn = 0; turn < 40; turn++) {
      // One case every 54 hours and 20 minutes over 90 days, so that the cases cover all times of the day.
      await insertOrder(app, { clinic: erin, createdAt: ago(turn * 54.34) })
    }
    const zones = ['UTC', 'Asia/Kathmandu', 'Europe/London', 'Australia/Lord_Howe', 'America/St_Johns']
    for (const zone of zones) {
      const points = await chart(erin, '3m', zone)
      for (const { day, count } of points.slice(-12)) {
        const counts = Object.values(await types(erin, day, day, zone))
        expect([zone, day, counts.reduce((sum, one) => sum + one, 0)]).toEqual([zone, day, count])
      }
      const [first, last] = [points[0]!.day, points.at(-1)!.day]
      const all = Object.values(await types(erin, first, last, zone))
      expect(all.reduce((sum, one) => sum + one, 0)).toBe(total(points))
    }
  })

  it('the graph ends with the reader’s today, which may be tomorrow in UTC', async () => {
    const dayIn = (zone: string) =>
      new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(app.clock.now())
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const points = await chart(people.alice, '7d', zone)
      expect(points.at(-1)?.day).toBe(dayIn(zone))
    }
  })
})

describe('the stored counts by day', () => {
  it('the stored counts follow registrations, type corrections and discards, and equal a recount', async () => {
    const before = await types(people.amy, dayOf(ago(24)), dayOf(ago(-24)))
    const call = as(app, people.amy).call
    const draft = { type: 0, patientName: 'Kestrel Example' }
    const made = await Promise.all(Array.from({ length: 12 }, () => call('orders.create', { body: draft })))
    const ids = made.map(({ body }) => body.data.id)
    for (const id of ids.slice(0, 4))
      await call('orders.update', { body: { id, draft: { ...draft, type: 7 } } })
    await Promise.all(ids.slice(2, 6).map((id) => call('orders.discard', { params: { id } })))
    const after = await types(people.amy, dayOf(ago(24)), dayOf(ago(-24)))
    expect(after).toEqual({ ...before, 0: before[0] + 6, 7: before[7] + 2 })
    const faults = await findFaults(app.services.database)
    expect(faults.filter((fault) => fault.includes('by day'))).toEqual([])
  })

  it('the recount finds a wrong stored count', async () => {
    const wrong = { scope_id: newId(), day: '2026-01-01' }
    const { db } = app.services.database
    await db
      .insertInto('order_day_count')
      .values({ ...wrong, by_type: [1, 0, 0, 0, 0, 0, 0, 0] })
      .execute()
    const faults = await findFaults(app.services.database)
    expect(faults.some((fault) => fault.includes(wrong.scope_id))).toBe(true)
    await db.deleteFrom('order_day_count').where('scope_id', '=', wrong.scope_id).execute()
  })
})
