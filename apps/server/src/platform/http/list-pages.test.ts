import { actorKindOf, type Route, type RouteName, reachOf, routes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { jsonSchemaOf } from '../../test/sample-body.ts'
import { newId } from '../db/ids.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  const { alice, bob, carol, erin } = people
  await insertPartnership(app, alice, bob)
  await insertPartnership(app, alice, carol)
  for (const status of ['uploaded', 'pending', 'accepted', 'rejected'] as const)
    await insertOrder(app, { clinic: alice, lab: bob, status })
  for (const status of ['uploaded', 'rejected', 'rejected'] as const) {
    const { id } = await insertOrder(app, { clinic: alice, lab: bob, status })
    await as(app, alice).call('orders.discard', { params: { id } })
    const gone = await insertOrder(app, { clinic: erin, lab: bob, status })
    await as(app, people.root).call('manage.deleteOrder', { params: { id: gone.id } })
  }
  for (const email of ['one@x.example', 'two@x.example', 'three@x.example'])
    expect((await as(app, alice).call('invitations.create', { body: { email } })).body.error).toBeUndefined()
})
afterAll(() => app.close())

/** The lists that accept a cursor and a page number. */
const names = (Object.keys(routes) as RouteName[]).filter((name) => {
  const { body, query } = routes[name] as Route
  const schema = body ?? query
  const { properties = {} } = (schema ? jsonSchemaOf(schema) : {}) as { properties?: object }
  return 'page' in properties && 'cursor' in properties
})
/** The lists that have several rows in this test. */
const filled: readonly RouteName[] = [
  'orders.list',
  'orders.listDiscarded',
  'manage.listOrders',
  'manage.listDeletedOrders',
  'manage.listUsers',
  'manage.listOrganizations',
  'members.list',
  'partners.list',
  'invitations.list',
  'audit.list',
]

function callerOf({ permission }: Route): Person {
  if (permission === 'public') throw new Error('No list is public.')
  return reachOf(actorKindOf(1, true), permission) ? people.alice : people.root
}

type Page = { list: { id?: string }[]; page: number; cursor: string | null; total: number }

/** Reads one page of one row. The paging is in the body, or in the query of a GET. */
async function read(name: RouteName, paging: Record<string, unknown>) {
  const route: Route = routes[name]
  const all = { pageSize: 1, ...paging }
  const params = { id: newId() }
  const input = route.body ? { params, body: all } : { params, query: all }
  const answer = await as(app, callerOf(route)).call(name, input as never)
  return { ...answer, data: answer.body.data as unknown as Page }
}

describe('lists that page by cursor', () => {
  it('more than 15 lists page by cursor, among them those with several rows in this test', () => {
    expect(names.length).toBeGreaterThan(15)
    expect(names).toEqual(expect.arrayContaining([...filled]))
  })

  it.each(names)('%s returns the same rows for page 2 by number as by cursor', async (name) => {
    const first = await read(name, {})
    // Reading the audit log adds rows to it, which shifts its pages.
    const isGrowing = name === 'audit.list'
    expect([first.status, first.data?.page]).toEqual([
      first.body.error ? first.status : 200,
      first.data?.page,
    ])
    if (filled.includes(name)) expect(first.data.cursor).toEqual(expect.any(String))
    if (!first.data?.cursor) return
    const byCursor = await read(name, { cursor: first.data.cursor, page: 2 })
    const byNumber = await read(name, { page: 2 })
    expect([byNumber.status, byNumber.data.page]).toEqual([200, 2])
    expect(byNumber.data.list).toHaveLength(1)
    if (!isGrowing) expect(byNumber.data.list).toEqual(byCursor.data.list)
    expect(byNumber.data.list).not.toEqual(first.data.list)
  })

  it.each(names)('%s refuses a page far beyond the counted rows and names the field page', async (name) => {
    const answer = await read(name, { page: 150, pageSize: 100 })
    if (answer.status === 404) return
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['page']])
  })
})
