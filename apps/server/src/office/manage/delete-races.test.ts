import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'

const isLong = process.env.PONTIC_TEST_LONG === '1'
const rounds = isLong ? 300 : 20
const sides = [
  ['laboratory', 'carol'],
  ['clinic', 'erin'],
] as const

let app: TestApp
let second: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  second = await app.startSecondNode()
  people = await createPeople(app)
  await insertPartnership(app, people.erin, people.carol)
})
afterAll(() => app.close())

const deleteOrganizationOf = (node: TestApp, { organizationId }: Person) =>
  as(node, people.root).call('manage.deleteOrganization', { params: { id: organizationId } })
const send = (node: TestApp, id: string) =>
  as(node, people.erin).call('orders.send', { body: { id, labId: people.carol.organizationId } })

/** Completes pending orders, restores the person's organization, and signs the person in again. */
async function revive(person: 'carol' | 'erin'): Promise<void> {
  const { db } = app.services.database
  const { organizationId } = people[person]
  await db.updateTable('orders').set({ status: 'completed' }).where('status', '=', 'pending').execute()
  await db.updateTable('organization').set({ deleted_at: null }).where('id', '=', organizationId).execute()
  people[person] = { ...people[person], ...(await createSession(app, people[person].accountId)) }
}

async function readOrder(id: string) {
  const { db } = app.services.database
  return await db.selectFrom('orders').select(['status', 'lab_id']).where('id', '=', id).executeTakeFirst()
}

describe('a case is sent while one of its two organizations is deleted', () => {
  test.each(sides)(
    'T26: if a case is sent while its %s is deleted on another node, either the send or the deletion succeeds',
    async (_, person) => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await insertOrder(app, { clinic: people.erin })
        const [sending, deleting] = round % 2 === 0 ? [app, second] : [second, app]
        const [sent, deleted] = await Promise.all([
          send(sending, id),
          deleteOrganizationOf(deleting, people[person]),
        ])
        // The later call fails because of an open case, a deleted laboratory, or an ended session.
        const isSent = sent.status === 200
        expect([sent.status, deleted.status]).toEqual(
          isSent ? [200, 409] : [person === 'carol' ? 409 : 401, 200],
        )
        expect((await readOrder(id))?.status).toBe(isSent ? 'pending' : 'uploaded')
        await revive(person)
      }
    },
    600_000,
  )

  /**
   * Starts a step, blocks it before its check of the partnership, deletes the person's organization, and unblocks the step.
   * @param doesDeleteWait whether the delete waits for the commit of the step
   */
  async function deleteDuring<Answer>(
    person: Person,
    step: () => Promise<Answer>,
    doesDeleteWait = false,
  ): Promise<{ answer: Answer; deleted: number }> {
    const { pool } = app.services.database
    const holder = await pool.connect()
    const untilWaiting = (count: number) =>
      expect.poll(() => countWaiting(pool), { interval: 20 }).toBe(count)
    try {
      await holder.query('begin')
      await holder.query('select 1 from partnership for update')
      const answer = step()
      await untilWaiting(1)
      const deleted = deleteOrganizationOf(second, person)
      if (doesDeleteWait) await untilWaiting(2)
      else await deleted
      await holder.query('commit')
      return { answer: await answer, deleted: (await deleted).status }
    } finally {
      holder.release()
    }
  }

  test.each([
    ['laboratory', 'carol', [409, 'partner.banned']],
    ['clinic', 'erin', [401, 'request.unauthenticated']],
  ] as const)('T26: a send fails if its %s is deleted while the send runs', async (_, person, refusal) => {
    const { id } = await insertOrder(app, { clinic: people.erin })
    const { answer, deleted } = await deleteDuring(people[person], () => send(app, id))
    expect([answer.status, answer.body.error, deleted]).toEqual([...refusal, 200])
    expect(await readOrder(id)).toEqual({ status: 'uploaded', lab_id: null })
    await revive(person)
  })

  /** Creates an order with a deferred send. `declare` declares that the order has no scans, which starts the send. */
  async function createWaiting() {
    const { id } = await insertOrder(app, { clinic: people.erin, status: 'scanned' })
    expect((await send(app, id)).status).toBe(200)
    return { id, declare: () => as(app, people.erin).call('orders.declareNoScans', { body: { id } }) }
  }

  test('T26: a deferred send fails if its laboratory is deleted while the send runs, and the clinic keeps the case', async () => {
    const { id, declare } = await createWaiting()
    const { answer, deleted } = await deleteDuring(people.carol, declare)
    expect([answer.status, deleted]).toEqual([200, 200])
    expect(await readOrder(id)).toEqual({ status: 'uploaded', lab_id: null })
    const { timeline } = (await as(app, people.erin).call('orders.get', { params: { id } })).body.data
    expect(timeline.map(({ kind }) => kind)).toEqual(['sendWaiting', 'declareNoScans', 'sendFailed'])
    await revive('carol')
  })

  test('T26: a clinic cannot be deleted once its deferred send has started', async () => {
    const { id, declare } = await createWaiting()
    // The declaration locks the clinic's row. The delete waits for the commit of the declaration, and then
    // counts the open order.
    const { answer, deleted } = await deleteDuring(people.erin, declare, true)
    expect([answer.status, deleted]).toEqual([200, 409])
    expect((await readOrder(id))?.status).toBe('pending')
    await revive('erin')
  })
})

async function countWaiting(pool: TestApp['services']['database']['pool']): Promise<number | undefined> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}
