import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

/** Creates a case that the laboratory has accepted for 8 December 2037, a Tuesday. */
async function acceptCase(): Promise<string> {
  const { alice, bob } = people
  const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
  await as(app, bob).call('orders.accept', { body: { id, deliveryOn: '2037-12-08' } })
  return id
}

const move = (id: string, deliveryOn: string) =>
  as(app, people.ben).call('orders.moveDay', { body: { id, deliveryOn } })
const answer = (id: string, agrees: boolean) =>
  as(app, people.alice).call('orders.answerDay', { body: { id, agrees } })

describe('a laboratory that moves the confirmed delivery day', () => {
  it('moves it to an earlier day at once, and the clinic is notified', async () => {
    const id = await acceptCase()
    const moved = await move(id, '2037-12-04')
    expect(moved.body.data).toMatchObject({
      deliveryOn: '2037-12-04',
      proposedOn: null,
      atRiskOn: '2037-12-03',
    })
    expect((await app.readMails())[0]).toMatchObject({ to: people.alice.email })
    const news = (await as(app, people.alice).call('notifications.list', { body: {} })).body.data.list
    expect(news[0]).toMatchObject({ kind: 'order_day_moved', orderId: id, day: '2037-12-04' })
  })

  it('only proposes a later day, which waits for the clinic until it agrees', async () => {
    const id = await acceptCase()
    const proposed = await move(id, '2037-12-11')
    expect(proposed.body.data).toMatchObject({ deliveryOn: '2037-12-08', proposedOn: '2037-12-11' })
    const waiting = async () =>
      (
        await as(app, people.alice).call('orders.list', { body: { waitsForMe: true, pageSize: 100 } })
      ).body.data.list.map((row) => row.id)
    expect(await waiting()).toContain(id)
    const agreed = await answer(id, true)
    expect(agreed.body.data).toMatchObject({
      deliveryOn: '2037-12-11',
      proposedOn: null,
      isDeliveryConfirmed: true,
      atRiskOn: '2037-12-10',
    })
    expect(await waiting()).not.toContain(id)
    const { timeline } = (await as(app, people.bob).call('orders.get', { params: { id } })).body.data
    expect(timeline.slice(-2).map(({ kind, deliveryOn }) => [kind, deliveryOn])).toEqual([
      ['proposeDay', '2037-12-11'],
      ['agreeDay', '2037-12-11'],
    ])
  })

  it('keeps the confirmed day if the clinic does', async () => {
    const id = await acceptCase()
    await move(id, '2037-12-11')
    expect((await answer(id, false)).body.data).toMatchObject({ deliveryOn: '2037-12-08', proposedOn: null })
    const again = await answer(id, true)
    expect([again.status, again.body.error]).toEqual([409, 'order.wrong_status'])
  })

  it('replaces its proposal by moving again, and an earlier day ends it', async () => {
    const id = await acceptCase()
    await move(id, '2037-12-11')
    expect((await move(id, '2037-12-14')).body.data.proposedOn).toBe('2037-12-14')
    expect((await move(id, '2037-12-07')).body.data).toMatchObject({
      deliveryOn: '2037-12-07',
      proposedOn: null,
    })
  })

  it('ends its proposal when it ships or rejects the case', async () => {
    const [shipped, rejected] = [await acceptCase(), await acceptCase()]
    for (const id of [shipped, rejected]) await move(id, '2037-12-11')
    const lab = as(app, people.bob)
    const ship = await lab.call('orders.ship', { body: { id: shipped, withoutNumber: true } })
    expect(ship.body.data.proposedOn).toBeNull()
    const body = { id: rejected, reason: 'capacity', note: 'We are full.' } as const
    expect((await lab.call('orders.reject', { body })).body.data.proposedOn).toBeNull()
  })

  it('is refused a day that has passed, and cannot answer its own proposal', async () => {
    const id = await acceptCase()
    const past = await move(id, '2020-01-01')
    expect([past.status, past.body.fields]).toMatchObject([400, { deliveryOn: expect.any(String) }])
    await move(id, '2037-12-11')
    const own = await as(app, people.bob).call('orders.answerDay', { body: { id, agrees: true } })
    expect(own.status).toBe(403)
  })
})
