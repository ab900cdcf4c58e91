import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let app: TestApp
let secondNode: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  secondNode = await app.startSecondNode()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const deliveryOn = '2037-12-08'
const nodeOf = (turn: number) => (turn % 2 === 0 ? app : secondNode)

function countStatuses(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

async function kindsOf(id: string): Promise<string[]> {
  const rows = await app.services.database.db
    .selectFrom('order_event')
    .select('kind')
    .where('order_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map((row) => row.kind)
}

describe('simultaneous actions', () => {
  it('T33: of fifty accepts on two nodes one succeeds, with one timeline entry and one mail', async () => {
    const { alice, bob, ben } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const before = (await app.readMails()).length
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        as(nodeOf(turn), turn % 4 < 2 ? bob : ben).call('orders.accept', { body: { id, deliveryOn } }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 49 })
    expect(await kindsOf(id)).toEqual(['accept'])
    expect((await app.readMails()).length - before).toBe(1)
  })

  it('T33: of two members of a laboratory who accept and reject at once, exactly one succeeds', async () => {
    const { alice, bob, ben } = people
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
    const accepting = as(app, bob).call('orders.accept', { body: { id, version: 1, deliveryOn } })
    const body = { id, version: 1, reason: 'capacity' as const, note: 'Full.' }
    const answers = await Promise.all([accepting, as(secondNode, ben).call('orders.reject', { body })])
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 1 })
    const kinds = await kindsOf(id)
    expect(kinds).toHaveLength(1)
    const { order } = (await as(app, alice).call('orders.get', { params: { id } })).body.data
    expect(order.status).toBe(kinds[0] === 'accept' ? 'accepted' : 'rejected')
  })

  it('T33: of a recall and a simultaneous accept exactly one succeeds, and the stored counts equal a recount', async () => {
    const { alice, bob } = people
    for (let round = 0; round < 10; round++) {
      const { id } = await insertOrder(app, { clinic: alice, lab: bob, status: 'pending' })
      const [recalled, accepted] = await Promise.all([
        as(nodeOf(round), alice).call('orders.recall', { body: { id } }),
        as(nodeOf(round + 1), bob).call('orders.accept', { body: { id, deliveryOn } }),
      ])
      expect([recalled.status, accepted.status].filter((status) => status === 200)).toHaveLength(1)
    }
    const { db } = app.services.database
    for (const [column, person] of [['clinic_id', alice] as const, ['lab_id', bob] as const]) {
      const rows = await db
        .selectFrom('orders')
        .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
        .where(column, '=', person.organizationId)
        .groupBy('status')
        .execute()
      const { counts } = (await as(app, person).call('orders.list', { body: {} })).body.data
      for (const row of rows) expect([row.status, counts[row.status]]).toEqual([row.status, row.count])
      expect(counts.total).toBe(rows.reduce((sum, row) => sum + row.count, 0))
    }
  })

  it('T31: a send while the partnership ends never leaves a case with a laboratory that is no partner', async () => {
    const { erin, bob } = people
    const labId = bob.organizationId
    for (let round = 0; round < 10; round++) {
      await insertPartnership(app, erin, bob)
      const { id } = await insertOrder(app, { clinic: erin, status: 'uploaded' })
      const [sent, removed] = await Promise.all([
        as(nodeOf(round), erin).call('orders.send', { body: { id, labId } }),
        as(nodeOf(round + 1), bob).call('partners.remove', { body: { organizationId: erin.organizationId } }),
      ])
      expect(removed.status).toBe(200)
      expect(['200 undefined', '409 partner.required']).toContain(`${sent.status} ${sent.body.error}`)
      const { order } = (await as(app, erin).call('orders.get', { params: { id } })).body.data
      expect(order).toMatchObject({ status: 'uploaded', labId: null })
    }
  })

  it('T35: a repeated call with the same Idempotency-Key has one effect and the same reply, and another body is refused', async () => {
    const { alice, amy } = people
    const key = { 'idempotency-key': 'create-nora-1' }
    const body = { type: 0 as const, patientName: 'Nora Quist' }
    const create = (person: typeof alice, patientName = body.patientName) =>
      as(app, person).call('orders.create', { body: { ...body, patientName } }, key)
    const first = await create(alice)
    const second = await create(alice)
    expect(second.body.data).toEqual(first.body.data)
    const other = await create(alice, 'Another Patient')
    expect([other.status, other.body.error]).toEqual([422, 'request.key_reused'])
    const isolated = await create(amy)
    expect(isolated.body.data.id).not.toBe(first.body.data.id)
  })

  it('T35: ten parallel calls with one Idempotency-Key register one case', async () => {
    const { alice } = people
    const body = { type: 1 as const, patientName: 'Parallel Patient' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        as(nodeOf(turn), alice).call('orders.create', { body }, { 'idempotency-key': 'parallel-1' }),
      ),
    )
    const made = await as(app, alice).call('orders.list', { body: { words: 'Parallel' } })
    expect(made.body.data.total).toBe(1)
    for (const answer of answers) expect([200, 409]).toContain(answer.status)
    expect(answers.some((answer) => answer.status === 200)).toBe(true)
  })
})
