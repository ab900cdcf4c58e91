import { type Route, type RouteName, reachOf, routes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addressOf, as, createPeople, type People } from '../../test/people.ts'
import { sampleBody } from '../../test/sample-body.ts'
import { newId } from '../db/ids.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const names = Object.keys(routes) as RouteName[]
const routeOf = (name: RouteName): Route => routes[name]

function tokenFor({ permission }: Route): string {
  const { amy, alice, bob, dave, root } = people
  const kinds = { clinic: amy, clinicAdmin: alice, labAdmin: bob, person: dave, platform: root } as const
  const found = Object.entries(kinds).find(
    ([kind]) => permission === 'public' || reachOf(kind as keyof typeof kinds, permission),
  )
  return found?.[1].token ?? ''
}

const paramFor = (key: string | undefined) => (key === 'purpose' ? 'avatar' : newId())

/**
 * Sends a complete request for a route. `more` overrides its parts: `query` is appended to the address, `body` replaces the
 * example.
 */
async function send(
  name: RouteName,
  more: { query?: string; body?: string; type?: string; method?: string } = {},
) {
  const route = routeOf(name)
  const params = Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map((match) => [match[1] ?? '', paramFor(match[1])]),
  )
  const body = more.body ?? (route.body && !route.form ? JSON.stringify(sampleBody(name)) : undefined)
  const response = await fetch(app.url + addressOf(name, { params }) + (more.query ?? ''), {
    method: more.method ?? route.method,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': more.type ?? 'application/json' }),
      ...(route.permission === 'public' ? {} : { authorization: `Bearer ${tokenFor(route)}` }),
    },
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== ''
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} }
}

describe('an unknown query parameter', () => {
  const withoutForm = names.filter((name) => routeOf(name).base !== '/oauth')
  it.each(withoutForm)('%s refuses an unknown query parameter and names it', async (name) => {
    const answer = await send(name, { query: '?nonsense=1' })
    const { nonsense, ...others } = answer.body.fields
    expect([answer.status, nonsense]).toEqual([400, 'This field is not known. Remove it.'])
    // The other messages are about required parameters, which are missing here.
    expect(Object.values(others).filter((message) => message !== 'Required.')).toEqual([])
  })
})

describe('a body that is null', () => {
  const writing = names.filter(
    (name) => routeOf(name).method !== 'GET' && routeOf(name).base !== '/oauth' && !routeOf(name).bytes,
  )
  it.each(writing)('%s refuses a body that is null', async (name) => {
    const answer = await send(name, { body: 'null' })
    expect([answer.status, answer.body.error]).toEqual([400, 'request.invalid'])
  })
})

describe('HEAD', () => {
  const reading = names.filter((name) => routeOf(name).method === 'GET' && routeOf(name).base !== '/oauth')
  it.each(reading)('HEAD answers for %s like GET, without a body', async (name) => {
    const aborting = new AbortController()
    const route = routeOf(name)
    const params = Object.fromEntries(
      [...route.path.matchAll(/:(\w+)/g)].map((match) => [match[1] ?? '', paramFor(match[1])]),
    )
    const request = (method: string) =>
      fetch(app.url + addressOf(name, { params }), {
        method,
        signal: aborting.signal,
        headers: route.permission === 'public' ? {} : { authorization: `Bearer ${tokenFor(route)}` },
      })
    const get = await request('GET')
    const head = await request('HEAD')
    expect([head.status, head.headers.get('content-type')]).toEqual([
      get.status,
      get.headers.get('content-type'),
    ])
    expect(await head.text()).toBe('')
    aborting.abort()
  })

  it('HEAD is refused with 405 on a path that serves only other methods', async () => {
    const head = await fetch(`${app.url}/restful/orders/list`, { method: 'HEAD' })
    expect([head.status, head.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('X-Zone accepts the current and former names of time zones, and nothing else', async () => {
  const list = (zone: string) => as(app, people.alice, { 'x-zone': zone }).call('orders.list', { body: {} })
  for (const zone of ['Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC'])
    expect([zone, (await list(zone)).status]).toEqual([zone, 200])
  for (const zone of ['+02:00', 'Mars/Olympus', 'x'.repeat(100), 'UTC, UTC']) {
    const answer = await list(zone)
    expect([zone, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([zone, 400, ['x-zone']])
  }
})

test.each([
  ['orders.list', 'createdFrom', { createdFrom: '2026-11-02', createdTo: '2026-11-01' }],
  ['orders.list', 'deliveryFrom', { deliveryFrom: '2026-11-02', deliveryTo: '2026-11-01' }],
  ['orders.createExport', 'createdFrom', { createdFrom: '2026-11-02', createdTo: '2026-11-01' }],
  ['remakes.figures', 'from', { from: '2026-11-02', to: '2026-11-01' }],
  ['dashboard.getOrderTypeStatData', 'from', { from: '2026-11-02', to: '2026-11-01' }],
  ['audit.list', 'filter.from', { filter: { from: '2026-11-02', to: '2026-11-01' } }],
] as const)(
  '%s refuses a date range that ends before it begins, and names the field %s',
  async (name, field, body) => {
    const answer = await as(app, people.alice).call(name, { body } as never)
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { [field]: 'The first day is after the last day. Correct one of them.' },
    ])
  },
)

test('the refusal of a body of the wrong type names the type that the call accepts', async () => {
  const advice = async (name: RouteName, type: string) => {
    const answer = await send(name, { body: 'a=b', type })
    return [answer.status, (answer.body.message ?? answer.body.error_description) as string]
  }
  expect(await advice('orders.create', 'text/plain')).toEqual([
    415,
    'Send the body as application/json, in UTF-8 and without compression.',
  ])
  expect(await advice('session.create', 'application/json')).toEqual([
    415,
    'Send the body as application/x-www-form-urlencoded, in UTF-8 and without compression.',
  ])
  expect(await advice('images.create', 'application/json')).toEqual([
    415,
    'Send the body as application/octet-stream, in UTF-8 and without compression.',
  ])
  expect(await advice('members.disable', 'text/plain')).toEqual([
    415,
    'This call has no request body. Send it without one.',
  ])
})

test('without a token the message asks to sign in, and with an invalid token it says that the session has ended', async () => {
  const read = (headers: Record<string, string>) =>
    as(app, undefined, headers).call('accounts.get', { params: { username: 'me' } })
  expect((await read({})).body.message).toBe('Sign in to continue.')
  const ended = await read({ authorization: `Bearer ${'A'.repeat(43)}` })
  expect(ended.body.message).toBe('Your session has ended. Sign in again to continue.')
})

test('a pull setting for an unknown clinic is refused with 404, for a laboratory with 409', async () => {
  const create = (clinicId: string) =>
    as(app, people.root).call('pullSettings.create', {
      body: { name: 'Scanner', clinicId, kind: 'folder', folder: 'scans' },
    })
  const unknown = await create(newId())
  expect([unknown.status, unknown.body.error]).toEqual([404, 'organization.not_found'])
  const lab = await create(people.bob.organizationId)
  expect([lab.status, lab.body.error]).toEqual([409, 'pull.clinic_wrong'])
})
