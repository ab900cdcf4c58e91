import { actorKindOf, type Route, type RouteName, reachOf, routes } from '@pontic/contract'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { jsonSchemaOf, sampleBody, sampleOf } from '../../test/sample-body.ts'
import { newId } from '../db/ids.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

type Json = { [key: string]: unknown }
const routeOf = (name: RouteName): Route => routes[name]

/** Lists the paths of required fields within a sample. Of a list, only the first item is read. */
function requiredPlaces(schema: Json, sample: unknown, place: string[] = []): string[][] {
  const branches = (schema.anyOf ?? schema.oneOf ?? []) as Json[]
  if (branches.length > 0) return requiredPlaces(branches[0] ?? {}, sample, place)
  if (schema.type === 'array' && Array.isArray(sample) && sample.length > 0)
    return requiredPlaces(schema.items as Json, sample[0], [...place, '0'])
  if (schema.type !== 'object' || typeof sample !== 'object' || sample === null) return []
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = ((schema.required ?? []) as string[]).filter((key) => !isConstant(schema, key))
  const within = Object.entries(sample).flatMap(([key, one]) =>
    requiredPlaces(properties[key] ?? {}, one, [...place, key]),
  )
  return [...required.map((key) => [...place, key]), ...within]
}

// Constants are not tested. They discriminate unions, and a value without its constant is checked against
// another member of the union.
const isConstant = (schema: Json, key: string) =>
  (schema.properties as Record<string, Json>)[key]?.const !== undefined

function without(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return undefined
  if (Array.isArray(value)) return value.map((one) => without(one, rest))
  const { [key]: inside, ...others } = value as Json
  return rest.length === 0 ? others : { ...others, [key]: without(inside, rest) }
}

function callerOf({ permission }: Route): Person | undefined {
  if (permission === 'public') return undefined
  if (reachOf(actorKindOf(1, true), permission)) return people.alice
  if (reachOf(actorKindOf(2, true), permission)) return people.bob
  return reachOf('person', permission) ? people.dave : people.root
}

const fields = (Object.keys(routes) as RouteName[]).flatMap((name) => {
  const { body, base } = routeOf(name)
  if (body === undefined || base === '/oauth') return []
  const schema = jsonSchemaOf(body)
  const sample = sampleBody(name) ?? sampleOf(schema)
  return requiredPlaces(schema, sample).map(
    (place) => [name, place.join('.'), without(sample, place)] as const,
  )
})

it('the bodies of the calls have required fields', () => {
  expect(fields.length).toBeGreaterThan(120)
})

it.each(fields)('%s answers “Required.” if %s is missing', async (name, place, body) => {
  const keys = [...routeOf(name).path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const params = Object.fromEntries(keys.map((key) => [key, newId()]))
  const answer = await as(app, callerOf(routeOf(name))).call(name, { params, body } as never)
  expect([answer.status, answer.body.fields?.[place]]).toEqual([400, 'Required.'])
})

test('a support request with an empty title is refused as “Required.”, and with a short title as too short', async () => {
  const create = (title: string) =>
    as(app, people.alice).call('workorders.create', {
      body: { typeId: newId(), priority: 'normal', title, content: 'It stops.' },
    })
  expect((await create('  ')).body.fields).toEqual({ title: 'Required.' })
  expect((await create('Up')).body.fields).toEqual({ title: 'This is too short. Enter more characters.' })
})

test('an email address or an id in a wrong format is refused as incorrect', async () => {
  const create = await as(app, people.alice).call('members.create', {
    body: { email: 'no address', name: 'Ann' },
  })
  expect(create.body.fields?.email).toBe('Email is incorrect.')
  const removal = await as(app, people.alice).call('partners.remove', { body: { organizationId: 'x' } })
  expect(removal.body.fields?.organizationId).toBe('The input is incorrect')
})
