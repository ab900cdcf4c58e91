import { limits } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createPeople, type People } from '../../test/people.ts'
import { callToken, renew, setPassword, signIn, tryToken } from '../../test/sign-in.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await setPassword(app, people.alice, password)
})
afterAll(() => app.close())

const begin = async (fields: Record<string, string> = {}) =>
  (await signIn(app, people.alice.email, password, {}, fields)).body

const audits = (sessionId: string) =>
  app.services.database.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('object_id', '=', sessionId)
    .where('action', '=', 'session.end')
    .execute()

describe('renewing a session', () => {
  test('a refresh token returns a new pair of tokens of the same session', async () => {
    const first = await begin()
    const { status, body } = await renew(app, first.refresh_token)
    expect(status).toBe(200)
    expect(body.jti).toBe(first.jti)
    expect(body.refresh_token).not.toBe(first.refresh_token)
    expect([await tryToken(app, body.access_token), await tryToken(app, first.access_token)]).toEqual([
      200, 200,
    ])
  })

  test('a repeated refresh within the grace period returns a pair that replaces the unused one', async () => {
    const first = await begin()
    const lost = (await renew(app, first.refresh_token)).body
    const second = await renew(app, first.refresh_token)
    expect(second.status).toBe(200)
    expect(await tryToken(app, lost.access_token)).toBe(401)
    expect(await tryToken(app, second.body.access_token)).toBe(200)
    const third = await renew(app, second.body.refresh_token)
    expect([third.status, third.body.jti]).toEqual([200, first.jti])
  })

  test('T08: a second use of a token whose successor was used revokes the session, which is audited', async () => {
    const first = await begin()
    const second = (await renew(app, first.refresh_token)).body
    const third = (await renew(app, second.refresh_token)).body
    const stolen = await renew(app, first.refresh_token)
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant'])
    for (const token of [first, second, third]) expect(await tryToken(app, token.access_token)).toBe(401)
    expect((await renew(app, third.refresh_token)).status).toBe(400)
    expect(await audits(first.jti)).toEqual([{ action: 'session.end', detail: { reason: 'reuse' } }])
  })

  test('T08: a second use of a token after the grace period revokes the session, even if its successor was never used', async () => {
    const first = await begin()
    const second = (await renew(app, first.refresh_token)).body
    app.clock.advance({ seconds: limits.refreshGraceSeconds + 1 })
    expect((await renew(app, first.refresh_token)).status).toBe(400)
    expect(await tryToken(app, second.access_token)).toBe(401)
    expect((await renew(app, second.refresh_token)).status).toBe(400)
    expect(await audits(first.jti)).toHaveLength(1)
  })

  test('T08: a use of a refresh token that a repeated refresh has replaced revokes the session', async () => {
    const first = await begin()
    const replaced = (await renew(app, first.refresh_token)).body
    const second = (await renew(app, first.refresh_token)).body
    expect((await renew(app, replaced.refresh_token)).status).toBe(400)
    expect(await tryToken(app, second.access_token)).toBe(401)
    expect(await audits(first.jti)).toHaveLength(1)
  })

  test('T08: a repeated refresh does not extend the grace period', async () => {
    const first = await begin()
    await renew(app, first.refresh_token)
    app.clock.advance({ seconds: limits.refreshGraceSeconds - 10 })
    expect((await renew(app, first.refresh_token)).status).toBe(200)
    app.clock.advance({ seconds: 20 })
    expect((await renew(app, first.refresh_token)).status).toBe(400)
  })

  test('T09: one pair is valid after twenty tabs refresh one token at once', async () => {
    const first = await begin()
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(app, first.refresh_token)))
    const pairs = answers.filter((one) => one.status === 200).map((one) => one.body)
    expect(pairs.length).toBeGreaterThan(0)
    const opened = await Promise.all(pairs.map((one) => tryToken(app, one.access_token)))
    expect(opened.filter((status) => status === 200)).toHaveLength(1)
    const valid = await app.services.database.db
      .selectFrom('refresh_token')
      .select('token_sha256')
      .where('session_id', '=', first.jti)
      .where('spent_at', 'is', null)
      .where('died_at', 'is', null)
      .execute()
    expect(valid).toHaveLength(1)
    const winner = pairs[opened.indexOf(200)]!
    expect((await renew(app, winner.refresh_token)).status).toBe(200)
  })

  test('T10: access tokens cannot refresh a session, refresh tokens cannot authenticate a call, and forged tokens can do neither', async () => {
    const session = await begin()
    const swapped = await renew(app, session.access_token)
    expect([swapped.status, swapped.body.error]).toEqual([400, 'invalid_grant'])
    const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = encode({ sub: people.root.accountId, authorities: ['ROLE_ADMIN'], exp: 4e9 })
    const forged = [
      session.refresh_token,
      `${encode({ alg: 'none' })}.${claims}.`,
      `${encode({ alg: 'HS256' })}.${claims}.${'A'.repeat(43)}`,
      `${session.access_token.slice(0, -1)}${session.access_token.endsWith('A') ? 'B' : 'A'}`,
      session.jti,
    ]
    for (const token of forged) expect(await tryToken(app, token)).toBe(401)
    for (const token of forged.slice(1)) expect((await renew(app, token)).status).toBe(400)
    expect(await tryToken(app, session.access_token)).toBe(200)
  })

  test('T10: a refresh with authorities in the body is refused', async () => {
    const session = await begin()
    const answer = await callToken(app, {
      grant_type: 'refresh_token',
      refresh_token: session.refresh_token,
      authorities: 'ROLE_ADMIN',
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  })
})

describe('how long a session lasts', () => {
  test('an access token expires after 30 minutes', async () => {
    const session = await begin()
    app.clock.advance({ minutes: limits.accessTokenMinutes - 1 })
    expect(await tryToken(app, session.access_token)).toBe(200)
    app.clock.advance({ minutes: 1, seconds: 1 })
    expect(await tryToken(app, session.access_token)).toBe(401)
    expect((await renew(app, session.refresh_token)).status).toBe(200)
  })

  test('without remember-me a session expires after 12 idle hours, and each refresh extends it', async () => {
    const session = await begin()
    app.clock.advance({ hours: limits.sessionIdleHours - 1 })
    const renewed = await renew(app, session.refresh_token)
    expect(renewed.status).toBe(200)
    app.clock.advance({ hours: limits.sessionIdleHours - 1 })
    const again = await renew(app, renewed.body.refresh_token)
    expect(again.status).toBe(200)
    app.clock.advance({ hours: limits.sessionIdleHours, seconds: 1 })
    expect((await renew(app, again.body.refresh_token)).status).toBe(400)
  })

  test('with remember-me a session expires after 30 idle days, or 90 days after the sign-in', async () => {
    const idle = await begin({ remember_me: 'true' })
    app.clock.advance({ days: 30, seconds: 1 })
    expect((await renew(app, idle.refresh_token)).status).toBe(400)

    let session = await begin({ remember_me: 'true' })
    expect(session.rememberMe).toBe(true)
    for (const days of [29, 29, 29]) {
      app.clock.advance({ days })
      const renewed = await renew(app, session.refresh_token)
      expect(renewed.status).toBe(200)
      session = renewed.body
    }
    app.clock.advance({ days: 3, seconds: 1 })
    expect((await renew(app, session.refresh_token)).status).toBe(400)
    expect(await tryToken(app, session.access_token)).toBe(401)
  })

  test('the last access token expires with the session', async () => {
    const session = await begin({ remember_me: 'true' })
    const { expires_at } = await app.services.database.db
      .selectFrom('session')
      .select('expires_at')
      .where('id', '=', session.jti)
      .executeTakeFirstOrThrow()
    app.clock.advance({ days: 29 })
    const second = (await renew(app, session.refresh_token)).body
    app.clock.advance({ days: 29 })
    const third = (await renew(app, second.refresh_token)).body
    app.clock.advance({ days: 29 })
    const fourth = (await renew(app, third.refresh_token)).body
    const leftSeconds = (Date.parse(expires_at) - app.clock.now().getTime()) / 1000
    app.clock.advance({ seconds: leftSeconds - 600 })
    const last = (await renew(app, fourth.refresh_token)).body
    expect(last.expires_in).toBeLessThanOrEqual(600)
    app.clock.advance({ seconds: 601 })
    expect(await tryToken(app, last.access_token)).toBe(401)
  })
})
