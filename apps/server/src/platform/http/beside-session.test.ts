import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let app: TestApp
let people: People
let own: string
let ofMeadow: string

const create = async (name: 'amy' | 'erin', patientName: string) =>
  (await as(app, people[name]).call('orders.create', { body: { type: 1, patientName } })).body.data.id

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  own = await create('amy', 'Ada')
  ofMeadow = await create('erin', 'Ben')
})
afterAll(() => app.close())

const list = (body: Record<string, unknown> = {}) => as(app, people.amy).call('orders.list', { body })
const get = (id: string) => as(app, people.amy).call('orders.get', { params: { id } })
const idsOf = async () => (await list()).body.data.list.map(({ id }) => id)

const set = async (table: 'account' | 'organization', id: string, columns: Record<string, unknown>) =>
  void (await app.services.database.db.updateTable(table).set(columns).where('id', '=', id).execute())

describe('a caller whose last call is remembered', () => {
  // This call remembers the caller. All others then find the session together with the read.
  beforeEach(async () => expect(await idsOf()).toEqual([own]))

  test('reads the list and a case again, and no case of another clinic', async () => {
    expect(await idsOf()).toEqual([own])
    expect((await get(own)).body.data.order.patientName).toBe('Ada')
    expect((await get(ofMeadow)).body).toMatchObject({ error: 'order.not_found' })
  })

  test('gets nothing from the next call on after a ban, and everything again after its end', async () => {
    const { organizationId } = people.amy
    await set('organization', organizationId, { banned_at: new Date() })
    for (const answer of [await list(), await get(own), await list()])
      expect([answer.status, answer.body.data]).toEqual([401, undefined])
    await set('organization', organizationId, { banned_at: null })
    expect(await idsOf()).toEqual([own])
  })

  test('receives 401 for an invalid request while the account is disabled', async () => {
    const { accountId } = people.amy
    await set('account', accountId, { disabled_at: new Date() })
    expect((await list({ sort: 'unknown' })).status).toBe(401)
    await set('account', accountId, { disabled_at: null })
    expect((await list({ sort: 'unknown' })).status).toBe(400)
  })

  test('reads nothing while the membership waits for approval', async () => {
    const { accountId } = people.amy
    await set('account', accountId, { membership: 'waiting' })
    expect((await list()).body).toMatchObject({ error: 'member.waiting' })
    await set('account', accountId, { membership: 'active' })
    expect(await idsOf()).toEqual([own])
  })

  test('reads the list of the new clinic after a move', async () => {
    const { accountId, organizationId } = people.amy
    await set('account', accountId, { organization_id: people.erin.organizationId })
    expect(await idsOf()).toEqual([ofMeadow])
    await set('account', accountId, { organization_id: organizationId })
  })
})
