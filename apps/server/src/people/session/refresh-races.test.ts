import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createPeople, type People } from '../../test/people.ts'
import { renew, setPassword, signIn, tryToken } from '../../test/sign-in.ts'

const rounds = process.env.PONTIC_TEST_LONG === '1' ? 1_000 : 20
const password = 'Molar-and-incisor-7'

let app: TestApp
let second: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  second = await app.startSecondNode()
  people = await createPeople(app)
  await setPassword(app, people.alice, password)
})
afterAll(() => app.close())

/** Counts the refresh tokens of a session that are neither used nor replaced. */
async function countValidRefreshTokens(sessionId: string): Promise<number> {
  const rows = await app.services.database.db
    .selectFrom('refresh_token')
    .select('token_sha256')
    .where('session_id', '=', sessionId)
    .where('spent_at', 'is', null)
    .where('died_at', 'is', null)
    .execute()
  return rows.length
}

test(`T09: in ${rounds} rounds two tabs refresh one token concurrently on two nodes, and one pair remains valid each time`, async () => {
  let last = (await signIn(app, people.alice.email, password)).body
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all([app, second].map((node) => renew(node, last.refresh_token)))
    const pairs = answers.filter((one) => one.status === 200).map((one) => one.body)
    const opened = await Promise.all(pairs.map((one) => tryToken(second, one.access_token)))
    expect([round, opened.filter((status) => status === 200)]).toEqual([round, [200]])
    expect([round, await countValidRefreshTokens(last.jti)]).toEqual([round, 1])
    last = pairs[opened.indexOf(200)]!
  }
})

test(`T08: in ${rounds} rounds an owner refreshes the current token and a thief the used one at once, and at most one pair stays valid`, async () => {
  for (let round = 0; round < rounds; round++) {
    const first = (await signIn(app, people.alice.email, password)).body
    const owner = (await renew(app, first.refresh_token)).body
    const [used, stolen] = await Promise.all([
      renew(app, owner.refresh_token),
      renew(second, first.refresh_token),
    ])
    const pairs = [used, stolen].filter((one) => one.status === 200).map((one) => one.body)
    const opened = await Promise.all(pairs.map((one) => tryToken(app, one.access_token)))
    // Either the session was revoked, or one pair replaced the other within the grace period.
    expect(opened.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await countValidRefreshTokens(first.jti)).toBeLessThanOrEqual(1)
  }
})
