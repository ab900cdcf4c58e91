import { passwordDigest } from '@pontic/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { clientFields } from '../people.ts'
import { haveHaproxy, haveNginx, type StartedProxy, startHaproxy, startNginx } from '../proxies.ts'

let app: TestApp
let proxy: StartedProxy | undefined

beforeAll(async () => {
  app = await startTestApp()
})
afterEach(() => proxy?.stop())
afterAll(() => app.close())

const ticket = 'marker-ticket-0123456A'

async function sendSecrets(url: string): Promise<void> {
  const status = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status).toBe(200)
  const query = new URLSearchParams({
    ...clientFields,
    grant_type: 'password',
    username: 'marker-user@pontic.example',
    password: passwordDigest('marker'),
  })
  const referer = `${url}/x?code=marker-referer`
  expect((await fetch(`${url}/oauth/token?${query}`, { headers: { referer } })).status).toBe(400)
  expect((await fetch(`${url}/restful/downloads/${ticket}?marker-query=1`)).status).toBe(400)
  expect((await fetch(`${url}/restful//downloads/${ticket}`)).status).toBe(404)
}

async function expectSilent(readLog: () => string): Promise<void> {
  await expect.poll(readLog).toContain('/oauth/token')
  await expect.poll(readLog).toContain('/restful/downloads/-')
  expect(readLog()).not.toMatch(/marker|grant_type/)
  expect(readLog()).not.toContain(passwordDigest('marker'))
}

describe('T12: the logs of the shipped proxies', () => {
  test.skipIf(!haveNginx())('nginx logs no query, no referrer and no ticket', async () => {
    proxy = await startNginx({ nodes: [app] })
    await sendSecrets(proxy.url)
    await expectSilent(proxy.log)
  })

  test.skipIf(!haveHaproxy())('haproxy logs no query, no referrer and no ticket', async () => {
    proxy = await startHaproxy({ nodes: [app] })
    await sendSecrets(proxy.url)
    await expectSilent(proxy.log)
  })
})
