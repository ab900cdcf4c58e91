import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'

const unknownId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

test('a successful reply has the success envelope', async () => {
  const answer = await as(app, people.alice).call('accounts.get', { params: { username: 'me' } })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ code: 0, message: '', data: { email: people.alice.email } })
})

test('a request without a session gets 401 with WWW-Authenticate: Bearer', async () => {
  const answer = await as(app, undefined).call('orders.list', { body: {} })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect(answer.body).toEqual({
    code: 1002,
    error: 'request.unauthenticated',
    message: expect.stringMatching(/\w/),
    requestId: answer.headers.get('x-request-id'),
  })
})

test('the messages of refusals and fields are in the language of the Accept-Language header, or of the language cookie', async () => {
  const call = (headers: Record<string, string>) =>
    as(app, people.alice, headers).call('accounts.setLanguage', { body: { language: 'xx_XX' } })
  const english = await call({ 'accept-language': 'en' })
  const byHeader = await call({ 'accept-language': 'zh-CN,zh;q=0.9' })
  const byCookie = await call({ cookie: 'other=1; language=zh_CN', 'accept-language': '*' })
  expect(english.status).toBe(400)
  expect(english.body.fields).toEqual({ language: 'Choose one of the options.' })
  for (const answer of [byHeader, byCookie]) {
    expect(answer.body.message).toMatch(/\p{Script=Han}/u)
    expect(answer.body.fields?.language).toMatch(/\p{Script=Han}/u)
  }
})

test('T59: an invalid language cookie or header falls back to English', async () => {
  const expected = (await as(app, undefined).call('accounts.get', { params: { username: 'me' } })).body
    .message
  for (const odd of ['../../etc', 'x'.repeat(10_000), 'tlh', '%00', 'en_US/../zh_CN']) {
    const answers = [
      await as(app, undefined, { cookie: `language=${odd}` }).call('accounts.get', {
        params: { username: 'me' },
      }),
      await as(app, undefined, { 'accept-language': odd }).call('accounts.get', {
        params: { username: 'me' },
      }),
    ]
    for (const answer of answers) expect([answer.status, answer.body.message]).toEqual([401, expected])
  }
})

test('a member who waits for approval is refused with that reason, but can read their own account', async () => {
  for (const name of ['orders.list', 'partners.list'] as const) {
    const answer = await as(app, people.wanda).call(name, { body: {} })
    expect([answer.status, answer.body.error]).toEqual([403, 'member.waiting'])
  }
  expect((await as(app, people.wanda).call('accounts.get', { params: { username: 'me' } })).status).toBe(200)
})

test('a member without the permission is refused before the body is read or an object is looked up', async () => {
  const answer = await as(app, people.amy).call('partners.remove', { body: { nonsense: true } })
  expect([answer.status, answer.body.error]).toEqual([403, 'request.forbidden'])
  expect(answer.body.message).toContain('Ask an administrator of your organization.')
  const missing = await as(app, people.amy).call('partners.remove', { body: { organizationId: unknownId } })
  expect(missing.status).toBe(403)
})

test('an unknown field of a body is refused, and the reply names the field', async () => {
  const body = { language: 'en_US', organizationId: unknownId }
  const answer = await as(app, people.alice).call('accounts.setLanguage', { body })
  expect(answer.status).toBe(400)
  expect(Object.keys(answer.body.fields ?? {})).toEqual(['organizationId'])
})

test('a wrong method gets 405 with the allowed methods, and an unknown path gets 404', async () => {
  const other = await fetch(`${app.url}/restful/orders/list`, { method: 'PUT' })
  expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST'])
  const none = await fetch(`${app.url}/restful/nothing`)
  expect([none.status, (await none.json()) as object]).toEqual([404, expect.objectContaining({ code: 1004 })])
})

test('T61: the refusals of bad JSON, large bodies and invalid paths reveal nothing about the server', async () => {
  const authorization = `Bearer ${people.alice.token}`
  const send = (body: string) =>
    fetch(`${app.url}/restful/accounts/language`, {
      method: 'PUT',
      body,
      headers: { authorization, 'content-type': 'application/json' },
    })
  const answers = [
    await send('{"language":'),
    await send(`"${'x'.repeat(1_100_000)}"`),
    await fetch(`${app.url}/restful/%zz`),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([400, 413, 400])
  for (const answer of answers) {
    const text = await answer.text()
    expect(text).not.toMatch(/node_modules|\.ts|at |fastify|FST_|postgres|select |v\d+\.\d+/i)
    expect(JSON.parse(text)).toHaveProperty('requestId')
  }
})

test('failures under /oauth follow RFC 6749 §5.2', async () => {
  const answer = await as(app, undefined).call('session.create', {
    body: { grant_type: 'magic', ...{ nonsense: 'x' } },
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    error: 'invalid_request',
    code: 1001,
    error_description: expect.any(String),
  })
})

test('the log contains the names of calls, but no paths and queries', async () => {
  const marker = 'marker-in-a-path'
  await as(app, people.alice).call('accounts.get', { params: { username: marker } })
  await fetch(`${app.url}/oauth/token?grant_type=password&password=${marker}`)
  const lines = app.logLines.join('')
  expect(lines).toContain('"route":"accounts.get"')
  expect(lines).not.toContain(marker)
})
