import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { arbitraryOf } from '../../test/arbitrary-json.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { createPeople, createSession, type People } from '../../test/people.ts'
import { resolvedOpenApi } from '../../test/resolve-document.ts'

const isLong = process.env.PONTIC_TEST_LONG === '1'
const requests = isLong ? 20_000 : 2_000
const timeoutMs = isLong ? 3_600_000 : 600_000
// The short run is reproducible; the long run uses a new seed and names it in a failure.
const seed = isLong ? Date.now() % 2 ** 31 : 57
const actors = ['alice', 'bob', 'dave', 'root', undefined] as const
type Actor = (typeof actors)[number]

type Json = Readonly<Record<string, unknown>>
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Json }
type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: { type: string; schema: Json } | undefined
}

let app: TestApp
let people: People
let ids: string[]

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob, erin } = people
  await insertPartnership(app, alice, bob)
  const orders = []
  for (const status of ['scanned', 'uploaded', 'pending', 'accepted', 'shipped', 'rejected'] as const)
    orders.push(await insertOrder(app, { clinic: alice, lab: bob, status }))
  const bytes = Buffer.from('solid x\nendsolid\n')
  const files = []
  for (const { id } of orders) files.push(await insertFile(app, { orderId: id, by: alice, bytes }))
  ids = [
    ...orders.map((order) => order.id),
    ...files.map((file) => file.id),
    ...Object.values(people).flatMap((person) => [person.accountId, person.organizationId, person.sessionId]),
    erin.organizationId,
  ]
})
afterAll(() => app.close())

/** Lists every call of the API document, without its examples. */
function listOperations(): Operation[] {
  const { paths } = resolvedOpenApi() as { paths: Record<string, Record<string, Json>> }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const parameters = ((operation.parameters ?? []) as Partial<Parameter>[]).filter(
        (one): one is Parameter => one.schema !== undefined,
      )
      const content = (operation.requestBody as { content?: Record<string, { schema: Json }> } | undefined)
        ?.content
      const [type, shape] = Object.entries(content ?? {})[0] ?? []
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: type === undefined || shape === undefined ? undefined : { type, schema: shape.schema },
      }
    }),
  )
}

type Wanted = { operation: Operation; actor: Actor; inputs: Record<string, unknown>; body: unknown }

const wantedOf = (operation: Operation): fc.Arbitrary<Wanted> =>
  fc.record({
    operation: fc.constant(operation),
    actor: fc.constantFrom(...actors),
    inputs: fc.record(
      Object.fromEntries(operation.parameters.map((one) => [one.name, arbitraryOf(one.schema, ids)])),
    ),
    body: operation.body === undefined ? fc.constant(undefined) : arbitraryOf(operation.body.schema, ids),
  })

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
// Lone surrogates cannot be encoded in a URL.
const encode = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed())

function addressOf({ operation, inputs }: Wanted): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(inputs[name] ?? ''))
  const query = operation.parameters
    .filter((one) => one.in === 'query' && inputs[one.name] !== undefined)
    .map((one) => `${one.name}=${encode(inputs[one.name])}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

function headersOf({ operation, inputs, actor }: Wanted): Record<string, string> {
  const named = operation.parameters
    .filter((one) => one.in === 'header')
    .map((one) => [one.name, encode(inputs[one.name] ?? '').slice(0, 200)] as const)
  return {
    ...Object.fromEntries(named),
    ...(operation.body ? { 'content-type': operation.body.type } : {}),
    ...(actor ? { authorization: `Bearer ${people[actor].token}` } : {}),
  }
}

function bytesOf({ operation, body }: Wanted): string | undefined {
  if (operation.body === undefined) return undefined
  if (operation.body.type !== 'application/x-www-form-urlencoded') return JSON.stringify(body) ?? ''
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return fields.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
}

async function send(wanted: Wanted): Promise<{ status: number; text: string }> {
  const aborting = new AbortController()
  const body = bytesOf(wanted)
  const answer = await fetch(app.url + addressOf(wanted), {
    method: wanted.operation.method,
    headers: headersOf(wanted),
    signal: aborting.signal,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
  const isEndless = answer.headers.get('content-type')?.includes('event-stream')
  const text = isEndless ? '' : await answer.text()
  aborting.abort()
  return { status: answer.status, text }
}

/** Restores an actor whom a generated request has closed, banned or signed out, because the next requests need a valid one. */
async function restoreActor(actor: NonNullable<Actor>): Promise<void> {
  const { pool } = app.services.database
  const { accountId, organizationId } = people[actor]
  await pool.query(
    `update account set disabled_at = null, is_banned = false, deleted_at = null, membership = 'active',
      must_change_password = false, is_organization_administrator = $2 where id = $1`,
    [accountId, actor !== 'dave'],
  )
  await pool.query(
    'update organization set banned_at = null, deleted_at = null, requires_two_factor = false where id = $1',
    [organizationId],
  )
  await pool.query('delete from attempt')
  const { token } = await createSession(app, accountId)
  people[actor] = { ...people[actor], token }
}

const internals =
  /node_modules|\.ts:\d|\bat (async )?[\w.]+ \(|\b(select|insert into|update|delete from) .*\b(from|set|values|where)\b|SQLSTATE|fastify|FST_|kysely/i

test(
  `T57: ${requests} requests generated from the API document, by five actors, cause no server failure and reveal no stack trace (T61)`,
  async () => {
    const operations = listOperations()
    expect(operations.length).toBeGreaterThan(100)
    const statuses = new Map<number, number>()
    // Creates the arbitraries of a call once, because that takes longer than the call.
    const arbitraries = new Map(operations.map((operation) => [operation, wantedOf(operation)]))
    const anyCall = fc.constantFrom(...operations).chain((operation) => arbitraries.get(operation)!)
    const property = fc.asyncProperty(anyCall, async (wanted) => {
      const { status, text } = await send(wanted)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // A disk without space for an announced upload is reported with 507, so that the caller sees the reason (rules §2).
      const isFull = status === 507
      const isError = status >= 400
      if (status >= 500 && !isFull) throw new Error(`${describe(wanted)} answered ${status}: ${text}`)
      if (isError && internals.test(text)) throw new Error(`${describe(wanted)} revealed internals: ${text}`)
      if (wanted.actor && (status === 401 || /member\.waiting|two_factor/.test(text)))
        await restoreActor(wanted.actor)
    })
    await fc.assert(property, { numRuns: requests, seed, endOnFailure: true })
    // Most requests are refused; enough must succeed for the test to mean anything.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 50)
    expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  },
  timeoutMs,
)

function describe(wanted: Wanted): string {
  const { operation, actor } = wanted
  return `${operation.method} ${addressOf(wanted)} by ${actor ?? 'nobody'} with ${bytesOf(wanted)?.slice(0, 2_000)}`
}
