import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { sendRaw, statusOf } from '../../test/raw-http.ts'

let app: TestApp
let people: People
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const put = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/restful/accounts/language`, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${people.alice.token}`, ...json, ...headers },
  })

test('T10: an invented, truncated or foreign token is refused', async () => {
  const claims = Buffer.from('{"alg":"none"}').toString('base64url')
  const odd = [
    '',
    'x',
    `${claims}.${claims}.`,
    people.alice.token.slice(0, -1),
    `${people.alice.token}A`,
    people.alice.sessionId,
  ]
  for (const token of odd) {
    const answer = await as(app, { ...people.alice, token }).call('accounts.get', {
      params: { username: 'me' },
    })
    expect([token, answer.status]).toEqual([token, 401])
  }
  const basic = await fetch(`${app.url}/restful/accounts/me`, {
    headers: { authorization: `Basic ${people.alice.token}` },
  })
  expect(basic.status).toBe(401)
  const loud = await fetch(`${app.url}/restful/accounts/me`, {
    headers: { authorization: `BEARER ${people.alice.token}` },
  })
  expect(loud.status).toBe(200)
})

test('T20: a request without a Host header, with two, or with an invalid one is refused', async () => {
  const ask = (hosts: string, target = '/healthz') =>
    sendRaw(app.url, `GET ${target} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`).then(statusOf)
  expect(await ask('Host: a\r\n')).toBe(200)
  expect(await ask('Host: a\r\nHost: a\r\n')).toBe(400)
  expect(await ask('Host: a\r\nhOsT: evil\r\n')).toBe(400)
  expect(await ask('')).toBe(400)
  expect(await ask('Host: a/b\r\n')).toBe(400)
  expect(await ask('Host: a\r\n', 'http://evil/healthz')).toBeGreaterThanOrEqual(400)
})

test('T51: a write from another site, or with a content type that an HTML form can send, is refused', async () => {
  const body = JSON.stringify({ language: 'en_US' })
  const own = new URL(app.url).origin
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `${own}.evil.example`]) {
    const answer = await put(body, { origin })
    expect([answer.status, (await answer.json()) as object]).toEqual([
      403,
      expect.objectContaining({ error: 'request.cross_site' }),
    ])
  }
  for (const site of ['cross-site', 'same-site'])
    expect((await put(body, { 'sec-fetch-site': site })).status).toBe(403)
  expect((await put(body, { origin: own, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  expect((await put(body, { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await put('language=en_US', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
    415,
  )
})

test('T52: no response allows another origin, and preflight requests are refused', async () => {
  for (const origin of [
    'https://evil.example',
    'null',
    'http://sub.pontic.test',
    'http://pontic.test.evil.example',
  ]) {
    const read = await fetch(`${app.url}/restful/accounts/me`, {
      headers: { origin, authorization: `Bearer ${people.alice.token}` },
    })
    const preflight = await fetch(`${app.url}/restful/accounts/me`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
    const upload = await fetch(`${app.url}/restful/uploads`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(upload.ok).toBe(false)
    for (const answer of [read, preflight, upload]) {
      expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect(preflight.ok).toBe(false)
  }
})

test('T53: every response has the security headers', async () => {
  const authorization = `Bearer ${people.alice.token}`
  const answers = [
    await fetch(`${app.url}/restful/accounts/me`, { headers: { authorization } }),
    await fetch(`${app.url}/restful/accounts/me`),
    await fetch(`${app.url}/restful/nothing`),
    await fetch(`${app.url}/restful/%zz`),
    await fetch(`${app.url}/healthz`),
    await fetch(`${app.url}/docs`),
    await fetch(`${app.url}/oauth/token`, { method: 'POST' }),
    await put('{'),
  ]
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull()
  }
  const broken = await sendRaw(app.url, 'NONSENSE\r\n\r\n')
  expect(broken).toMatch(/x-content-type-options: nosniff/i)
})

test('T54: requests that proxies parse differently are refused and the connection is closed', async () => {
  const head = 'POST /restful/accounts/language HTTP/1.1\r\nHost: a\r\n'
  const odd = {
    'CL and TE': `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'two CL': `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
    'blank before the colon': `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    'bare LF': 'GET /healthz HTTP/1.1\nHost: a\n\n',
    'folded header': `${head}X-A: b\r\n c\r\nContent-Length: 0\r\n\r\n`,
    'odd length': `${head}Content-Length: +4\r\n\r\nabcd`,
    'unknown coding': `${head}Transfer-Encoding: gzip\r\n\r\nabcd`,
  }
  for (const [name, request] of Object.entries(odd))
    expect([name, statusOf(await sendRaw(app.url, request))]).toEqual([name, 400])
  const huge = await sendRaw(
    app.url,
    `GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
  )
  expect(statusOf(huge)).toBe(431)
})

test('T56: oversized, deeply nested, compressed and prototype-polluting bodies are refused', async () => {
  const bombs: [string, string | Uint8Array<ArrayBuffer>, Record<string, string>, number][] = [
    ['too long', `{"language":"${'x'.repeat(2_000_000)}"}`, {}, 413],
    ['deep', `{"language":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, {}, 400],
    ['wide', `{${Array.from({ length: 90_000 }, (_, n) => `"k${n}":1`).join()}}`, {}, 400],
    ['packed', new Uint8Array([31, 139, 8, 0]), { 'content-encoding': 'gzip' }, 415],
    ['other charset', '{"language":"en_US"}', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), {}, 400],
    ['prototype', '{"language":"en_US","__proto__":{"a":1}}', {}, 400],
    ['escaped prototype', '{"language":"en_US","\\u005f_proto__":{"a":1}}', {}, 400],
    ['constructor', '{"language":"en_US","constructor":{"prototype":{"a":1}}}', {}, 400],
  ]
  for (const [name, body, headers, status] of bombs) {
    const answer = await put(body, headers)
    expect([name, answer.status]).toEqual([name, status])
    expect((await answer.text()).length).toBeLessThan(10_000)
  }
  expect(
    (await put('{"language":"en_US"}', { 'content-type': 'application/json; charset=UTF-8' })).status,
  ).toBe(200)
})

test('T57: NUL, lone surrogates, huge numbers, lists for scalars and repeated keys answer 400, never 500', async () => {
  const { call } = as(app, people.alice)
  const bodies = ['\u0000', '\ud800', ['en_US'], 2 ** 63, null, { a: 1 }].map((language) => ({
    language,
  }))
  for (const body of bodies) expect((await call('accounts.setLanguage', { body })).status).toBe(400)
  for (const raw of [
    '{"language":1e999}',
    '{"language":NaN}',
    '{"language":9223372036854775808}',
    '[]',
    '""',
    'null',
    '',
  ]) {
    expect([raw, (await put(raw)).status]).toEqual([raw, 400])
  }
  for (const path of [
    'accounts/%00',
    'accounts/%ED%A0%80',
    'orders/%00',
    'orders/x?id=1&id=2',
    'orders/x?a=%FF',
  ]) {
    const answer = await fetch(`${app.url}/restful/${path}`, {
      headers: { authorization: `Bearer ${people.alice.token}` },
    })
    expect([path, answer.status]).toEqual([path, 400])
  }
  const repeated = await fetch(`${app.url}/oauth/token?grant_type=password&grant_type=refresh_token`)
  expect(repeated.status).toBe(400)
})
