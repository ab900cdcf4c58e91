import type { MailFrequency } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { nextDigestAt } from './mail-digests.shared.ts'

let app: TestApp
let people: People
const db = () => app.services.database.db

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.readMails()
  await sql`delete from waiting_mail`.execute(db())
  await sql`delete from case_mail`.execute(db())
  await sql`delete from graphile_worker._private_jobs`.execute(db())
  await choose('at_once')
})

const choose = (mailFrequency: MailFrequency, who: Person = people.alice) =>
  as(app, who).call('accounts.update', { body: { mailFrequency } })

/** Makes all waiting jobs due, or only those of one task. */
const letTimePass = (task: string | null = null) =>
  sql`update graphile_worker._private_jobs set run_at = now() where run_at > now() and (${task}::text is null
    or task_id = (select id from graphile_worker._private_tasks where identifier = ${task}))`.execute(db())

let read = 0
/** Returns the new mails to a person since the last call. */
async function mailsTo(person: Person) {
  const all = await app.readMails()
  // The newest mail is the first.
  const fresh = all.slice(0, all.length - read)
  read = all.length
  return fresh.filter(({ to }) => to === person.email)
}

async function digestTimes(): Promise<Date[]> {
  const { rows } = await sql<{ run_at: string }>`select run_at from graphile_worker.jobs
    where task_identifier = 'notifications.mailDigest'`.execute(db())
  return rows.map((row) => new Date(row.run_at))
}

/** A case that was sent, about which the clinic has not got a mail yet. */
async function sentCase(): Promise<{ id: string; number: string }> {
  const order = await insertOrder(app, { clinic: people.alice, patientName: 'Leopold Vance' })
  await as(app, people.alice).call('orders.send', {
    body: { id: order.id, labId: people.bob.organizationId, deliveryOn: '2038-01-15' },
  })
  return order
}

const accept = (id: string) =>
  as(app, people.bob).call('orders.accept', { body: { id, deliveryOn: '2038-01-18' } })
const ship = (id: string) =>
  as(app, people.bob).call('orders.ship', { body: { id, expressNumber: 'JD0146000057' } })
const ask = (id: string) =>
  as(app, people.bob).call('conversation.ask', {
    body: { orderId: id, reason: 'margin_unclear', text: 'Which margin?', imageIds: [] },
  })

test('a reader who wants mails at once gets one mail about a case in ten minutes, and the later ones together', async () => {
  const order = await sentCase()
  await mailsTo(people.alice)
  await accept(order.id)
  await ship(order.id)
  const [mail, ...more] = await mailsTo(people.alice)
  expect(more).toEqual([])
  expect(mail?.subject).toContain('in production')
  await as(app, people.bob).call('orders.remark', { body: { id: order.id, labRemark: 'On its way' } })
  await letTimePass()
  const [later, ...others] = await mailsTo(people.alice)
  expect(others).toEqual([])
  expect(later?.text).toContain(order.number)
  expect(later?.text).not.toContain('Vance')
})

test('a question is mailed at once, whatever the reader chose and however short ago the last mail was', async () => {
  await choose('daily')
  const order = await sentCase()
  await accept(order.id)
  expect(await mailsTo(people.alice)).toEqual([])
  await ask(order.id)
  const [mail, ...more] = await mailsTo(people.alice)
  expect(more).toEqual([])
  expect(mail?.subject).toContain(`Question on case ${order.number}`)
})

test('an hourly digest is one mail, grouped by case, without the patient’s name', async () => {
  await choose('hourly')
  const before = app.clock.now()
  const [first, second] = [await sentCase(), await sentCase()]
  await accept(first.id)
  await accept(second.id)
  await ship(first.id)
  expect(await mailsTo(people.alice)).toEqual([])
  const [at, ...more] = await digestTimes()
  expect(more).toEqual([])
  const hourAgo = at!.getTime() - 3_600_000
  expect(hourAgo).toBeGreaterThanOrEqual(before.getTime())
  expect(hourAgo).toBeLessThanOrEqual(app.clock.now().getTime())
  await letTimePass()
  const [mail, ...others] = await mailsTo(people.alice)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('News on 2 cases')
  const places = [first.number, 'has accepted case', 'shipped', second.number].map((part) =>
    mail!.text.indexOf(part),
  )
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(mail?.text.split(first.number).length).toBeGreaterThan(2)
  expect(mail?.html).toContain(`/order/detail/${second.id}`)
  expect(`${mail?.text}${mail?.html}`).not.toContain('Vance')
  await letTimePass()
  expect(await mailsTo(people.alice)).toEqual([])
})

test('a repeated digest job sends nothing', async () => {
  await choose('hourly')
  const order = await sentCase()
  await accept(order.id)
  await letTimePass()
  expect(await mailsTo(people.alice)).toHaveLength(1)
  await sql`select graphile_worker.add_job('notifications.mailDigest',
    json_build_object('accountId', ${people.alice.accountId}::text, 'orderId', null))`.execute(db())
  expect(await mailsTo(people.alice)).toEqual([])
})

test.each([
  ['is disabled', { disabled_at: new Date() }, { disabled_at: null }],
  ['wants no more mails', { accepts_order_email: false }, { accepts_order_email: true }],
] as const)('a reader who %s gets no digest, not even later', async (_, change, back) => {
  await choose('hourly')
  const order = await sentCase()
  await accept(order.id)
  const set = (values: typeof change | typeof back) =>
    db().updateTable('account').set(values).where('id', '=', people.alice.accountId).execute()
  await set(change)
  await letTimePass()
  expect(await mailsTo(people.alice)).toEqual([])
  await set(back)
  await sql`select graphile_worker.add_job('notifications.mailDigest',
    json_build_object('accountId', ${people.alice.accountId}::text, 'orderId', null))`.execute(db())
  expect(await mailsTo(people.alice)).toEqual([])
})

test('a member of a banned organization gets no digest', async () => {
  await choose('hourly')
  const order = await sentCase()
  await accept(order.id)
  const ban = (at: Date | null) =>
    db()
      .updateTable('organization')
      .set({ banned_at: at })
      .where('id', '=', people.alice.organizationId)
      .execute()
  await ban(app.clock.now())
  await letTimePass()
  expect(await mailsTo(people.alice)).toEqual([])
  await ban(null)
})

test('a change to “at once” sends the waiting mails, and a change to daily postpones them', async () => {
  await choose('hourly')
  const order = await sentCase()
  await accept(order.id)
  await choose('daily')
  const [at, ...more] = await digestTimes()
  expect(more).toEqual([])
  expect(at?.toISOString().slice(11, 16)).toBe('07:00')
  await choose('at_once')
  await letTimePass()
  const [mail] = await mailsTo(people.alice)
  expect(mail?.subject).toContain(order.number)
})

test('switching mails off deletes those that wait', async () => {
  await choose('hourly')
  const order = await sentCase()
  await accept(order.id)
  await as(app, people.alice).call('accounts.update', { body: { acceptsOrderEmail: false } })
  await as(app, people.alice).call('accounts.update', { body: { acceptsOrderEmail: true } })
  await letTimePass()
  expect(await mailsTo(people.alice)).toEqual([])
})

test('the daily digest comes at seven in the time zone of the device on which it was chosen', async () => {
  const answer = await as(app, people.alice, { 'x-zone': 'Asia/Tokyo' }).call('accounts.update', {
    body: { mailFrequency: 'daily' },
  })
  expect(answer.body.data).toMatchObject({ mailFrequency: 'daily' })
  const order = await sentCase()
  await accept(order.id)
  const [at] = await digestTimes()
  expect(at?.toISOString().slice(11, 16)).toBe('22:00')
})

test('messages that were read before the digest are not mentioned', async () => {
  await choose('hourly')
  const order = await sentCase()
  await accept(order.id)
  await as(app, people.bob).call('conversation.post', {
    body: { orderId: order.id, text: 'Hello', imageIds: [] },
  })
  await letTimePass('conversation.mailMessages')
  await app.runJobs()
  const { rows } = await sql<{ template: string }>`select template from waiting_mail`.execute(db())
  expect(rows.map(({ template }) => template)).toContain('order_messages')
  await as(app, people.alice).call('notifications.markRead', { body: { orderId: order.id } })
  await letTimePass()
  const texts = (await mailsTo(people.alice)).map(({ text }) => text)
  expect(texts.join()).toContain('has accepted case')
  expect(texts.join()).not.toContain('unread message')
})

test.each([
  ['hourly', 'UTC', '2026-03-05T09:20:00Z', '2026-03-05T10:20:00Z'],
  ['daily', 'UTC', '2026-03-05T06:59:00Z', '2026-03-05T07:00:00Z'],
  ['daily', 'UTC', '2026-03-05T07:00:00Z', '2026-03-06T07:00:00Z'],
  ['daily', 'Asia/Tokyo', '2026-03-05T21:59:00Z', '2026-03-05T22:00:00Z'],
  ['daily', 'Asia/Kolkata', '2026-03-05T12:00:00Z', '2026-03-06T01:30:00Z'],
  // The clocks change at two in the night before.
  ['daily', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00Z'],
  ['daily', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T06:00:00Z'],
] as const)('the next %s digest in %s after %s is at %s', (frequency, zone, now, next) => {
  expect(nextDigestAt(frequency, zone, new Date(now)).toISOString()).toBe(new Date(next).toISOString())
})
