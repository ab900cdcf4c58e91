import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { sendRaw, statusOf } from '../../test/raw-http.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    PONTIC_MODE: 'production',
    PONTIC_PUBLIC_URL: 'https://cases.example.com',
    PONTIC_SMTP_URL: 'smtp://127.0.0.1:1',
    PONTIC_SECRET_KEY: 'a secret of more than thirty-two characters',
  })
})
afterAll(() => app.close())

// Source maps of the built web app, which must not be served.
const built = fileURLToPath(new URL('../../../../web/dist/assets/', import.meta.url))
const sourceMaps = (existsSync(built) ? readdirSync(built) : [])
  .filter((name) => name.endsWith('.js'))
  .slice(0, 20)
  .map((name) => `/assets/${name}.map`)

test('T65: in production only the probes and the documentation answer without a session', async () => {
  const paths = [
    '/metrics',
    '/dev/mail',
    '/dev/sms',
    '/dev/mail/last',
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/assets/index.js.map',
    ...sourceMaps,
    '/package.json',
    '/../package.json',
    '/%2e%2e/package.json',
  ]
  for (const path of paths) {
    for (const accept of ['text/html', '*/*']) {
      const answer = await sendRaw(
        app.url,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`,
      )
      expect([path, [400, 404].includes(statusOf(answer))]).toEqual([path, true])
    }
  }
  for (const method of ['TRACE', 'OPTIONS', 'PATCH', 'PROPFIND']) {
    const answer = await sendRaw(
      app.url,
      `${method} /restful/orders/list HTTP/1.1\r\nHost: a\r\nX-Marker: m4rk\r\nConnection: close\r\n\r\n`,
    )
    expect([method, [404, 405].includes(statusOf(answer))]).toEqual([method, true])
    expect(answer).not.toContain('m4rk')
  }
  for (const query of ['', '?verbose=1']) {
    const health = await fetch(`${app.url}/healthz${query}`)
    expect([health.status, await health.text()]).toEqual([200, 'ok'])
    for (const header of ['server', 'x-powered-by', 'via']) expect(health.headers.get(header)).toBeNull()
  }
  // Only the platform may read the health page.
  expect((await fetch(`${app.url}/restful/manage/health`)).status).toBe(401)
  expect((await fetch(`${app.url}/docs`)).status).toBe(200)
})

test('T65: the documentation can be switched off', async () => {
  const quiet = await startTestApp({ PONTIC_DOCS: 'no' })
  for (const path of ['/docs', '/openapi.json']) expect((await fetch(quiet.url + path)).status).toBe(404)
  await quiet.close()
})

test('T53: in production responses have the header Strict-Transport-Security', async () => {
  for (const path of ['/healthz', '/restful/nothing']) {
    expect((await fetch(app.url + path)).headers.get('strict-transport-security')).toMatch(/max-age=31536000/)
  }
})

test('a worker node serves only its health and readiness probes', async () => {
  const worker = await app.startSecondNode({ PONTIC_ROLE: 'worker' })
  for (const path of ['/healthz', '/readyz']) expect((await fetch(worker.url + path)).status).toBe(200)
  const closed = [
    '/',
    '/login',
    '/docs',
    '/openapi.json',
    '/restful/orders/list',
    '/restful/events',
    '/oauth/token',
  ]
  for (const path of closed) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(worker.url + path, { method, headers: { accept: 'text/html' } })
      expect([path, method, answer.status]).toEqual([path, method, 404])
    }
  }
  expect((await fetch(`${worker.url}/restful/uploads`, { method: 'POST' })).status).toBe(404)
})
