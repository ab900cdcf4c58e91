import { limits, OrderView, readInput, type ViewContent } from '@pontic/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const read = readInput(OrderView, {})
if (!read.isValid) throw new Error('The filters of a list have defaults.')
const content: ViewContent = {
  filters: read.value,
  columns: ['number', 'patient'],
  layout: 'list',
  group: null,
}
const late: ViewContent = { ...content, filters: { ...read.value, due: 'late', types: [2] }, layout: 'day' }

const list = async (person: Person) => (await as(app, person).call('views.list')).body.data.list
const create = (person: Person, name: string, kept = content) =>
  as(app, person).call('views.create', { body: { name, content: kept } })

it('an account saves, updates and deletes views, and reads them oldest first', async () => {
  const first = await create(people.alice, '  Late implants ', late)
  expect(first.body.data).toMatchObject({ name: 'Late implants', content: late })
  await create(people.alice, 'All')
  expect((await list(people.alice)).map(({ name }) => name)).toEqual(['Late implants', 'All'])
  const { id } = first.body.data
  await as(app, people.alice).call('views.update', { body: { id, name: 'Implants', content } })
  expect((await list(people.alice))[0]).toEqual({ id, name: 'Implants', content })
  await as(app, people.alice).call('views.delete', { params: { id } })
  expect((await list(people.alice)).map(({ name }) => name)).toEqual(['All'])
})

it('a view keeps its sort order and grouping, and a view of an earlier version is not grouped', async () => {
  const filters = { ...read.value, sort: 'deliveryOn', direction: 'ascending' } as const
  const { id } = (await create(people.ben, 'By day', { ...content, filters, group: 'day' })).body.data
  expect((await list(people.ben))[0]?.content).toMatchObject({ filters, group: 'day' })
  await app.services.database.pool.query("update saved_view set content = content - 'group' where id = $1", [
    id,
  ])
  expect((await list(people.ben))[0]?.content).toMatchObject({ filters, group: null })
})

it('nobody else reads, changes or deletes a view, not even a colleague of the same organization', async () => {
  const { id } = (await create(people.bob, 'Mine')).body.data
  for (const person of [people.ben, people.amy]) {
    expect((await list(person)).map((view) => view.id)).not.toContain(id)
    const update = await as(app, person).call('views.update', { body: { id, name: 'Taken', content } })
    expect(update).toMatchObject({ status: 404, body: { error: 'view.not_found' } })
    expect((await as(app, person).call('views.delete', { params: { id } })).status).toBe(404)
  }
  expect((await as(app, people.bob).call('views.delete', { params: { id: newId() } })).status).toBe(404)
  expect((await list(people.bob)).map(({ name }) => name)).toEqual(['Mine'])
})

it('an account has a limited number of views, also with simultaneous saves', async () => {
  const answers = await Promise.all(
    Array.from({ length: limits.savedViewsMax + 5 }, (_, turn) => create(people.carol, `View ${turn}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.savedViewsMax)
  expect(answers.filter(({ body }) => body.error === 'view.too_many')).toHaveLength(5)
})

it('invalid names and filters are refused', async () => {
  const body = { name: '', content: { ...content, filters: { due: 'never' } } }
  const answer = await as(app, people.alice).call('views.create', { body })
  expect(answer.body).toMatchObject({ error: 'request.invalid' })
  expect(Object.keys(answer.body.fields ?? {})).toEqual(
    expect.arrayContaining(['name', 'content.filters.due']),
  )
})

it('the list omits a view that another version wrote and this version cannot parse', async () => {
  const { db } = app.services.database
  const now = app.clock.now()
  await db
    .insertInto('saved_view')
    .values({
      id: newId(),
      account_id: people.erin.accountId,
      name: 'From tomorrow',
      content: JSON.stringify({ ...content, shape: 'round' }),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await create(people.erin, 'Today')
  expect((await list(people.erin)).map(({ name }) => name)).toEqual(['Today'])
})
