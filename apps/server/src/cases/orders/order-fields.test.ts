import { orderTypes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertPartnership, minimalPrescription } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { orderNumberPattern } from './order-number.shared.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const dayIn = (days: number) =>
  new Date(app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the order of the case details, and asserts that the row in the list is the same. */
async function read(person: Person, id: string) {
  const detail = (await as(app, person).call('orders.get', { params: { id } })).body.data.order
  const { list } = (await as(app, person).call('orders.list', { body: {} })).body.data
  expect(list.find((row) => row.id === id)).toEqual(detail)
  return detail
}

describe('the fields of a case', () => {
  it('the fields that the clinic has entered are unchanged for both sides, in the details and in the list', async () => {
    const { alice, bob } = people
    const typed = {
      type: 2,
      patientName: 'Nora Quist',
      doctor: 'Dr. Moreau',
      scanDate: dayIn(-2),
      deliveryOn: dayIn(20),
      equipmentNumber: 'SN-4471-B',
      softwareVersion: '5.2.1',
      otherRequirements: 'Light contacts.\nNo metal.',
      remark: 'Bite taken twice.',
    } as const
    const { id } = (await as(app, alice).call('orders.create', { body: typed })).body.data
    expect(await read(alice, id)).toMatchObject({ ...typed, labName: null, expressNumber: null })
    await as(app, alice).call('prescriptions.update', { body: { id, prescription: minimalPrescription(2) } })
    await as(app, alice).call('orders.declareNoScans', { body: { id } })
    await as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    for (const reader of [alice, bob])
      expect(await read(reader, id)).toMatchObject({
        ...typed,
        clinicName: 'Brookside Dental',
        labName: 'Northlight Lab',
        status: 'pending',
      })
  })

  it('the server sets number, times, sender operator and updater', async () => {
    const { alice, amy, bob } = people
    const registeredAt = app.clock.now()
    const draft = { type: 1 as const, patientName: 'Odd Berg' }
    const { id } = (await as(app, amy).call('orders.create', { body: draft })).body.data
    const registered = await read(alice, id)
    expect(registered.number).toMatch(orderNumberPattern)
    expect(Date.parse(registered.createdAt)).toBeGreaterThanOrEqual(registeredAt.getTime())
    expect(registered).toMatchObject({ updatedAt: registered.createdAt, updater: 'Amy' })

    await as(app, amy).call('prescriptions.update', { body: { id, prescription: minimalPrescription(1) } })
    await as(app, amy).call('orders.declareNoScans', { body: { id } })
    await as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    const sent = await read(bob, id)
    expect(sent).toMatchObject({ createdAt: registered.createdAt, updater: 'Alice', senderOperator: 'Alice' })
    expect(Date.parse(sent.updatedAt)).toBeGreaterThan(Date.parse(registered.updatedAt))
  })

  it('the laboratory sets its operator, the delivery day, carrier and express number', async () => {
    const { alice, bob } = people
    const draft = { type: 7 as const, patientName: 'Pia Lund', deliveryOn: dayIn(10) }
    const { id } = (await as(app, alice).call('orders.create', { body: draft })).body.data
    await as(app, alice).call('prescriptions.update', { body: { id, prescription: minimalPrescription(7) } })
    await as(app, alice).call('orders.declareNoScans', { body: { id } })
    await as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
    expect(await read(alice, id)).toMatchObject({ isDeliveryConfirmed: false, operator: '' })
    const accept = { id, deliveryOn: dayIn(12), operator: 'Ben Ito' }
    expect((await as(app, bob).call('orders.accept', { body: accept })).status).toBe(200)
    const ship = { id, expressNumber: '1Z999AA10123456784', carrier: 'UPS' }
    expect((await as(app, bob).call('orders.ship', { body: ship })).status).toBe(200)
    for (const reader of [alice, bob])
      expect(await read(reader, id)).toMatchObject({
        status: 'shipped',
        operator: 'Ben Ito',
        deliveryOn: dayIn(12),
        isDeliveryConfirmed: true,
        carrier: 'UPS',
        expressNumber: '1Z999AA10123456784',
        updater: 'Bob',
      })
  })

  it.each([
    ['restoration', 0],
    ['orthodontics', 1],
    ['implant', 2],
    ['removable', 7],
  ] as const)('a case has the type %s as the number %i, and the list filters by it', async (name, type) => {
    expect(orderTypes[name]).toBe(type)
    const { alice } = people
    const draft = { type, patientName: `Type ${name}` }
    const { id } = (await as(app, alice).call('orders.create', { body: draft })).body.data
    expect((await read(alice, id)).type).toBe(type)
    const find = async (types: (0 | 1 | 2 | 7)[]) =>
      (await as(app, alice).call('orders.list', { body: { types, pageSize: 100 } })).body.data.list
    const same = await find([type])
    expect(same.map((row) => row.type)).toEqual(same.map(() => type))
    expect(same.map((row) => row.id)).toContain(id)
    const others = await find(([0, 1, 2, 7] as const).filter((one) => one !== type))
    expect(others.map((row) => row.id)).not.toContain(id)
  })

  it('a type that is none of the four is refused', async () => {
    for (const type of [3, 4, 5, 6, 8, -1, '0', null]) {
      const body = { type, patientName: 'Nobody' } as never
      const answer = await as(app, people.alice).call('orders.create', { body })
      expect([type, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([type, 400, ['type']])
    }
  })
})
