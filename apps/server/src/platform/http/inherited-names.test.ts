import { type Route, routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createPeople, createSession, type People } from '../../test/people.ts'

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

// Properties that every object inherits.
const names = Object.getOwnPropertyNames(Object.prototype)

// Calls that revoke the caller's session or close the account.
const endings = /^(session\.revoke|accounts\.close|accounts\.endSession)/

/** Calls the route with the name as path parameter, query parameter, body field, header and cookie. @returns the status */
async function callWith(name: string, route: Route, token: string): Promise<number> {
  const path = `${route.base ?? '/restful'}${route.path}`.replace(/:\w+/g, encodeURIComponent(name))
  const isGet = route.method === 'GET'
  const fields = { [name]: name, sort: name, filter: name, status: name, name, id: name, language: name }
  const query = isGet ? `?${new URLSearchParams(fields)}` : ''
  const response = await fetch(`${app.url}${path}${query}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `language=${name}`,
      'accept-language': name,
      'x-zone': name,
      'idempotency-key': name,
      ...(isGet ? {} : { 'content-type': 'application/json' }),
    },
    ...(isGet ? {} : { body: JSON.stringify(fields) }),
    signal: AbortSignal.timeout(20_000),
  })
  await response.body?.cancel()
  return response.status
}

test.each(names)('no call fails on the inherited property name %s', async (name) => {
  const { token } = await createSession(app, people.root.accountId)
  const failed: string[] = []
  for (const [route, row] of Object.entries(routes as Record<string, Route>)) {
    if (endings.test(route)) continue
    const status = await callWith(name, row, token)
    if (status >= 500) failed.push(`${route}: ${status}`)
  }
  expect(failed).toEqual([])
})
