import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeExpired } from '../../platform/jobs/cleanup.jobs.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { notifyAccounts } from './notifications.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const list = async (person: Person, body: { cursor?: string; pageSize?: number } = {}) =>
  (await as(app, person).call('notifications.list', { body })).body.data
const count = async (person: Person) => (await as(app, person).call('notifications.count')).body.data.unread
const mark = async (person: Person, body: { ids?: string[]; orderId?: string; until?: string }) =>
  (await as(app, person).call('notifications.markRead', { body })).body.data.unread
const markAll = (person: Person) => mark(person, { until: new Date(app.clock.now().getTime()).toISOString() })

const send = async (order: { id: string }) =>
  as(app, people.alice).call('orders.send', {
    body: { id: order.id, labId: people.bob.organizationId, deliveryOn: '2038-01-15' },
  })

it('the administrator of the laboratory gets a notification of a new case, with the patient’s name as long as it has the case', async () => {
  const order = await insertOrder(app, { clinic: people.alice, patientName: 'Leopold Vance' })
  expect((await send(order)).status).toBe(200)
  const { list: rows, cursor } = await list(people.bob)
  expect(rows).toEqual([
    {
      id: expect.any(String),
      kind: 'order_sent',
      at: expect.any(String),
      isRead: false,
      orderId: order.id,
      workOrderId: null,
      number: order.number,
      patientName: 'Leopold Vance',
      organization: 'Brookside Dental',
      reason: null,
      day: '2038-01-15',
      count: 1,
    },
  ])
  expect(cursor).toBeNull()
  // The name is in no row that is stored, sent or queued.
  const { rows: stored } =
    await sql`select n::text as row from notification n union all select j::text from graphile_worker._private_jobs j
    union all select d::text from development_message d`.execute(app.services.database.db)
  expect(stored.length).toBeGreaterThan(1)
  expect(JSON.stringify(stored)).not.toContain('Vance')
  expect([await count(people.bob), await count(people.ben), await count(people.alice)]).toEqual([1, 0, 0])
  expect((await list(people.carol)).list).toEqual([])
})

it('the patient’s name is missing in the notifications of a laboratory that has lost the case, and after an erasure', async () => {
  const { alice, bob } = people
  const namesOf = async (person: Person, orderId: string) =>
    (await list(person)).list.filter((row) => row.orderId === orderId).map((row) => row.patientName)
  const recalled = await insertOrder(app, { clinic: alice, patientName: 'Leopold Vance' })
  await send(recalled)
  expect(await namesOf(bob, recalled.id)).toEqual(['Leopold Vance'])
  await as(app, alice).call('orders.recall', { body: { id: recalled.id } })
  const names = await namesOf(bob, recalled.id)
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names)).toEqual(new Set([null]))
  await send(recalled)
  expect(new Set(await namesOf(bob, recalled.id))).toEqual(new Set(['Leopold Vance']))
  // Another laboratory gets the case.
  await sql`update orders set lab_id = ${people.carol.organizationId} where id = ${recalled.id}`.execute(
    app.services.database.db,
  )
  expect(new Set(await namesOf(bob, recalled.id))).toEqual(new Set([null]))
  await sql`update orders set lab_id = ${bob.organizationId}, erased_at = now() where id = ${recalled.id}`.execute(
    app.services.database.db,
  )
  expect(new Set(await namesOf(bob, recalled.id))).toEqual(new Set([null]))
})

it('users who turned off mails get notifications, with the reason of a rejection and the day of delivery', async () => {
  await markAll(people.bob)
  const setMails = (wants: boolean) =>
    app.services.database.db
      .updateTable('account')
      .set({ accepts_order_email: wants })
      .where('id', '=', people.alice.accountId)
      .execute()
  await setMails(false)
  const [refused, accepted] = [
    await insertOrder(app, { clinic: people.alice }),
    await insertOrder(app, { clinic: people.alice }),
  ]
  await send(refused)
  await send(accepted)
  const mailsBefore = (await app.readMails()).filter(({ to }) => to === people.alice.email).length
  await as(app, people.bob).call('orders.reject', {
    body: { id: refused.id, reason: 'margin_unclear', note: 'The margin of 14 is not to be seen.' },
  })
  await as(app, people.bob).call('orders.accept', { body: { id: accepted.id, deliveryOn: '2038-01-18' } })
  const notifications = (await list(people.alice)).list.slice(0, 2)
  expect(notifications).toMatchObject([
    { kind: 'order_accepted', number: accepted.number, organization: 'Northlight Lab', day: '2038-01-18' },
    { kind: 'order_rejected', number: refused.number, reason: 'margin_unclear', day: null },
  ])
  const mails = (await app.readMails()).filter(({ to }) => to === people.alice.email)
  expect(mails).toHaveLength(mailsBefore)
  await setMails(true)
})

it('a step that is rolled back or refused notifies nobody', async () => {
  const before = await count(people.bob)
  const undone = app.services.database.transaction(async (tx) => {
    const content = {
      kind: 'partner_applied',
      orderId: null,
      organizationId: people.alice.organizationId,
    } as const
    await notifyAccounts({ tx, services: app.services }, [people.bob.accountId], content)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  const order = await insertOrder(app, { clinic: people.alice })
  await send(order)
  expect((await send(order)).status).toBe(409)
  expect(await count(people.bob)).toBe(before + 1)
})

it('unread messages of a case share one notification with a count, and, after it was read, a message creates another one', async () => {
  await markAll(people.bob)
  const order = await insertOrder(app, { clinic: people.alice })
  await send(order)
  const write = (text: string) =>
    as(app, people.alice).call('conversation.post', { body: { orderId: order.id, text, imageIds: [] } })
  await Promise.all([write('One'), write('Two'), write('Three')])
  const first = (await list(people.bob)).list[0]
  expect(first).toMatchObject({ kind: 'order_messages', orderId: order.id, count: 3, isRead: false })
  expect(await count(people.bob)).toBe(2)
  expect(await mark(people.bob, { orderId: order.id })).toBe(0)
  await write('Four')
  const [fresh, old] = (await list(people.bob)).list
  expect([fresh, old]).toMatchObject([
    { kind: 'order_messages', count: 1, isRead: false },
    { id: first?.id, count: 3, isRead: true },
  ])
})

it('a question and an answer each create a notification, and the one of the question has its reason', async () => {
  const order = await insertOrder(app, { clinic: people.alice })
  await send(order)
  await as(app, people.bob).call('orders.accept', { body: { id: order.id, deliveryOn: '2038-01-18' } })
  const asked = await as(app, people.bob).call('conversation.ask', {
    body: { orderId: order.id, reason: 'shade_missing', text: 'Which shade?', imageIds: [] },
  })
  expect((await list(people.alice)).list[0]).toMatchObject({
    kind: 'order_question',
    reason: 'shade_missing',
  })
  await as(app, people.alice).call('conversation.answer', {
    body: { questionId: asked.body.data.id, text: 'A3.', imageIds: [] },
  })
  expect((await list(people.bob)).list[0]).toMatchObject({ kind: 'order_answer', number: order.number })
})

it('administrators are notified of applications and approvals of partners', async () => {
  await as(app, people.erin).call('partners.apply', { body: { organizationId: people.bob.organizationId } })
  expect((await list(people.bob)).list[0]).toMatchObject({
    kind: 'partner_applied',
    organization: 'Meadow Dental',
    orderId: null,
    number: null,
  })
  await as(app, people.bob).call('partners.answer', {
    body: { organizationId: people.erin.organizationId, approve: true },
  })
  expect((await list(people.erin)).list).toMatchObject([
    { kind: 'partner_approved', organization: 'Northlight Lab' },
  ])
  expect((await list(people.ben)).list).toEqual([])
})

it('T05: nobody can mark or read notifications of another account', async () => {
  const order = await insertOrder(app, { clinic: people.alice })
  await send(order)
  const before = await count(people.bob)
  const [row] = (await list(people.bob)).list
  for (const other of [people.ben, people.alice, people.carol, people.root]) {
    await mark(other, { ids: [row?.id ?? ''], orderId: order.id, until: app.clock.now().toISOString() })
    expect((await list(other)).list.map(({ id }) => id)).not.toContain(row?.id)
  }
  expect(await count(people.bob)).toBe(before)
  expect(await mark(people.bob, { ids: [row?.id ?? ''] })).toBe(before - 1)
  expect((await list(people.bob)).list[0]).toMatchObject({ id: row?.id, isRead: true })
})

it('pages repeat no notification while others are added, and the count of unread ones stops at the limit', async () => {
  const content = { kind: 'partner_ended', orderId: null, organizationId: people.bob.organizationId } as const
  const add = (rows: number) =>
    app.services.database.transaction(async (tx) => {
      for (let turn = 0; turn < rows; turn++)
        await notifyAccounts({ tx, services: app.services }, [people.dave.accountId], content)
    })
  await add(limits.unreadNotificationsMax + 5)
  expect(await count(people.dave)).toBe(limits.unreadNotificationsMax)
  const first = await list(people.dave, { pageSize: 60 })
  await add(3)
  const rest = await list(people.dave, { pageSize: 60, cursor: first.cursor ?? '' })
  const ids = [...first.list, ...rest.list].map(({ id }) => id)
  expect([new Set(ids).size, ids.length]).toEqual([105, 105])
  expect(rest.cursor).toBeNull()
  const until = first.list[0]?.at ?? ''
  expect(await mark(people.dave, { until })).toBe(3)
  const wrong = await as(app, people.dave).call('notifications.list', { body: { cursor: 'bm9uZQ' } })
  expect(wrong.body.error).toBe('request.invalid')
})

it('the cleanup job deletes notifications that are older than 90 days', async () => {
  const before = (await list(people.alice)).list.length
  expect(before).toBeGreaterThan(0)
  const { database } = app.services
  const later = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000)
  await database.transaction((tx) => removeExpired(tx, later(limits.notificationDays - 1)))
  const kept = await database.db
    .selectFrom('notification')
    .select('id')
    .where('account_id', '=', people.alice.accountId)
    .execute()
  expect(kept).toHaveLength(before)
  await database.transaction((tx) => removeExpired(tx, later(limits.notificationDays + 1)))
  expect(await database.db.selectFrom('notification').select('id').execute()).toEqual([])
})
