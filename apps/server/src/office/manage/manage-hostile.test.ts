import { type Route, type RouteName, routes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const names = (Object.keys(routes) as RouteName[]).filter((name) => {
  const route: Route = routes[name]
  return route.path.startsWith('/manage/') && route.permission !== 'public'
})

/** Calls a route with the id of an existing account. */
async function attack(name: RouteName, person: Person): Promise<{ status: number; error: string }> {
  const route: Route = routes[name]
  const params = { id: people.carol.accountId }
  const hasBody = route.method === 'POST' || route.method === 'PUT'
  const response = await fetch(app.url + addressOf(name, { params }), {
    method: route.method,
    ...(hasBody ? { body: JSON.stringify({ id: params.id, authorities: ['ROLE_ADMIN'] }) } : {}),
    headers: {
      authorization: `Bearer ${person.token}`,
      // A client can send any cookie or header, so these values must have no effect.
      cookie: 'language=en_US; authorities=ROLE_ADMIN; org_admin_flag=true',
      'x-authorities': 'ROLE_ADMIN',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
  })
  return { status: response.status, error: ((await response.json()) as { error: string }).error }
}

describe('T27: the back office is open to platform administrators only', () => {
  test.each(names)(
    '%s refuses every organization administrator, member, individual and operator',
    async (name) => {
      const { alice, amy, bob, ben, carol, dave, olga } = people
      for (const person of [alice, amy, bob, ben, carol, dave, olga])
        expect(await attack(name, person)).toEqual({ status: 403, error: 'request.forbidden' })
    },
  )

  test('the refused calls leave no rows in the audit log', async () => {
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select('action')
      .where('action', 'like', 'manage.%')
      .execute()
    expect(rows).toEqual([])
  })
})

test('T27: in production a platform administrator without a second factor has no access', async () => {
  const production = await app.startSecondNode({
    PONTIC_MODE: 'production',
    PONTIC_PUBLIC_URL: 'https://pontic.test',
    PONTIC_SMTP_URL: 'smtp://127.0.0.1:1',
    PONTIC_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const call = () =>
    as(production, people.root, { host: 'pontic.test' }).call('manage.listUsers', { body: {} })
  const refused = await call()
  expect([refused.status, refused.body.error]).toEqual([403, 'two_factor.needed'])
  await app.services.database.db
    .updateTable('account')
    .set({ two_factor_at: app.clock.now() })
    .where('id', '=', people.root.accountId)
    .execute()
  expect((await call()).status).toBe(200)
})

test('T57: malformed ids and pages are refused, and hostile search words find nothing', async () => {
  const root = as(app, people.root)
  for (const id of ['1', '%', newId().toUpperCase().slice(1), "' or 1=1 --"]) {
    const answer = await root.call('manage.getUser', { params: { id } })
    expect([id, answer.status]).toEqual([id, 400])
  }
  for (const words of ["'; drop table account; --", '\\', '%%%', '张伟'])
    expect((await root.call('manage.listUsers', { body: { words } })).body.data.list).toEqual([])
  for (const body of [
    { words: 'a\u0000b' },
    { pageSize: 1e9 },
    { sort: 'email; --' },
    { state: 'x' },
    { cursor: 'x' },
  ])
    expect((await root.call('manage.listUsers', { body })).status).toBe(400)
})
