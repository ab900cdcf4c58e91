import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'

let app: TestApp
let second: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  second = await app.startSecondNode()
  people = await createPeople(app)
})
afterAll(() => app.close())

const isLong = process.env.PONTIC_TEST_LONG !== undefined
const rounds = isLong ? 1_000 : 20

/** Sets up two enabled administrators, each with an active session. */
async function restore(): Promise<[Person, Person]> {
  const { alice, amy } = people
  await app.services.database.db
    .updateTable('account')
    .set({ disabled_at: null, is_organization_administrator: true })
    .where('id', 'in', [alice.accountId, amy.accountId])
    .execute()
  const session = async (person: Person) => ({ ...person, ...(await createSession(app, person.accountId)) })
  return [await session(alice), await session(amy)]
}

async function countAdministrators(): Promise<number> {
  const rows = await app.services.database.db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', people.alice.organizationId)
    .where('is_organization_administrator', '=', true)
    .where('disabled_at', 'is', null)
    .execute()
  return rows.length
}

const disable = (node: TestApp, by: Person, whom: Person) =>
  as(node, by).call('members.disable', { params: { id: whom.accountId } })
const demote = (node: TestApp, by: Person, whom: Person) =>
  as(node, by).call('members.update', { body: { id: whom.accountId, isAdministrator: false } })

test.each([
  ['disable each other', disable, disable],
  ['demote each other', demote, demote],
  ['disable and demote each other', disable, demote],
] as const)(
  `T25: exactly one administrator remains if two administrators ${'%s'} at once on two nodes`,
  async (_, first, other) => {
    for (let round = 0; round < rounds; round++) {
      const [alice, amy] = await restore()
      const answers = await Promise.all([first(app, alice, amy), other(second, amy, alice)])
      const statuses = answers.map((one) => one.status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      // The refused caller is no longer an administrator, or would disable or demote the last one.
      expect([401, 403, 409]).toContain(statuses.find((status) => status !== 200))
      expect(await countAdministrators()).toBe(1)
    }
  },
  isLong ? 600_000 : 60_000,
)
