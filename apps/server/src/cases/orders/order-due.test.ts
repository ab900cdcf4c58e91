import {
  addDays,
  type DueKind,
  defaultCalendar,
  deliveryRiskOf,
  dueStatuses,
  type LabCalendar,
  type Order,
} from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { updateRisk } from '../delivery/delivery.service.ts'
import { fillWork } from '../prescriptions/work.service.ts'

let app: TestApp
let people: People
let today: string

const statuses = ['uploaded', 'pending', 'accepted', 'shipped', 'completed', 'rejected'] as const
const offsets = [-20, -1, 0, 1, 3, 7, 8, 40, null]

/** Inserts cases of alice for bob, one for each status and offset of the delivery day, and one case of erin for carol. */
beforeAll(async () => {
  app = await startTestApp()
  // From 00:00 to 10:00 UTC, it is yesterday in Pago Pago and the same day in Kiritimati.
  app.clock.beginDay()
  people = await createPeople(app)
  const { database } = app.services
  today = app.clock.now().toISOString().slice(0, 10)
  for (const status of statuses) {
    for (const days of offsets) {
      const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status })
      const delivery_on = days === null ? null : addDays(today, days)
      await database.db.updateTable('orders').set({ delivery_on }).where('id', '=', id).execute()
      await database.transaction((tx) => updateRisk(tx, id))
    }
  }
  await insertOrder(app, { clinic: people.erin, lab: people.carol, status: 'pending' })
})
afterAll(() => app.close())

const list = async (person: Person, body: object = {}, zone = 'UTC') =>
  (await as(app, person).call('orders.list', { body: { pageSize: 100, ...body } }, { 'x-zone': zone })).body
    .data

const isDue = (order: Order, person: Person) =>
  person === people.bob
    ? ['pending', 'accepted'].includes(order.status)
    : dueStatuses.some((status) => status === order.status)

const fits: Record<DueKind, (order: Order) => boolean> = {
  late: (order) => deliveryRiskOf(order, today) === 'late',
  atRisk: (order) => deliveryRiskOf(order, today) === 'atRisk',
  today: ({ deliveryOn }) => deliveryOn === today,
  week: ({ deliveryOn }) => deliveryOn !== null && deliveryOn > today && deliveryOn <= addDays(today, 7),
}

describe('a list by due date', () => {
  it.each(Object.keys(fits) as DueKind[])(
    'the list `%s` contains exactly the cases that the contract defines',
    async (due) => {
      for (const person of [people.alice, people.bob]) {
        const all = (await list(person)).list
        const wanted = all.filter((order) => fits[due](order) && isDue(order, person)).map(({ id }) => id)
        const found = await list(person, { due })
        expect(wanted.length).toBeGreaterThan(0)
        expect(found.list.map(({ id }) => id).sort()).toEqual(wanted.sort())
        expect(found).toMatchObject({ total: wanted.length, totalIsExact: true })
      }
    },
  )

  it('a rejected case is never at risk, whatever risk day is stored for it', async () => {
    const { db } = app.services.database
    const { list: rejected } = await list(people.alice, { status: 'rejected' })
    const ids = rejected.map(({ id }) => id)
    await db
      .updateTable('orders')
      .set({ at_risk_on: addDays(today, -30) })
      .where('id', 'in', ids)
      .execute()
    const found = (await list(people.alice, { due: 'atRisk' })).list
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('days are counted from the reader’s today', async () => {
    const tomorrow = addDays(today, 1)
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
    const days = await Promise.all(
      zones.map(async (zone) => (await list(people.alice, { due: 'today' }, zone)).list[0]?.deliveryOn),
    )
    expect(days).toContain(today)
    expect([tomorrow, addDays(today, -1)].some((day) => days.includes(day))).toBe(true)
  })
})

describe('a list of cases that wait for the caller', () => {
  it('a clinic sees cases to send or correct, and a laboratory sees cases to answer', async () => {
    const waiting = { waitsForMe: true }
    const alices = (await list(people.alice, waiting)).list.map(({ status }) => status)
    expect(new Set(alices)).toEqual(new Set(['uploaded', 'rejected']))
    const bobs = (await list(people.bob, waiting)).list.map(({ status }) => status)
    expect(new Set(bobs)).toEqual(new Set(['pending']))
    expect(bobs).toHaveLength(offsets.length)
    expect((await list(people.root, waiting)).list).toEqual([])
  })

  it('a case with an open question is listed for the side that has to answer it', async () => {
    const accepted = (await list(people.bob, { status: 'accepted' })).list[0]!
    const pending = (await list(people.bob, { status: 'pending' })).list[0]!
    for (const { id } of [accepted, pending]) {
      const body = { orderId: id, reason: 'shade_missing', text: 'Which shade?' }
      expect((await as(app, people.bob).call('conversation.ask', { body })).status).toBe(200)
    }
    const ids = async (person: Person) => (await list(person, { waitsForMe: true })).list.map(({ id }) => id)
    expect(await ids(people.alice)).toEqual(expect.arrayContaining([accepted.id, pending.id]))
    expect(await ids(people.bob)).not.toContain(pending.id)
  })
})

describe('the board of a laboratory', () => {
  const board = async (person: Person, body: object = {}) => as(app, person).call('orders.board', { body })
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

  const setCalendar = (change: Partial<LabCalendar>) =>
    as(app, people.bob).call('delivery.updateCalendar', {
      body: { ...defaultCalendar, workingDays: [1, 2, 3, 4, 5, 6, 7], casesPerDay: 2, ...change },
    })

  it('the board has a column for each of the next working days, with late, later and undated cases beside them', async () => {
    await setCalendar({})
    await fillWork(app.services)
    const { columns, casesPerDay } = (await board(people.bob)).body.data
    expect(casesPerDay).toBe(2)
    expect(columns.map(({ key, day, count, booked }) => [key, day, count, booked])).toEqual([
      ['late', null, 4, null],
      ...[2, 2, 0, 2, 0].map((count, at) => [addDays(today, at), addDays(today, at), count, count]),
      ['later', null, 6, null],
      ['undated', null, 2, null],
    ])
    for (const { key, list: cards, count } of columns) {
      expect(cards).toHaveLength(count)
      expect(cards.every(({ status }) => ['pending', 'accepted'].includes(status))).toBe(true)
      const days = cards.map(({ deliveryOn }) => deliveryOn)
      expect(days).toEqual(days.toSorted())
      if (key === 'late') expect(days[0]).toBe(addDays(today, -20))
      if (key === 'undated') expect(days).toEqual([null, null])
    }
    expect(columns[1]?.list[0]?.work).toMatchObject([
      { teeth: ['16'], work: { kind: 'work', code: 'crown' } },
    ])
  })

  it('a closed day has a column only if a case is due on it', async () => {
    const closed = [addDays(today, 1), addDays(today, 2)]
    await setCalendar({
      workingDays: [1, 2, 3, 4, 5, 6, 7].filter((day) => !closed.map(weekday).includes(day)),
    })
    const { columns } = (await board(people.bob)).body.data
    const days = columns.filter(({ day }) => day !== null)
    expect(days.filter(({ isClosed }) => isClosed).map(({ key }) => key)).toEqual([closed[0]])
    expect(days.map(({ key }) => key)).not.toContain(closed[1])
    expect(days.filter(({ isClosed }) => !isClosed)).toHaveLength(5)
    await setCalendar({})
  })

  it('the board groups by status, with exact counts', async () => {
    const { columns } = (await board(people.bob, { by: 'status' })).body.data
    expect(columns.map(({ key, count, countIsExact }) => [key, count, countIsExact])).toEqual([
      ['pending', 9, true],
      ['accepted', 9, true],
      ['shipped', 9, true],
    ])
    for (const { key, list: cards } of columns) expect(cards.every(({ status }) => status === key)).toBe(true)
  })

  it('the board groups by technician, first the cases without one', async () => {
    const { list: accepted } = await list(people.bob, { status: 'accepted' })
    const ids = accepted.slice(0, 3).map(({ id }) => id)
    const body = { ids, technicianId: people.ben.accountId }
    await as(app, people.bob).call('orders.assign', { body })
    const { columns } = (await board(people.bob, { by: 'technician' })).body.data
    expect(columns.map(({ key, technician, count }) => [key, technician, count])).toEqual([
      ['none', '', 15],
      [people.ben.accountId, 'Ben', 3],
      [people.bob.accountId, 'Bob', 0],
    ])
    const mine = (await board(people.ben, { technicianId: 'me' })).body.data.columns
    expect(
      mine
        .flatMap(({ list: cards }) => cards)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort())
  })

  it('the board filters by type and partner and still shows how much of a day is booked', async () => {
    const implants = (await board(people.bob, { types: [2] })).body.data.columns
    expect(implants.every(({ count }) => count === 0)).toBe(true)
    expect(implants.find(({ key }) => key === today)?.booked).toBe(2)
    const alices = (await board(people.bob, { partnerId: people.alice.organizationId })).body.data.columns
    expect(alices[0]?.count).toBe(4)
    const carols = (await board(people.carol)).body.data.columns
    expect(carols.flatMap(({ list: cards }) => cards)).toHaveLength(1)
    expect((await board(people.alice)).status).toBe(403)
  })
})
