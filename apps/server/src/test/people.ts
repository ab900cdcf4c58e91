import { randomBytes } from 'node:crypto'
import {
  type BusinessType,
  businessTypes,
  limits,
  portalClient,
  type Route,
  type RouteCall,
  type RouteName,
  type RouteReply,
  type Routes,
  routes,
} from '@pontic/contract'
import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { organizationNameKey } from '../platform/db/name-key.ts'
import { hashToken } from '../platform/http/actor.ts'

/** The people of the tests. CONTRIBUTING introduces them. */
const cast = {
  alice: ['brookside', 'admin'],
  amy: ['brookside', 'member'],
  bob: ['northlight', 'admin'],
  ben: ['northlight', 'member'],
  carol: ['harbour', 'admin'],
  erin: ['meadow', 'admin'],
  dave: ['dave', 'member'],
  olga: ['platform', 'member'],
  root: ['platform', 'admin'],
  wanda: ['brookside', 'waiting'],
} as const
const organizations = {
  brookside: ['Brookside Dental', businessTypes.clinic],
  meadow: ['Meadow Dental', businessTypes.clinic],
  northlight: ['Northlight Lab', businessTypes.lab],
  harbour: ['Harbour Lab', businessTypes.lab],
  dave: ['Dave Individual', businessTypes.person],
  platform: ['Pontic Platform', businessTypes.platform],
} as const satisfies Record<string, readonly [string, BusinessType]>

/** An app or installation into whose database tests write rows. */
export type TestPlace = { services: { database: Database }; clock: { now: () => Date } }

export type PersonName = keyof typeof cast

/** A person with an active session. */
export type Person = {
  name: PersonName
  email: string
  accountId: string
  organizationId: string
  organizationName: string
  sessionId: string
  token: string
}
export type People = Record<PersonName, Person>

/** A response. The body has `data` after a success, `error` after a refusal. */
export type Answer<Data> = {
  status: number
  headers: Headers
  body: {
    code: number
    message: string
    data: Data
    error?: string
    fields?: Record<string, string>
    requestId?: string
  }
}

/** Creates all people with active sessions by SQL. They have no passwords. */
export async function createPeople(app: TestPlace): Promise<People> {
  const { db } = app.services.database
  const now = app.clock.now()
  const ids = new Map<string, string>()
  for (const [key, [name, business_type]] of Object.entries(organizations)) {
    const id = newId()
    ids.set(key, id)
    await db
      .insertInto('organization')
      .values({
        id,
        name,
        name_key: organizationNameKey(name),
        business_type,
        verified_at: now,
        registered_at: now,
      })
      .execute()
  }
  const people: Partial<People> = {}
  for (const [name, [organization, role]] of Object.entries(cast) as [
    PersonName,
    (typeof cast)[PersonName],
  ][]) {
    const person = await createPerson(app, name, ids.get(organization)!, role)
    people[name] = { ...person, name, organizationName: organizations[organization][0] }
  }
  return people as People
}

let newcomers = 0

/** Creates another person of an organization, with an active session. */
export async function addPerson(
  app: TestPlace,
  colleague: Person,
  role: 'admin' | 'member' | 'waiting' = 'member',
): Promise<Person> {
  const { organizationId } = colleague
  const made = await createPerson(app, `newcomer${++newcomers}`, organizationId, role)
  return { ...colleague, ...made }
}

/** Creates an organization with one account. @returns its administrator, or the person of an individual's organization */
export async function addOrganization(app: TestPlace, business_type: BusinessType): Promise<Person> {
  const id = newId()
  const now = app.clock.now()
  const name = `Newcomer ${++newcomers}`
  await app.services.database.db
    .insertInto('organization')
    .values({
      id,
      name,
      name_key: organizationNameKey(name),
      business_type,
      verified_at: now,
      registered_at: now,
    })
    .execute()
  const role = business_type === businessTypes.person ? 'member' : 'admin'
  const made = await createPerson(app, `newcomer${++newcomers}`, id, role)
  return { ...made, name: 'alice', organizationName: name }
}

async function createPerson(
  app: TestPlace,
  name: string,
  organizationId: string,
  role: 'admin' | 'member' | 'waiting',
): Promise<Omit<Person, 'name' | 'organizationName'>> {
  const now = app.clock.now()
  const accountId = newId()
  const email = `${name}@pontic.example`
  await app.services.database.db
    .insertInto('account')
    .values({
      id: accountId,
      email,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      password_hash: '!',
      organization_id: organizationId,
      is_organization_administrator: role === 'admin',
      membership: role === 'waiting' ? 'waiting' : 'active',
      email_verified_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { email, accountId, organizationId, ...(await createSession(app, accountId)) }
}

/** Creates another session of an account. @returns its id and access token */
export async function createSession(
  app: TestPlace,
  accountId: string,
): Promise<{ sessionId: string; token: string }> {
  const { db } = app.services.database
  const now = app.clock.now()
  const sessionId = newId()
  const token = randomBytes(32).toString('base64url')
  // The session lasts long and has a future sign-in time, so that tests can advance the clock. Expiry has tests of its own.
  const expires_at = new Date(now.getTime() + 90 * 86_400_000)
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      account_id: accountId,
      is_remembered: true,
      created_at: now,
      last_used_at: now,
      authenticated_at: new Date('2100-01-01'),
      expires_at,
    })
    .execute()
  await db
    .insertInto('access_token')
    .values({ token_sha256: hashToken(token), session_id: sessionId, expires_at })
    .execute()
  return { sessionId, token }
}

/** Makes the sign-in of a session too old for calls that require a recent sign-in. */
export async function ageSignIn(app: TestPlace, { sessionId }: { sessionId: string }): Promise<void> {
  const authenticated_at = new Date(
    app.clock.now().getTime() - limits.reauthenticationMinutes * 60_000 - 1_000,
  )
  await app.services.database.db
    .updateTable('session')
    .set({ authenticated_at })
    .where('id', '=', sessionId)
    .execute()
}

type Loose<T> = { [Key in keyof T]?: T[Key] | unknown }

/** Returns an object that makes calls by name over HTTP as a person, or without a session for `undefined`. */
export function as(app: { url: string }, person: Person | undefined, headers: Record<string, string> = {}) {
  return {
    call: <Name extends RouteName>(
      name: Name,
      input: Loose<RouteCall<Routes[Name]>> = {},
      more: Record<string, string> = {},
    ): Promise<Answer<RouteReply<Routes[Name]>>> =>
      send(app.url, name, input as never, {
        ...(person ? { authorization: `Bearer ${person.token}` } : {}),
        ...headers,
        ...more,
      }) as Promise<Answer<RouteReply<Routes[Name]>>>,
  }
}

type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** Returns the path of a call with its params and query. */
export function addressOf(name: RouteName, input: Pick<Input, 'params' | 'query'> = {}): string {
  const route: Route = routes[name]
  const path = route.path.replace(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(input.params?.[key] ?? ''),
  )
  const query = input.query ? `?${new URLSearchParams(input.query)}` : ''
  return `${route.base ?? '/restful'}${path}${query}`
}

async function send(
  url: string,
  name: RouteName,
  input: Input,
  headers: Record<string, string>,
): Promise<Answer<unknown>> {
  const route: Route = routes[name]
  const isForm = route.form === true
  const body =
    input.body === undefined
      ? null
      : isForm
        ? new URLSearchParams(input.body as never).toString()
        : JSON.stringify(input.body)
  const type: Record<string, string> =
    body === null ? {} : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  const response = await fetch(url + addressOf(name, input), {
    method: route.method,
    body,
    headers: { ...type, ...headers },
  })
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : (text as never),
  }
}

/** Client id and secret of the portal, for calls of /oauth. */
export const clientFields = { client_id: portalClient.id, client_secret: portalClient.secret }

/** Keeps all sessions valid for 40 years, for tests that advance the clock by months or years. */
export async function extendSessions(app: TestPlace): Promise<void> {
  const { db } = app.services.database
  for (const table of ['session', 'access_token'] as const)
    await db.updateTable(table).set({ expires_at: sql<Date>`expires_at + interval '40 years'` }).execute()
}
