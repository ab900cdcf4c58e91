import { passwordDigest } from '@pontic/client'
import { portalClient } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createPeople, type People } from '../../test/people.ts'
import { password } from '../../test/registration.ts'
import { setPassword } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await setPassword(app, people.alice, password)
})
afterAll(() => app.close())

const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
const fields = { client_id: portalClient.id, client_secret: portalClient.secret }

async function signIn(authorization: string | undefined, more: Record<string, string> = {}) {
  const grant = { grant_type: 'password', username: people.alice.email, password: passwordDigest(password) }
  const response = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, ...more }),
    headers: authorization === undefined ? {} : { authorization },
  })
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    body: (await response.json()) as Record<string, unknown>,
  }
}

test('the client can authenticate by HTTP Basic or by fields (RFC 6749 §2.3.1)', async () => {
  const byBasic = await signIn(basic(portalClient.id, portalClient.secret))
  expect([byBasic.status, byBasic.body.token_type]).toEqual([200, 'bearer'])
  expect((await signIn(undefined, fields)).status).toBe(200)
})

test('a client that uses both HTTP Basic and fields is refused', async () => {
  const both = await signIn(basic(portalClient.id, portalClient.secret), fields)
  expect([both.status, both.body.error]).toEqual([400, 'invalid_request'])
})

test.each([
  ['a wrong secret', () => basic(portalClient.id, 'wrong')],
  ['another client', () => basic('other', portalClient.secret)],
  ['no id and secret', () => 'Basic !!!'],
  ['broken escapes', () => `Basic ${Buffer.from('%zz:%zz').toString('base64')}`],
])('HTTP Basic with %s is refused with 401 and a challenge', async (_, authorization) => {
  const answer = await signIn(authorization())
  expect([answer.status, answer.body.error, answer.challenge]).toEqual([
    401,
    'invalid_client',
    'Basic realm="Pontic"',
  ])
})

test('a wrong secret in the fields is refused with 401 and no challenge', async () => {
  const answer = await signIn(undefined, { ...fields, client_secret: 'wrong' })
  expect([answer.status, answer.body.error, answer.challenge]).toEqual([401, 'invalid_client', null])
})

test('a client that authenticates by HTTP Basic can revoke a session', async () => {
  const { body } = await signIn(undefined, fields)
  const revoke = await fetch(`${app.url}/oauth/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ token: String(body.access_token) }),
    headers: { authorization: basic(portalClient.id, portalClient.secret) },
  })
  expect(revoke.status).toBe(200)
  const after = await fetch(`${app.url}/restful/accounts/me`, {
    headers: { authorization: `Bearer ${String(body.access_token)}` },
  })
  expect(after.status).toBe(401)
})

test('a sign-in returns the scope, and its refresh token returns new tokens with the same scope', async () => {
  const { body } = await signIn(undefined, fields)
  expect([body.scope, body.refresh_token]).toEqual([expect.stringMatching(/^\S+$/), expect.any(String)])
  const response = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: String(body.refresh_token),
      ...fields,
    }),
  })
  const next = (await response.json()) as Record<string, unknown>
  expect([response.status, next.scope]).toEqual([200, body.scope])
  expect(next.access_token).not.toBe(body.access_token)
})
