import { addDays, defaultCalendar, type LabCalendar, proposeDelivery } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership, prescribe } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

// A Monday.
const day = '2037-12-07'
const busy: LabCalendar = {
  workingDays: [1, 2, 3, 4],
  holidays: [{ from: '2037-12-02', to: '2037-12-03', name: 'Move' }],
  casesPerDay: 12,
  usualDays: { restoration: 3, orthodontics: 3, implant: 3, removable: 3 },
}

const read = (person: Person, id: string) => as(app, person).call('delivery.getCalendar', { params: { id } })
const write = (person: Person, body: unknown) => as(app, person).call('delivery.updateCalendar', { body })
const riskOf = async (person: Person, id: string) =>
  (await as(app, person).call('orders.get', { params: { id } })).body.data.order.atRiskOn

/** Inserts a case of alice for bob, with this delivery day and status. */
async function insertDatedOrder(
  status: 'uploaded' | 'pending' | 'accepted',
  deliveryOn = day,
): Promise<string> {
  const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status })
  await app.services.database.db
    .updateTable('orders')
    .set({ delivery_on: deliveryOn })
    .where('id', '=', id)
    .execute()
  return id
}

describe('the calendar of a laboratory', () => {
  it('a laboratory has the default calendar until it sets its own, which its partner also reads', async () => {
    const labId = people.bob.organizationId
    expect((await read(people.alice, labId)).body.data).toEqual(defaultCalendar)
    expect((await write(people.bob, busy)).status).toBe(200)
    for (const person of [people.bob, people.ben]) expect((await read(person, labId)).body.data).toEqual(busy)
    // How busy the laboratory is concerns nobody else.
    for (const person of [people.alice, people.amy])
      expect((await read(person, labId)).body.data).toEqual({ ...busy, casesPerDay: null })
    expect(proposeDelivery(0, '2037-12-01', busy)).toBe('2037-12-09')
    await write(people.bob, defaultCalendar)
  })

  it('the calendar is hidden from clinics that are no partners and from other laboratories; a clinic has none', async () => {
    const asked: [Person, string][] = [
      [people.erin, people.bob.organizationId],
      [people.carol, people.bob.organizationId],
      [people.alice, people.alice.organizationId],
      [people.alice, newId()],
    ]
    for (const [person, id] of asked)
      expect(await read(person, id)).toMatchObject({
        status: 404,
        body: { error: 'organization.not_found' },
      })
  })

  it('a clinic that is no partner reads the calendar if the laboratory has a case of the clinic', async () => {
    await insertOrder(app, { clinic: people.erin, lab: people.carol, status: 'shipped' })
    expect((await read(people.erin, people.carol.organizationId)).status).toBe(200)
  })

  it('only administrators of laboratories can set a calendar', async () => {
    for (const person of [people.ben, people.alice, people.dave, people.root])
      expect((await write(person, busy)).status).toBe(403)
    expect((await write(people.bob, { ...busy, workingDays: [] })).body.fields).toHaveProperty('workingDays')
  })

  it('a change of the calendar is audited', async () => {
    await write(people.carol, busy)
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select('account_id')
      .where('action', '=', 'delivery.updateCalendar')
      .where('object_id', '=', people.carol.organizationId)
      .execute()
    expect(rows).toEqual([{ account_id: people.carol.accountId }])
  })
})

describe('the day from which a case is at risk', () => {
  it('the risk day is stored at registration, and follows the clinic’s corrections', async () => {
    const call = as(app, people.alice).call
    const draft = { type: 0, patientName: 'Kestrel Example', deliveryOn: day }
    const { id, atRiskOn } = (await call('orders.create', { body: draft })).body.data
    expect(atRiskOn).toBe('2037-12-01')
    const corrected = { id, draft: { ...draft, type: 2, deliveryOn: '2037-12-18' } }
    expect((await call('orders.update', { body: corrected })).body.data.atRiskOn).toBe('2037-12-07')
    const without = { id, draft: { ...draft, deliveryOn: null } }
    expect((await call('orders.update', { body: without })).body.data.atRiskOn).toBeNull()
  })

  it('the risk day follows the laboratory’s calendar after sending, accepting and shipping', async () => {
    await write(people.bob, busy)
    const id = await insertDatedOrder('pending')
    const lab = as(app, people.bob).call
    const accepted = await lab('orders.accept', { body: { id, deliveryOn: '2037-12-14' } })
    // The laboratory works Monday to Thursday.
    expect(accepted.body.data.atRiskOn).toBe('2037-12-10')
    const shipped = await lab('orders.ship', { body: { id, withoutNumber: true } })
    expect(shipped.body.data.atRiskOn).toBeNull()
    await write(people.bob, defaultCalendar)
  })

  it('the risk day is cleared when the laboratory rejects the case, and set when the clinic sends it again', async () => {
    const id = await insertDatedOrder('pending')
    await prescribe(app, id)
    const reason = { id, reason: 'margin_unclear', note: 'The margin is cut off.' }
    expect((await as(app, people.bob).call('orders.reject', { body: reason })).status).toBe(200)
    expect(await riskOf(people.alice, id)).toBeNull()
    const again = { id, labId: people.bob.organizationId }
    expect((await as(app, people.alice).call('orders.send', { body: again })).status).toBe(200)
    expect(await riskOf(people.alice, id)).toBe('2037-12-01')
  })

  it('the risk days of all open cases are recalculated when the laboratory changes its calendar', async () => {
    const pending = await insertDatedOrder('pending')
    const accepted = await insertDatedOrder('accepted')
    await write(people.bob, busy)
    // The laboratory works on 30 November, 1 December and 7 December, but on no day between the last two.
    expect(await riskOf(people.alice, pending)).toBe('2037-11-30')
    expect(await riskOf(people.bob, accepted)).toBe('2037-12-01')
    await write(people.bob, defaultCalendar)
    expect(await riskOf(people.alice, pending)).toBe('2037-12-01')
    expect(await riskOf(people.bob, accepted)).toBe('2037-12-04')
  })

  it('the risk day moves with the delivery day after the answer to a question', async () => {
    await write(people.bob, busy)
    const id = await insertDatedOrder('accepted', addDays(day, 7))
    const lab = as(app, people.bob).call
    const asked = await lab('conversation.ask', {
      body: { orderId: id, reason: 'shade_missing', text: 'Which shade?' },
    })
    expect(asked.status).toBe(200)
    const answered = await as(app, people.alice).call('conversation.answer', {
      body: { questionId: asked.body.data.id, text: 'A3' },
    })
    expect(answered.status).toBe(200)
    const { order } = (await lab('orders.get', { params: { id } })).body.data
    expect(order.deliveryOn! > addDays(day, 7)).toBe(true)
    expect(order.atRiskOn! > '2037-12-10').toBe(true)
    expect(order.atRiskOn! < order.deliveryOn!).toBe(true)
    await write(people.bob, defaultCalendar)
  })
})
