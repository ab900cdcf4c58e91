import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { openPushService, type PushService, readVapid } from '../../test/push-service.ts'

let app: TestApp
let people: People
let service: PushService

beforeAll(async () => {
  app = await startTestApp({ PONTIC_PUSH_PRIVATE: 'yes' })
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
beforeEach(async () => {
  service = await openPushService()
  return () => service.close()
})
afterAll(() => app.close())

const subscribe = (person: Person, change: object = {}) =>
  as(app, person).call('push.subscribe', { body: { ...service.subscription, ...change } })

async function sendCase(): Promise<{ id: string; number: string }> {
  const order = await insertOrder(app, { clinic: people.alice, patientName: 'Leopold Vance' })
  const body = { id: order.id, labId: people.bob.organizationId }
  expect((await as(app, people.alice).call('orders.send', { body })).status).toBe(200)
  return order
}

/** Creates another session of a person, as on a second device. */
const onOtherDevice = async (person: Person): Promise<Person> => ({
  ...person,
  ...(await createSession(app, person.accountId)),
})

test('a browser is notified of a new case by a signed request, without the patient’s name', async () => {
  const { publicKey, isOn } = (await as(app, people.bob).call('push.get')).body.data
  expect([publicKey.length, isOn]).toEqual([87, false])
  expect((await subscribe(people.bob)).status).toBe(200)
  expect((await as(app, people.bob).call('push.get')).body.data).toEqual({ publicKey, isOn: true })
  const order = await sendCase()
  await app.runJobs()
  const [pushed] = service.pushed()
  expect(pushed?.news).toEqual({
    id: expect.any(String),
    text: `Brookside Dental sent you case ${order.number}`,
    path: `/order/detail/${order.id}`,
  })
  expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  const vapid = readVapid(pushed?.headers.authorization ?? '')
  expect(vapid).toMatchObject({
    key: publicKey,
    claims: { aud: new URL(service.subscription.endpoint).origin, sub: 'mailto:no-reply@pontic.test' },
  })
  expect(service.pushed()).toHaveLength(1)
})

test('the private key that signs calls to push services is encrypted in the database', async () => {
  const row = await app.services.database.db
    .selectFrom('push_key')
    .select('private_sealed')
    .executeTakeFirstOrThrow()
  expect(row.private_sealed.toString('latin1')).not.toContain('PRIVATE KEY')
  expect(app.services.encryptor.decrypt(row.private_sealed, 'push key')).toContain('PRIVATE KEY')
})

test('nothing is sent if the notification was read, the browser unsubscribed, or the session ended', async () => {
  const device = await onOtherDevice(people.bob)
  await subscribe(device)
  const read = await sendCase()
  await as(app, people.bob).call('notifications.markRead', { body: { orderId: read.id } })
  await app.runJobs()
  expect(service.callCount()).toBe(0)
  await sendCase()
  await as(app, device).call('push.unsubscribe')
  await app.runJobs()
  expect(service.callCount()).toBe(0)
  await subscribe(device)
  await sendCase()
  await app.services.database.db
    .updateTable('session')
    .set({ revoked_at: app.clock.now(), revoked_for: 'logout' })
    .where('id', '=', device.sessionId)
    .execute()
  await app.runJobs()
  expect(service.callCount()).toBe(0)
})

test('a browser is subscribed only for the last session that subscribed it', async () => {
  const device = await onOtherDevice(people.bob)
  await subscribe(device)
  await subscribe(people.carol)
  expect((await as(app, device).call('push.get')).body.data.isOn).toBe(false)
  await sendCase()
  await app.runJobs()
  expect(service.callCount()).toBe(0)
})

test('a subscription is deleted if its push service returns 410, and remains if it returns 503', async () => {
  const device = await onOtherDevice(people.bob)
  await subscribe(device)
  service.answerWith(503)
  await sendCase()
  await app.runJobs()
  expect(service.callCount()).toBe(1)
  expect((await as(app, device).call('push.get')).body.data.isOn).toBe(true)
  service.answerWith(410)
  await sendCase()
  await app.runJobs()
  expect((await as(app, device).call('push.get')).body.data.isOn).toBe(false)
})

test('T48: subscriptions with invalid keys are refused, and so are private push services unless the installation allows them', async () => {
  const noPoint = await subscribe(people.bob, { publicKey: 'A'.repeat(87) })
  expect(noPoint.body).toMatchObject({ error: 'request.invalid', fields: { publicKey: expect.any(String) } })
  const strict = await app.startSecondNode({ PONTIC_PUSH_PRIVATE: 'no' })
  const refused = await as(strict, people.bob).call('push.subscribe', { body: service.subscription })
  expect(refused.body).toMatchObject({ error: 'request.invalid', fields: { endpoint: expect.any(String) } })
})
