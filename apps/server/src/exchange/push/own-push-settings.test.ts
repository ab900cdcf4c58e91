import { limits, type NewPushSetting } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { ageSignIn, as, createPeople, type People, type Person } from '../../test/people.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'

let app: TestApp
let people: People
let receiver: WebhookReceiver
const db = () => app.services.database.db

beforeAll(async () => {
  app = await startTestApp({ PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes' })
  people = await createPeople(app)
  receiver = await openWebhookReceiver()
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.erin, people.bob)
})
afterAll(async () => {
  await app?.close()
  await receiver?.close()
})
beforeEach(async () => {
  receiver.answerWith(200, 'ok')
  await db().deleteFrom('push_setting').execute()
})

const webhook = (change: Partial<NewPushSetting> = {}) =>
  ({
    name: 'Our software',
    kind: 'webhook',
    address: receiver.address,
    password: receiver.secret,
    events: ['send', 'accept'],
    format: 'pontic',
    ...change,
  }) as const
const tryCreate = (who: Person, change: Partial<NewPushSetting> = {}) =>
  as(app, who).call('pushSettings.create', { body: webhook(change) })
const create = async (who: Person, change: Partial<NewPushSetting> = {}) =>
  (await tryCreate(who, change)).body.data
const namesOf = async (who: Person) =>
  (await as(app, who).call('pushSettings.list', { body: {} })).body.data.list.map(({ name }) => name)
const update = (who: Person, body: { id: string; isEnabled?: boolean; name?: string; address?: string }) =>
  as(app, who).call('pushSettings.update', { body })
const deliveriesOf = async (who: Person) =>
  (await as(app, who).call('pushSettings.listDeliveries', { body: {} })).body.data.list

/** Sends a case of a clinic to the laboratory, and attempts its deliveries. */
async function sendCase(clinic: Person): Promise<string> {
  const { id } = await insertOrder(app, { clinic, patientName: 'Leopold Vance' })
  const body = { id, labId: people.bob.organizationId, deliveryOn: '2038-01-15' }
  expect((await as(app, clinic).call('orders.send', { body })).status).toBe(200)
  await app.runJobs()
  return id
}

test('T71: an administrator’s own setting delivers the cases of the organization, and of nobody else, and its secret is never returned', async () => {
  const setting = await create(people.alice)
  expect(setting).toMatchObject({
    owner: { id: people.alice.organizationId },
    organizations: [{ id: people.alice.organizationId }],
  })
  const listed = await as(app, people.alice).call('pushSettings.list', { body: {} })
  for (const text of [JSON.stringify(setting), JSON.stringify(listed.body)])
    expect(text).not.toContain(receiver.secret)
  await sendCase(people.erin)
  expect(receiver.received()).toEqual([])
  const id = await sendCase(people.alice)
  const deliveries = await deliveriesOf(people.alice)
  expect(deliveries).toMatchObject([{ orderId: id, event: 'send', state: 'delivered' }])
  const detail = await as(app, people.alice).call('pushSettings.getDelivery', {
    params: { id: deliveries[0]!.id },
  })
  expect(detail.body.data.tries).toMatchObject([{ status: 200, answer: 'ok' }])
  const replayed = await as(app, people.alice).call('pushSettings.replay', {
    body: { ids: [deliveries[0]!.id] },
  })
  expect(replayed.body.data).toEqual({ replayed: 1 })
})

test('T71: another organization can neither see, change, test, delete nor restore a setting, nor read or resend its deliveries', async () => {
  const { id } = await create(people.alice)
  await sendCase(people.alice)
  const [delivery] = await deliveriesOf(people.alice)
  for (const stranger of [people.bob, people.erin]) {
    const call = as(app, stranger)
    expect(await namesOf(stranger)).toEqual([])
    expect(await deliveriesOf(stranger)).toEqual([])
    expect((await update(stranger, { id, name: 'Mine now' })).body.error).toBe('push.not_found')
    for (const name of ['pushSettings.delete', 'pushSettings.test', 'pushSettings.restore'] as const)
      expect((await call.call(name, { params: { id } })).body.error).toBe('push.not_found')
    const read = await call.call('pushSettings.getDelivery', { params: { id: delivery!.id } })
    expect(read.body.error).toBe('push.delivery_not_found')
    const ids = [delivery!.id]
    expect((await call.call('pushSettings.replay', { body: { ids } })).body.data).toEqual({ replayed: 0 })
    expect((await call.call('pushSettings.drop', { body: { ids } })).body.data).toEqual({ dropped: 0 })
    const assign = { id, organizationIds: [stranger.organizationId] }
    expect((await call.call('pushSettings.assign', { body: assign })).status).toBe(403)
  }
  // A filter by another organization widens nothing.
  const body = { organizationId: people.alice.organizationId }
  const filtered = await as(app, people.erin).call('pushSettings.listDeliveries', { body })
  expect(filtered.body.data.list).toEqual([])
})

test('an organization does not see the settings of the platform, not even those that deliver its cases', async () => {
  const { id } = await create(people.root, { name: 'Platform' })
  const organizationIds = [people.alice.organizationId]
  await as(app, people.root).call('pushSettings.assign', { body: { id, organizationIds } })
  await sendCase(people.alice)
  expect(await namesOf(people.alice)).toEqual([])
  expect(await deliveriesOf(people.alice)).toEqual([])
  expect((await update(people.alice, { id, isEnabled: false })).body.error).toBe('push.not_found')
})

test('members without the administrator flag, individuals and operators have no own settings', async () => {
  for (const who of [people.amy, people.ben, people.dave, people.olga])
    expect((await tryCreate(who)).status).toBe(403)
})

test('T71: an organization has up to five settings, also if they are created or restored at the same time', async () => {
  const max = limits.ownPushSettingsMax
  const answers = await Promise.all(
    Array.from({ length: max + 2 }, (_, at) => tryCreate(people.alice, { name: `Setting ${at}` })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ body }) => body.error)).toEqual(Array(2).fill('push.too_many_settings'))
  const [first] = answers.filter(({ status }) => status === 200)
  const { id } = first!.body.data
  await as(app, people.alice).call('pushSettings.delete', { params: { id } })
  await create(people.alice, { name: 'The fifth again' })
  const restored = await as(app, people.alice).call('pushSettings.restore', { params: { id } })
  expect(restored.body.error).toBe('push.too_many_settings')
  expect((await tryCreate(people.bob)).status).toBe(200)
})

test('T71: an own setting cannot write to folders of the server', async () => {
  const answer = await tryCreate(people.alice, {
    kind: 'folder',
    address: '',
    folder: 'cases',
    password: null,
  })
  expect(answer.body).toMatchObject({ error: 'request.invalid', fields: { kind: expect.any(String) } })
  const { id } = await create(people.alice)
  const body = { id, kind: 'folder', address: '', folder: 'cases', password: null } as const
  const changed = await as(app, people.alice).call('pushSettings.update', { body })
  expect(changed.body.error).toBe('request.invalid')
})

test('two organizations may give their settings the same name, and one may not', async () => {
  await create(people.alice)
  expect((await tryCreate(people.bob)).status).toBe(200)
  expect((await tryCreate(people.alice)).body.error).toBe('push.name_taken')
})

test('own settings are changed only after a recent proof of identity', async () => {
  const { id } = await create(people.bob)
  await ageSignIn(app, people.bob)
  const refusals = [
    await tryCreate(people.bob, { name: 'Another' }),
    await update(people.bob, { id, isEnabled: false }),
    await as(app, people.bob).call('pushSettings.delete', { params: { id } }),
  ]
  expect(refusals.map(({ body }) => body.error)).toEqual(Array(3).fill('session.reauthenticate'))
  await db()
    .updateTable('session')
    .set({ authenticated_at: new Date() })
    .where('id', '=', people.bob.sessionId)
    .execute()
})

test('the platform sees, stops and deletes the setting of an organization, and changes nothing else', async () => {
  const { id } = await create(people.alice)
  expect(await namesOf(people.root)).toEqual(['Our software'])
  expect((await update(people.root, { id, name: 'Ours' })).body.error).toBe('push.of_organization')
  expect((await update(people.root, { id, address: receiver.address })).body.error).toBe(
    'push.of_organization',
  )
  const root = as(app, people.root)
  const organizationIds = [people.bob.organizationId]
  const assigned = await root.call('pushSettings.assign', { body: { id, organizationIds } })
  expect(assigned.body.error).toBe('push.of_organization')
  expect((await root.call('pushSettings.test', { params: { id } })).body.error).toBe('push.of_organization')
  const stopped = await update(people.root, { id, isEnabled: false })
  expect(stopped.body.data).toMatchObject({ isEnabled: false, switchedOffBecause: 'platform' })
  await sendCase(people.alice)
  expect(await deliveriesOf(people.alice)).toEqual([])
  expect((await update(people.alice, { id, isEnabled: true })).body.error).toBe('push.stopped')
  const allowed = await update(people.root, { id, isEnabled: true })
  expect(allowed.body.data).toMatchObject({ isEnabled: true, switchedOffBecause: null })
  await update(people.alice, { id, isEnabled: false })
  // What the organization itself has disabled, the platform cannot enable.
  expect((await update(people.root, { id, isEnabled: true })).body.error).toBe('push.of_organization')
  expect((await root.call('pushSettings.delete', { params: { id } })).status).toBe(200)
  expect(await namesOf(people.alice)).toEqual([])
})

test('the platform cannot resend the deliveries of an organization’s setting', async () => {
  await create(people.alice)
  await sendCase(people.alice)
  const [delivery] = await deliveriesOf(people.alice)
  const answer = await as(app, people.root).call('pushSettings.replay', { body: { ids: [delivery!.id] } })
  expect(answer.body.data).toEqual({ replayed: 0 })
})

test('a banned organization’s setting delivers nothing, neither new steps nor waiting ones', async () => {
  await create(people.bob)
  receiver.answerWith(500, 'later')
  await sendCase(people.alice)
  const ban = (at: Date | null) =>
    db()
      .updateTable('organization')
      .set({ banned_at: at })
      .where('id', '=', people.bob.organizationId)
      .execute()
  await ban(app.clock.now())
  const before = receiver.received().length
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(db())
  await app.runJobs()
  expect(receiver.received().length).toBe(before)
  await ban(null)
  expect((await deliveriesOf(people.bob)).map(({ state }) => state)).toEqual(['failed'])
})

test('changes of own settings are in the audit log of the organization, also those of the platform', async () => {
  const { id } = await create(people.alice)
  await update(people.root, { id, isEnabled: false })
  const rows = await db()
    .selectFrom('audit')
    .select(['action', 'account_id', 'subject_organization_ids'])
    .where('object_id', '=', id)
    .orderBy('at')
    .execute()
  expect(rows).toEqual([
    {
      action: 'pushSettings.create',
      account_id: people.alice.accountId,
      subject_organization_ids: [people.alice.organizationId],
    },
    {
      action: 'pushSettings.update',
      account_id: people.root.accountId,
      subject_organization_ids: [people.alice.organizationId],
    },
  ])
})

test.each([
  'http://127.0.0.1:9',
  'http://[::1]:9',
  'http://10.0.0.1',
  'http://169.254.169.254/latest',
  'http://localhost:9',
])('T71: an own setting cannot reach %s', async (address) => {
  const before = receiver.received().length
  const closed = await startTestApp()
  try {
    const { alice } = await createPeople(closed)
    const made = await as(closed, alice).call('pushSettings.create', { body: webhook({ address }) })
    const tested = await as(closed, alice).call('pushSettings.test', { params: { id: made.body.data.id } })
    expect(tested.body.data).toMatchObject({ state: 'failed', tries: [{ status: null, answer: '' }] })
    expect(receiver.received().length).toBe(before)
  } finally {
    await closed.close()
  }
})

test('the settings of an organization are deleted with it, 30 days after its deletion by the platform', async () => {
  await create(people.carol)
  const deleted_at = new Date(app.clock.now().getTime() - (limits.deletedOrganizationDays + 1) * 86_400_000)
  const id = people.carol.organizationId
  await db().updateTable('organization').set({ deleted_at }).where('id', '=', id).execute()
  await sql`select graphile_worker.add_job('manage.finishDeletes', '{}'::json)`.execute(db())
  await app.runJobs()
  expect(await namesOf(people.root)).toEqual([])
})
