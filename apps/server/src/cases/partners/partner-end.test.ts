import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { type Answer, as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())
beforeEach(() => app.services.database.db.deleteFrom('partnership').execute())

const outcome = ({ status, body }: Answer<unknown>) => [status, body.error]
const end = (by: Person, partner: Person) =>
  as(app, by).call('partners.remove', { body: { organizationId: partner.organizationId } })
const ban = (person: Person, banned_at: Date | null) =>
  app.services.database.db
    .updateTable('organization')
    .set({ banned_at })
    .where('id', '=', person.organizationId)
    .execute()

describe('T31: the end of a partnership', () => {
  test('T31: pending cases return to the clinic, accepted ones continue, and new sends are refused', async () => {
    const { alice, bob } = people
    await insertPartnership(app, alice, bob)
    const make = (status: 'pending' | 'accepted' | 'shipped' | 'completed' | 'uploaded') =>
      insertOrder(app, { clinic: alice, lab: bob, status })
    const [pending, accepted, shipped, completed, uploaded] = [
      await make('pending'),
      await make('accepted'),
      await make('shipped'),
      await make('completed'),
      await make('uploaded'),
    ]
    const list = await as(app, bob).call('partners.list', { body: {} })
    expect(list.body.data.list).toMatchObject([{ name: 'Brookside Dental', openOrders: 3 }])
    expect(outcome(await end(bob, alice))).toEqual([200, undefined])
    const statusOf = async (person: Person, id: string) => {
      const { status, body } = await as(app, person).call('orders.get', { params: { id } })
      return status === 200 ? body.data.order.status : status
    }
    expect(await statusOf(alice, pending.id)).toBe('uploaded')
    expect(await statusOf(bob, pending.id)).toBe(404)
    expect(await statusOf(bob, shipped.id)).toBe('shipped')
    expect(await statusOf(bob, completed.id)).toBe('completed')
    const taken = { id: pending.id, deliveryOn: '2030-01-01' }
    expect((await as(app, bob).call('orders.accept', { body: taken })).status).toBe(404)
    const ship = { id: accepted.id, expressNumber: '1Z999AA10123456784' }
    expect((await as(app, bob).call('orders.ship', { body: ship })).body.data.status).toBe('shipped')
    for (const { id } of [uploaded, pending]) {
      const sent = await as(app, alice).call('orders.send', { body: { id, labId: bob.organizationId } })
      expect(outcome(sent)).toEqual([409, 'partner.required'])
    }
  })

  test('T31: a send while a partnership ends never leaves a case with a laboratory that is no partner', async () => {
    const { erin, bob } = people
    for (let round = 0; round < 5; round++) {
      await insertPartnership(app, erin, bob)
      const { id } = await insertOrder(app, { clinic: erin })
      const [sent] = await Promise.all([
        as(app, erin).call('orders.send', { body: { id, labId: bob.organizationId } }),
        end(bob, erin),
      ])
      expect([200, 409]).toContain(sent.status)
      const { status } = await app.services.database.db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(status).toBe('uploaded')
    }
  })

  test('T32: a case cannot be sent to a laboratory that is not yet a partner, to a clinic or to a banned laboratory', async () => {
    const { alice, bob, carol, erin } = people
    const { id } = await insertOrder(app, { clinic: alice })
    const send = (to: Person) =>
      as(app, alice).call('orders.send', { body: { id, labId: to.organizationId } })
    await as(app, alice).call('partners.apply', { body: { organizationId: bob.organizationId } })
    for (const to of [bob, carol, erin, alice])
      expect(outcome(await send(to))).toEqual([409, 'partner.required'])
    await as(app, bob).call('partners.answer', {
      body: { organizationId: alice.organizationId, approve: true },
    })
    await ban(bob, app.clock.now())
    expect(outcome(await send(bob))).toEqual([409, 'partner.banned'])
    await ban(bob, null)
    expect((await send(bob)).body.data.status).toBe('pending')
  })
})
