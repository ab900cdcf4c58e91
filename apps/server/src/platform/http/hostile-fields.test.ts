import { actorKindOf, type Route, type RouteName, reachOf, routes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Field, inputWith, listFields } from '../../test/fields.ts'
import { addressOf, as, createPeople, type People, type Person } from '../../test/people.ts'
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

/** Returns a person who has the permission of the route. */
function callerOf({ permission }: Route): Person | undefined {
  if (permission === 'public') return undefined
  if (reachOf(actorKindOf(1, true), permission)) return people.alice
  if (reachOf(actorKindOf(2, true), permission)) return people.bob
  return reachOf('person', permission) ? people.dave : people.root
}

/** Creates an id for each path parameter. */
const idsOf = (name: RouteName): Record<string, string> =>
  Object.fromEntries([...routeOf(name).path.matchAll(/:(\w+)/g)].map((match) => [match[1] ?? '', newId()]))

const noNumbers = ['\u0000', '1', 2 ** 63, true, [1], { a: 1 }]
const hostile: Record<Field['kind'], readonly unknown[]> = {
  text: ['\u0000', 'a\u0000b', '\ud800', 'x'.repeat(20_000), 2 ** 63, true, ['a'], { a: 1 }],
  number: [...noNumbers, -0.5],
  coordinate: noNumbers,
  boolean: ['\u0000', 'true', 1, [true], { a: 1 }],
}

const withBody = names.filter((name) => routeOf(name).body !== undefined && !routeOf(name).form)
const bodyFields = withBody.flatMap((name) =>
  listFields(routeOf(name).body!).map((field) => [name, field.path.join('.'), field] as const),
)

describe('T57: values that no field accepts', () => {
  it('every call with a body has fields to test', () => {
    expect(bodyFields.length).toBeGreaterThan(60)
    for (const name of withBody) expect(bodyFields.some(([of]) => of === name)).toBe(true)
  })

  it.each(bodyFields)('T57: %s refuses hostile values of the field %s', async (name, place, field) => {
    const { call } = as(app, callerOf(routeOf(name)))
    for (const value of hostile[field.kind]) {
      const answer = await call(name, { params: idsOf(name), body: inputWith(field, value) } as never)
      const { error, fields = {} } = answer.body
      expect([value, answer.status, error]).toEqual([value, 400, 'request.invalid'])
      expect(Object.keys(fields)).toContain(place)
    }
  })

  it.each(bodyFields.filter(([, , { kind }]) => kind === 'number' || kind === 'coordinate'))(
    'T57: %s refuses numbers out of range in the field %s',
    async (name, _place, field) => {
      const person = callerOf(routeOf(name))
      const marked = JSON.stringify(inputWith(field, '§'))
      for (const number of ['1e999', '-1e999', '9223372036854775808', '9007199254740993']) {
        const answer = await fetch(app.url + addressOf(name, { params: idsOf(name) }), {
          method: routeOf(name).method,
          body: marked.replace('"§"', number),
          headers: { authorization: `Bearer ${person?.token}`, 'content-type': 'application/json' },
        })
        expect([number, answer.status]).toEqual([number, 400])
      }
    },
  )

  const formFields = names.flatMap((name) => {
    const { form, body, query } = routeOf(name)
    const schema = form ? body : query
    return schema === undefined ? [] : listFields(schema).map(({ path }) => [name, path[0] ?? ''] as const)
  })
  it.each(formFields)(
    'T57: %s refuses hostile values of the form field or query parameter %s',
    async (name, key) => {
      const { base, form, method } = routeOf(name)
      const person = callerOf(routeOf(name))
      const refused =
        base === '/oauth'
          ? { error: 'invalid_request', key: 'request.invalid' }
          : { error: 'request.invalid' }
      for (const pair of [
        `${key}=%00`,
        `${key}=a%00b`,
        `${key}=%ED%A0%80`,
        `${key}=%`,
        `${key}=a&${key}=b`,
      ]) {
        const address = addressOf(name) + (form ? '' : `?${pair}`)
        const answer = await fetch(app.url + address, {
          method,
          ...(form ? { body: pair } : {}),
          headers: {
            ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
            ...(person ? { authorization: `Bearer ${person.token}` } : {}),
          },
        })
        expect([pair, answer.status]).toEqual([pair, 400])
        expect(await answer.json()).toMatchObject(refused)
      }
    },
  )

  const pathKeys = names.flatMap((name) =>
    [...routeOf(name).path.matchAll(/:(\w+)/g)].map((match) => [name, match[1] ?? ''] as const),
  )
  it.each(pathKeys)('T57: %s refuses hostile values of the path parameter %s', async (name, key) => {
    const params = Object.fromEntries(pathKeys.filter(([of]) => of === name).map(([, one]) => [one, newId()]))
    const person = callerOf(routeOf(name))
    for (const value of ['%00', 'a%00b', '%ED%A0%80', '%0d%0a', '%']) {
      const address = addressOf(name, { params: { ...params, [key]: 'PLACE' } }).replace('PLACE', value)
      const answer = await fetch(app.url + address, {
        method: routeOf(name).method,
        ...(person ? { headers: { authorization: `Bearer ${person.token}` } } : {}),
      })
      expect([value, answer.status]).toEqual([
        value,
        routeOf(name).permission === 'public' ? expect.any(Number) : 400,
      ])
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  })
})
