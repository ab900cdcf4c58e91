import { randomUUID } from 'node:crypto'
import {
  actorKindOf,
  idempotencyKeyUseOf,
  type Route,
  type RouteName,
  reachOf,
  routes,
} from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addressOf, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { jsonSchemaOf, sampleBody } from '../../test/sample-body.ts'
import { newId } from '../db/ids.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())
// Changes of one call must not lock out the callers of the next one.
beforeEach(async () => {
  const { pool } = app.services.database
  await pool.query('update organization set requires_two_factor = false')
  await pool.query('delete from attempt')
})

const routeOf = (name: RouteName): Route => routes[name]
const names = (Object.keys(routes) as RouteName[]).filter(
  (name) => routeOf(name).method !== 'GET' && routeOf(name).base !== '/oauth' && !routeOf(name).reads,
)

/** Returns a person who has the permission of the route. */
function callerOf({ permission }: Route): Person | undefined {
  if (permission === 'public') return undefined
  if (reachOf(actorKindOf(1, true), permission)) return people.alice
  if (reachOf(actorKindOf(2, true), permission)) return people.bob
  return reachOf('person', permission) ? people.dave : people.root
}

type Call = { path: string; method: string; body: BodyInit | null; type: string; authorization: string }

function idFor(key: string, { params }: Route): string {
  const { properties = {} } = (params ? jsonSchemaOf(params) : {}) as { properties?: Record<string, object> }
  return key in properties && !('format' in (properties[key] ?? {})) ? '1' : newId()
}

/** Creates a complete request for a route, with the example body. */
async function callOf(name: RouteName): Promise<Call> {
  const route = routeOf(name)
  const caller = callerOf(route)
  const token = caller && (await createSession(app, caller.accountId)).token
  const keys = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const params = Object.fromEntries(
    keys.map((key) => [key, key === 'purpose' ? 'avatar' : idFor(key, route)]),
  )
  const json = route.body === undefined ? null : JSON.stringify(sampleBody(name))
  return {
    path: addressOf(name, { params }),
    method: route.method,
    body: route.bytes ? Buffer.from('no picture') : json,
    type: route.bytes ? 'application/octet-stream' : 'application/json',
    authorization: token === undefined ? '' : `Bearer ${token}`,
  }
}

async function send({ path, method, body, type, authorization }: Call, key: string) {
  const response = await fetch(app.url + path, {
    method,
    body,
    headers: {
      'idempotency-key': key,
      ...(body === null ? {} : { 'content-type': type }),
      ...(authorization === '' ? {} : { authorization }),
    },
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as { error?: string; requestId?: string } }
}

/** Counts the rows of all tables that the server may read, except idempotency keys, attempts, sessions and access tokens. */
async function countRows(): Promise<number> {
  const { db } = app.services.database
  const { rows } = await sql<{ total: number }>`
    select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename),
      false, true, '')))[1]::text::int)::int as total
    from pg_tables where schemaname = 'public' and tablename not in (select inhrelid::regclass::text from pg_inherits)
      and tablename not in ('idempotency_key', 'attempt', 'session', 'access_token')
      and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`.execute(db)
  return rows[0]?.total ?? 0
}

describe('T35: every write under /restful', () => {
  it.each(names.filter((name) => idempotencyKeyUseOf(routeOf(name)) === 'refused'))(
    '%s refuses an Idempotency-Key, because its reply contains a secret',
    async (name) => {
      const call = await callOf(name)
      const answer = await send(call, randomUUID())
      expect([answer.status, answer.body.error]).toEqual([400, 'request.key_not_taken'])
    },
  )

  it.each(names.filter((name) => idempotencyKeyUseOf(routeOf(name)) === 'taken'))(
    'a repeat of %s gets the first reply and has no further effect',
    async (name) => {
      const [call, key] = [await callOf(name), randomUUID()]
      const first = await send(call, key)
      expect([first.body.error, first.status]).not.toContain('request.invalid')
      expect(first.status).toBeLessThan(500)
      const rows = await countRows()
      expect(rows).toBeGreaterThan(10)
      const again = await send(call, key)
      // Refusals of a permission or an input, and all refusals of a call without a session, are not stored. A repeat of such a
      // call is therefore checked again.
      const isUnstored = call.authorization === '' || first.body.error?.startsWith('request.')
      const isCheckedAgain = first.status !== 200 && isUnstored
      if (isCheckedAgain) expect(again.body).toEqual({ ...first.body, requestId: expect.any(String) })
      else expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(await countRows()).toBe(rows)
    },
  )
})
