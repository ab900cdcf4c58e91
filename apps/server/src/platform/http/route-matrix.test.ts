import {
  type ActorKind,
  type Permission,
  permissions,
  type Route,
  type RouteName,
  routes,
} from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addressOf, createPeople, type People, type Person, type PersonName } from '../../test/people.ts'
import { newId } from '../db/ids.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

/** One person for each actor kind, which is a column of the permission matrix. */
const columns = {
  clinic: 'amy',
  clinicAdmin: 'alice',
  lab: 'ben',
  labAdmin: 'bob',
  person: 'dave',
  operator: 'olga',
  platform: 'root',
} as const satisfies Record<ActorKind, PersonName>

/** A call whose permission is tested. Calls of the upload protocol are included, although they are not in the route table. */
type GuardedCall = {
  name: string
  method: string
  address: string
  permission: Permission | 'public'
  allowsWaitingMembers: boolean
}

function toGuardedCall(name: RouteName): GuardedCall {
  const route: Route = routes[name]
  const keys = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const params = Object.fromEntries(keys.map((key) => [key, key === 'username' ? 'me' : newId()]))
  return {
    name,
    method: route.method,
    address: addressOf(name, { params }),
    permission: route.permission,
    allowsWaitingMembers: route.waiting ?? false,
  }
}

const uploads = ['HEAD', 'PATCH', 'DELETE'].map(
  (method): GuardedCall => ({
    name: `uploads ${method}`,
    method,
    address: `/restful/uploads/${newId()}`,
    permission: 'file.write',
    allowsWaitingMembers: false,
  }),
)
const calls = [...(Object.keys(routes) as RouteName[]).map(toGuardedCall), ...uploads]
const guarded = calls.filter((call) => call.permission !== 'public')

type Outcome = { status: number; error: string | undefined }

/** Sends an empty body, so that most calls that pass the permission check fail the validation. */
async function send(call: GuardedCall, person: Person | undefined): Promise<Outcome> {
  const aborting = new AbortController()
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  const response = await fetch(app.url + call.address, {
    method: call.method,
    signal: aborting.signal,
    ...(hasBody ? { body: '{}' } : {}),
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
    },
  })
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const body = isJson && call.method !== 'HEAD' ? ((await response.json()) as { error?: string }) : {}
  // An event stream would stay open.
  aborting.abort()
  return { status: response.status, error: body.error }
}

describe.each(guarded.map((call) => [call.name, call] as const))('%s', (_, call) => {
  const refused = (error: string, status: number) =>
    call.method === 'HEAD' ? { status, error: undefined } : { status, error }

  it('the call answers 401 without a session, or with an invalid token', async () => {
    expect(await send(call, undefined)).toEqual(refused('request.unauthenticated', 401))
    const stranger = { ...people.alice, token: 'A'.repeat(43) }
    expect(await send(call, stranger)).toEqual(refused('request.unauthenticated', 401))
  })

  it('a member who waits for approval gets 403 member.waiting unless the route allows waiting members', async () => {
    const outcome = await send(call, people.wanda)
    if (call.allowsWaitingMembers) expect([401, 403]).not.toContain(outcome.status)
    else expect(outcome).toEqual(refused('member.waiting', 403))
  })

  it.each(Object.keys(columns) as ActorKind[])(
    'a %s with the permission gets neither 401 nor 403, and without it gets 403 before any lookup',
    async (kind) => {
      const row: Partial<Record<ActorKind, string>> = permissions[call.permission as Permission]
      const outcome = await send(call, people[columns[kind]])
      if (row[kind] === undefined) expect(outcome).toEqual(refused('request.forbidden', 403))
      else {
        expect([401, 403]).not.toContain(outcome.status)
        expect(outcome.status).toBeLessThan(500)
      }
    },
  )
})

describe.each(calls.filter((call) => call.permission === 'public').map((call) => [call.name, call] as const))(
  '%s, a public call',
  (_, call) => {
    it('the call needs no session, and has a handler', async () => {
      const outcome = await send(call, undefined)
      expect(outcome.error).not.toBe('request.unauthenticated')
      expect([403, 405, 501]).not.toContain(outcome.status)
      expect(outcome.error).not.toBe('request.not_found')
      expect(outcome.status).toBeLessThan(500)
    })
  },
)

it('no call of the route table answers request.not_found', async () => {
  for (const call of guarded.filter((one) => one.method !== 'HEAD')) {
    const { error } = await send(call, people.alice)
    expect([call.name, error]).not.toEqual([call.name, 'request.not_found'])
  }
})
