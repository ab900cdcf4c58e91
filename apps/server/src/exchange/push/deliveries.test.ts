import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrderDocument, WebhookCase, WebhookMessage } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { hasSshd, openSftpServer, type SftpServer } from '../../test/sshd.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { runDelivery } from './deliveries.service.ts'
import { retryDelayMs } from './push.shared.ts'

let app: TestApp
let people: People
let receiver: WebhookReceiver
const outbox = join(process.env.TMPDIR ?? '/tmp', `pontic-outbox-${randomBytes(4).toString('hex')}`)

beforeAll(async () => {
  mkdirSync(outbox)
  app = await startTestApp({ PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes', PONTIC_TRANSFER_FOLDER: outbox })
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
  await insertPartnership(app, people.alice, people.carol)
})
afterAll(() => app.close())
beforeEach(async () => {
  receiver = await openWebhookReceiver()
  return () => receiver.close()
})

let last = 0
const root = () => as(app, people.root)

/** Creates a setting and assigns it to organizations. @returns its id */
async function createSetting(users: readonly (keyof People)[], change: object = {}) {
  const body = {
    name: `Setting ${++last}`,
    kind: 'webhook',
    address: receiver.address,
    password: receiver.secret,
    events: ['send', 'recall', 'accept', 'reject', 'remark'],
    format: 'pontic',
    ...change,
  }
  const { id } = (await root().call('pushSettings.create', { body })).body.data
  const organizationIds = users.map((name) => people[name].organizationId)
  await root().call('pushSettings.assign', { body: { id, organizationIds } })
  return id
}

const logOf = async (settingId: string) =>
  (await root().call('pushSettings.listDeliveries', { body: { settingId } })).body.data.list
const detailOf = async (id: string) =>
  (await root().call('pushSettings.getDelivery', { params: { id } })).body.data
const disableSettings = () =>
  app.services.database.db.updateTable('push_setting').set({ is_enabled: false }).execute()
beforeEach(() => disableSettings())

/** Creates a case with one scan and sends it to a laboratory. */
async function sendCase(patientName = 'Maria Kestrel') {
  const order = await insertOrder(app, { clinic: people.alice, patientName })
  const bytes = Buffer.from(`solid ${order.id}\nendsolid\n`)
  const file = await insertFile(app, { orderId: order.id, by: people.alice, bytes })
  const sent = await as(app, people.alice).call('orders.send', {
    body: { id: order.id, labId: people.bob.organizationId },
  })
  expect(sent.status).toBe(200)
  return { ...order, bytes, fileId: file.id, sha256: file.sha256, version: sent.body.data.version }
}

test('a step is pushed only to settings of the case’s parties, in a signed message with the current state of the case', async () => {
  const setting = await createSetting(['alice', 'bob', 'carol'])
  const order = await sendCase()
  await app.runJobs()
  const messages = receiver.received()
  expect([messages.length, receiver.forgedCount()]).toEqual([2, 0])
  for (const message of messages) {
    const { type, timestamp } = WebhookMessage.parse({
      type: message.type,
      timestamp: message.timestamp,
      data: message.data,
    })
    const data = WebhookCase.parse(message.data)
    expect(type).toBe('order.send')
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000)
    expect(data).toMatchObject({ orderId: order.id, number: order.number, version: order.version })
    expect(data.order).toMatchObject({
      status: 'pending',
      patient: { name: 'Maria Kestrel' },
      lab: 'Northlight Lab',
    })
    expect(data.step).toMatchObject({ kind: 'send', from: 'uploaded', to: 'pending', by: 'Alice' })
    expect(data.files).toMatchObject([
      { id: order.fileId, sha256: order.sha256, path: `/restful/orders/${order.id}/files/${order.fileId}` },
    ])
  }
  const notifiedIds = messages.map(({ data }) => data.organizationId).sort()
  expect(notifiedIds).toEqual([people.alice.organizationId, people.bob.organizationId].sort())
  const log = await logOf(setting)
  expect(log.map(({ id }) => id).sort()).toEqual(messages.map(({ id }) => id).sort())
  expect(log[0]).toMatchObject({
    state: 'delivered',
    event: 'send',
    orderNumber: order.number,
    lastStatus: 200,
    attempts: 1,
  })
})

test('a laboratory from which a case was recalled receives messages without patient data', async () => {
  await createSetting(['bob'])
  const order = await sendCase()
  await as(app, people.alice).call('orders.recall', { body: { id: order.id, version: order.version } })
  await app.runJobs()
  const messages = receiver.received()
  expect(messages.map(({ type }) => type)).toEqual(['order.send', 'order.recall'])
  for (const { data } of messages) expect(data).toMatchObject({ order: null, files: [], version: null })
  expect(JSON.stringify(messages)).not.toContain('Kestrel')
})

test('a step is not delivered if the setting does not select it or is disabled', async () => {
  await createSetting(['bob'], { events: ['ship'] })
  await createSetting(['bob'], { isEnabled: false })
  const order = await sendCase()
  await as(app, people.bob).call('orders.ship', { body: { id: order.id, version: order.version } })
  await app.runJobs()
  expect(receiver.connectionCount()).toBe(0)
})

test('a failing delivery is retried under the same id until its deadline, then fails and can be replayed', async () => {
  const setting = await createSetting(['bob'])
  receiver.answerWith(503, 'later', { 'retry-after': '120' })
  await sendCase()
  await app.runJobs()
  const [first] = await logOf(setting)
  expect(first).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 503 })
  expect(first?.lastError).toContain('503')
  expect(Date.parse(first!.nextAt!) - Date.now()).toBeGreaterThan(110_000)
  const health = async () => (await root().call('health.get', {})).body.data.deliveries
  const before = await health()
  expect(before.retrying).toBeGreaterThan(0)
  receiver.answerWith(307, '', { location: receiver.address })
  await runDelivery(app.services, first!.id)
  // The receiver checks timestamps against the real clock. Therefore the test moves the deadline and not the app's clock.
  await app.services.database.db.updateTable('push_delivery').set({ retry_until: app.clock.now() }).execute()
  await runDelivery(app.services, first!.id)
  const failed = await detailOf(first!.id)
  expect(failed).toMatchObject({ state: 'failed', attempts: 3, nextAt: null })
  expect(failed.tries.map(({ status }) => status)).toEqual([307, 307, 503])
  expect(failed.tries[0]?.error).toContain('redirects')
  expect(await health()).toMatchObject({
    level: 'warning',
    retrying: before.retrying - 1,
    failed: before.failed + 1,
  })
  await runDelivery(app.services, first!.id)
  expect(receiver.received()).toHaveLength(3)
  receiver.answerWith(204)
  expect((await root().call('pushSettings.replay', { body: { ids: [first!.id] } })).body.data.replayed).toBe(
    1,
  )
  await app.runJobs()
  expect(await detailOf(first!.id)).toMatchObject({ state: 'delivered', attempts: 4, lastError: null })
  expect(new Set(receiver.received().map(({ id }) => id)).size).toBe(1)
})

test('a response of 410 disables a setting and fails its deliveries, which can be replayed after the setting is enabled', async () => {
  const setting = await createSetting(['bob'])
  receiver.answerWith(410)
  await sendCase()
  await sendCase()
  await app.runJobs()
  const listed = (await root().call('pushSettings.list', { body: {} })).body.data.list.find(
    ({ id }) => id === setting,
  )
  expect(listed).toMatchObject({ isEnabled: false, switchedOffBecause: 'gone', failed: 2, waiting: 0 })
  expect(receiver.received()).toHaveLength(1)
  const ids = (await logOf(setting)).map(({ id }) => id)
  expect((await root().call('pushSettings.replay', { body: { ids } })).body.data.replayed).toBe(0)
  receiver.answerWith(200)
  const on = await root().call('pushSettings.update', { body: { id: setting, isEnabled: true } })
  expect(on.body.data.switchedOffBecause).toBeNull()
  expect((await root().call('pushSettings.replay', { body: { ids } })).body.data.replayed).toBe(2)
  await app.runJobs()
  expect((await logOf(setting)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
})

test('a dropped delivery is not attempted, and the log is filtered by setting, state, step, organization and number', async () => {
  const setting = await createSetting(['bob'])
  receiver.answerWith(500)
  const order = await sendCase()
  await app.runJobs()
  const [delivery] = await logOf(setting)
  expect((await root().call('pushSettings.drop', { body: { ids: [delivery!.id] } })).body.data.dropped).toBe(
    1,
  )
  await runDelivery(app.services, delivery!.id)
  expect(receiver.received()).toHaveLength(1)
  const count = async (query: object) =>
    (await root().call('pushSettings.listDeliveries', { body: { settingId: setting, ...query } })).body.data
      .total
  const found = {
    state: 'dropped',
    event: 'send',
    words: order.number,
    organizationId: people.bob.organizationId,
  }
  expect(await count(found)).toBe(1)
  for (const other of [
    { state: 'failed' },
    { event: 'ship' },
    { words: 'C99' },
    { organizationId: people.alice.organizationId },
  ])
    expect(await count({ ...found, ...other })).toBe(0)
  const unknown = await root().call('pushSettings.getDelivery', { params: { id: setting } })
  expect(unknown.body.error).toBe('push.delivery_not_found')
})

test('a folder receives the case in each format with its files, and a withdrawal note after a recall', async () => {
  for (const format of ['pontic', 'exocad', 'fhir', 'files'])
    await createSetting(['bob'], { kind: 'folder', address: '', password: null, folder: format, format })
  const order = await sendCase()
  await app.runJobs()
  const filesIn = (format: string) => readdirSync(join(outbox, format, order.number)).sort()
  const read = (format: string, name: string) => readFileSync(join(outbox, format, order.number, name))
  expect(filesIn('pontic')).toEqual([`${order.number}.json`, 'upper.stl'])
  expect(filesIn('exocad')).toEqual([`${order.number}-upperjaw.stl`, `${order.number}.dentalProject`])
  expect(filesIn('fhir')).toEqual([`${order.number}.fhir.json`, 'upper.stl'])
  expect(filesIn('files')).toEqual(['upper.stl'])
  expect(read('files', 'upper.stl').equals(order.bytes)).toBe(true)
  const document = OrderDocument.parse(JSON.parse(read('pontic', `${order.number}.json`).toString()))
  expect(document).toMatchObject({
    number: order.number,
    files: [{ name: 'upper.stl', sha256: order.sha256 }],
  })
  expect(read('exocad', `${order.number}.dentalProject`).subarray(0, 3)).toEqual(
    Buffer.from([0xef, 0xbb, 0xbf]),
  )
  await as(app, people.alice).call('orders.recall', { body: { id: order.id, version: order.version } })
  await app.runJobs()
  expect(read('files', 'withdrawn.json').toString()).not.toContain('Kestrel')
})

describe.skipIf(!hasSshd)('Deliveries by SFTP', () => {
  let server: SftpServer
  beforeAll(async () => {
    server = await openSftpServer()
  })
  afterAll(() => server.close())

  test('a case arrives complete by SFTP, a test leaves no file, and another host key is refused', async () => {
    const { port, userName, privateKey, fingerprint } = server
    const place = {
      kind: 'sftp',
      address: `sftp://127.0.0.1:${port}`,
      userName,
      hostFingerprint: fingerprint,
    }
    const setting = await createSetting(['bob'], { ...place, password: null, privateKey })
    const order = await sendCase()
    await app.runJobs()
    expect((await logOf(setting))[0]).toMatchObject({ state: 'delivered', lastError: null })
    expect(readFileSync(join(server.folder, order.number, 'upper.stl')).equals(order.bytes)).toBe(true)
    const tested = await root().call('pushSettings.test', { params: { id: setting } })
    expect(tested.body.data.state).toBe('delivered')
    expect(readdirSync(server.folder)).toEqual([order.number])
    const other = `SHA256:${'A'.repeat(43)}`
    await root().call('pushSettings.update', { body: { id: setting, hostFingerprint: other, privateKey } })
    const refused = await root().call('pushSettings.test', { params: { id: setting } })
    expect(refused.body.data.lastError).toContain(fingerprint)
  })
})

test('retry delays double up to three hours and have random jitter', () => {
  expect([1, 2, 3].map((attempts) => retryDelayMs(attempts, 0.5))).toEqual([15_000, 30_000, 60_000])
  expect([retryDelayMs(40, 0), retryDelayMs(40, 1)]).toEqual([5_400_000, 16_200_000])
})
