import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Answer, as, createPeople, type People, type Person } from '../../test/people.ts'

const rounds = process.env.PONTIC_TEST_LONG === '1' ? 1_000 : 20

let app: TestApp
let secondNode: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  secondNode = await app.startSecondNode()
  people = await createPeople(app)
})
afterAll(() => app.close())

const nodeOf = (turn: number) => (turn % 2 === 0 ? app : secondNode)
const apply = (node: TestApp, by: Person, to: Person) =>
  as(node, by).call('partners.apply', { body: { organizationId: to.organizationId } })
const answer = (node: TestApp, by: Person, to: Person, approve: boolean) =>
  as(node, by).call('partners.answer', { body: { organizationId: to.organizationId, approve } })
const cancel = (node: TestApp, by: Person, to: Person) =>
  as(node, by).call('partners.cancel', { body: { organizationId: to.organizationId } })

const statusesOf = (answers: readonly Answer<unknown>[]) => answers.map((one) => one.status).sort()
const pairs = () => app.services.database.db.selectFrom('partnership').selectAll().execute()
const deletePairs = () => app.services.database.db.deleteFrom('partnership').execute()

/** The number of audit records read so far. */
let seenAudit = 0
async function readAudit(): Promise<string[]> {
  const rows = await app.services.database.db
    .selectFrom('audit')
    .select(['id', 'action'])
    .where('object_type', '=', 'partnership')
    .where('id', '>', seenAudit)
    .orderBy('id')
    .execute()
  seenAudit = rows.at(-1)?.id ?? seenAudit
  return rows.map((row) => row.action)
}

describe('simultaneous actions on two nodes', () => {
  it('T29: of simultaneous applications of one side one succeeds, and those of both sides create a partnership', async () => {
    const { alice, bob } = people
    for (let round = 0; round < rounds; round++) {
      const same = await Promise.all([apply(nodeOf(round), alice, bob), apply(nodeOf(round + 1), alice, bob)])
      expect(statusesOf(same)).toEqual([200, 409])
      expect(await pairs()).toMatchObject([{ status: 'requested', requested_by: alice.organizationId }])
      expect(await readAudit()).toEqual(['partners.apply'])
      await deletePairs()
      const both = await Promise.all([apply(nodeOf(round), alice, bob), apply(nodeOf(round + 1), bob, alice)])
      expect(both.map((one) => one.body.data.relation).sort()).toEqual(['applied', 'partner'])
      expect(await pairs()).toMatchObject([{ status: 'partner' }])
      expect(await readAudit()).toEqual(['partners.apply', 'partners.approve'])
      await deletePairs()
    }
  })

  it('T30: of a simultaneous approval and cancellation exactly one succeeds, and the other is refused', async () => {
    const { erin, carol } = people
    for (let round = 0; round < rounds; round++) {
      await apply(nodeOf(round), erin, carol)
      const [approved, cancelled] = await Promise.all([
        answer(nodeOf(round), carol, erin, true),
        cancel(nodeOf(round + 1), erin, carol),
      ])
      const isApproved = approved.status === 200
      expect([approved.status, cancelled.status]).toEqual(isApproved ? [200, 409] : [404, 200])
      expect(await pairs()).toMatchObject(isApproved ? [{ status: 'partner' }] : [])
      const winner = isApproved ? 'partners.approve' : 'partners.cancel'
      expect(await readAudit()).toEqual(['partners.apply', winner])
      await deletePairs()
    }
  })

  it('T30: of an approval and a simultaneous refusal by two administrators exactly one succeeds', async () => {
    const { alice, bob } = people
    for (let round = 0; round < rounds; round++) {
      await apply(nodeOf(round), alice, bob)
      const answers = await Promise.all([
        answer(nodeOf(round), bob, alice, true),
        answer(nodeOf(round + 1), bob, alice, false),
      ])
      const isApproved = answers[0].status === 200
      expect(answers.map((one) => one.status)).toEqual(isApproved ? [200, 409] : [404, 200])
      expect(await pairs()).toMatchObject(isApproved ? [{ status: 'partner' }] : [])
      await deletePairs()
    }
  })
})
