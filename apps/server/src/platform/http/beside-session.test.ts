import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
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

describe('a remembered caller who changes a case', () => {
  let id: string
  const remark = (text: string, headers: Record<string, string> = {}) =>
    as(app, people.amy, headers).call('orders.remark', { body: { id, remark: text } })
  const readRemark = async () => {
    const { db } = app.services.database
    const { remark: text } = await db
      .selectFrom('orders')
      .select('remark')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const count = async (table: 'order_event' | 'audit', column: 'order_id' | 'object_id') =>
      (await db.selectFrom(table).select('id').where(column, '=', id).execute()).length
    return { text, steps: await count('order_event', 'order_id'), audited: await count('audit', 'object_id') }
  }

  beforeEach(async () => {
    id = (await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending' })).id
    expect((await get(id)).status).toBe(200)
  })

  test('changes it with one timeline entry', async () => {
    expect((await remark('Gold')).body.data.remark).toBe('Gold')
    const { text, steps } = await readRemark()
    expect([text, steps]).toEqual(['Gold', 1])
  })

  test('changes nothing from the next call on after a ban, also under an Idempotency-Key', async () => {
    const before = await readRemark()
    const { organizationId } = people.amy
    await set('organization', organizationId, { banned_at: new Date() })
    const key = { 'idempotency-key': 'remark-during-a-ban' }
    for (const answer of [await remark('Gold', key), await remark('Silver')]) expect(answer.status).toBe(401)
    expect(await readRemark()).toEqual(before)
    await set('organization', organizationId, { banned_at: null })
    expect((await remark('Gold', key)).status).toBe(200)
    expect((await remark('Gold', key)).status).toBe(200)
    expect((await readRemark()).steps).toBe(before.steps + 1)
  })

  test('receives 401 for an invalid request and for an unknown case while the account is disabled', async () => {
    const { accountId } = people.amy
    const callWith = (body: Record<string, unknown>) =>
      as(app, people.amy).call('orders.remark', { body: body as { id: string; remark: string } })
    const unknown = { id: '01900000-0000-7000-8000-00000000dead', remark: 'Gold' }
    await set('account', accountId, { disabled_at: new Date() })
    for (const body of [{ id }, unknown]) {
      await set('account', accountId, { disabled_at: null })
      await get(id)
      await set('account', accountId, { disabled_at: new Date() })
      expect((await callWith(body)).status).toBe(401)
    }
    await set('account', accountId, { disabled_at: null })
    expect([(await callWith({ id })).status, (await callWith(unknown)).status]).toEqual([400, 404])
  })

  test('changes the case once, under their new name, after the name has changed', async () => {
    await set('account', people.amy.accountId, { name: 'Amy Adler' })
    expect((await remark('Gold')).body.data.updater).toBe('Amy Adler')
    expect((await readRemark()).steps).toBe(1)
  })

  test('changes nothing while the membership waits for approval', async () => {
    const before = await readRemark()
    await set('account', people.amy.accountId, { membership: 'waiting' })
    expect((await remark('Gold')).body).toMatchObject({ error: 'member.waiting' })
    await set('account', people.amy.accountId, { membership: 'active' })
    expect(await readRemark()).toEqual(before)
  })
})
