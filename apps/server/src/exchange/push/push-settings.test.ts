import { readFileSync } from 'node:fs'
import type { NewPushSetting } from '@pontic/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { default as addFormats } from 'ajv-formats'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'

let app: TestApp
let people: People
let receiver: WebhookReceiver

beforeAll(async () => {
  app = await startTestApp({ PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes' })
  people = await createPeople(app)
  receiver = await openWebhookReceiver()
})
afterAll(async () => {
  await app.close()
  await receiver.close()
})
beforeEach(() => receiver.answerWith(200, 'ok'))

let last = 0
const root = () => as(app, people.root)
const webhook = (change: Partial<NewPushSetting> = {}) => ({
  name: `Webhook ${++last}`,
  kind: 'webhook',
  address: receiver.address,
  password: receiver.secret,
  events: ['send'],
  format: 'pontic',
  ...change,
})
const sftp = (change: object = {}) => ({
  name: `Server ${++last}`,
  kind: 'sftp',
  address: 'sftp://files.example.com:2222',
  folder: 'cases',
  userName: 'lab',
  hostFingerprint: `SHA256:${'A'.repeat(43)}`,
  password: 'a word nobody may read',
  events: ['send', 'recall'],
  format: 'exocad',
  ...change,
})
const create = async (input: object) => (await root().call('pushSettings.create', { body: input })).body.data

test('an administrator of the platform creates, changes, assigns and deletes a setting, and restores it disabled', async () => {
  const setting = await create(sftp())
  expect(setting).toMatchObject({
    secretsSet: ['password'],
    isEnabled: true,
    includesFiles: true,
    organizations: [],
  })
  const renamed = await root().call('pushSettings.update', {
    body: { id: setting.id, name: 'Northlight files' },
  })
  expect(renamed.body.data).toMatchObject({
    name: 'Northlight files',
    folder: 'cases',
    secretsSet: ['password'],
  })
  const assign = (organizationIds: string[]) =>
    root().call('pushSettings.assign', { body: { id: setting.id, organizationIds } })
  const assigned = await assign([people.bob.organizationId, people.alice.organizationId])
  expect(assigned.body.data.organizations.map(({ name }) => name)).toEqual([
    'Brookside Dental',
    'Northlight Lab',
  ])
  expect((await assign([people.bob.organizationId])).body.data.organizations).toHaveLength(1)
  for (const stranger of [people.root.organizationId, people.dave.organizationId, setting.id])
    expect((await assign([stranger])).body.error).toBe('organization.not_found')
  const options = await root().call('pushSettings.listOptions')
  expect(options.body.data.list).toContainEqual({
    id: setting.id,
    name: 'Northlight files',
    kind: 'sftp',
    isEnabled: true,
  })
  await root().call('pushSettings.delete', { params: { id: setting.id } })
  const listed = async (isDeleted: boolean) =>
    (await root().call('pushSettings.list', { body: { words: 'northlight', isDeleted } })).body.data.list
  expect([(await listed(false)).length, (await listed(true)).length]).toEqual([0, 1])
  const gone = await root().call('pushSettings.update', { body: { id: setting.id, name: 'No more' } })
  expect(gone.body.error).toBe('push.not_found')
  const back = await root().call('pushSettings.restore', { params: { id: setting.id } })
  expect(back.body.data).toMatchObject({
    isEnabled: false,
    deletedAt: null,
    organizations: [{ name: 'Northlight Lab' }],
  })
  const again = await root().call('pushSettings.restore', { params: { id: setting.id } })
  expect(again.body.error).toBe('push.not_found')
})

test('a setting with an invalid field for its kind is refused with a message at that field', async () => {
  const refused = async (input: object) =>
    (await root().call('pushSettings.create', { body: input })).body.fields
  expect(await refused(webhook({ address: 'file:///etc/passwd' }))).toHaveProperty('address')
  expect(await refused(webhook({ address: 'https://user:word@lab.example.com' }))).toHaveProperty('address')
  expect(await refused(webhook({ password: 'no secret' }))).toHaveProperty('password')
  expect(await refused(webhook({ format: 'exocad' }))).toHaveProperty('format')
  expect(await refused(webhook({ events: [] }))).toHaveProperty('events')
  expect(await refused(sftp({ hostFingerprint: null }))).toHaveProperty('hostFingerprint')
  expect(await refused(sftp({ hostFingerprint: 'aa:bb' }))).toHaveProperty('hostFingerprint')
  expect(await refused(sftp({ folder: '../up' }))).toHaveProperty('folder')
  expect(await refused(sftp({ password: undefined }))).toHaveProperty('password')
  expect(await refused({ ...sftp(), kind: 's3', address: 'https://s3.example.com' })).toMatchObject({
    bucket: expect.any(String),
    region: expect.any(String),
  })
  expect(await refused(sftp({ kind: 'folder', address: '', folder: '' }))).toHaveProperty('folder')
  await create(webhook({ name: 'The same name' }))
  const twin = await root().call('pushSettings.create', { body: webhook({ name: 'the SAME name' }) })
  expect(twin.body.error).toBe('push.name_taken')
})

test('T49: secrets are encrypted in the database, and do not appear in replies, log lines, audit rows or error messages', async () => {
  const secrets = ['a word nobody may read', 'KEY-IN-FULL', 'the words of the key']
  const setting = await create(sftp({ privateKey: secrets[1], passphrase: secrets[2] }))
  const answers = [
    await root().call('pushSettings.list', { body: {} }),
    await root().call('pushSettings.update', { body: { id: setting.id, password: `${secrets[0]}!` } }),
    await root().call('pushSettings.listOptions'),
    await root().call('pushSettings.create', { body: sftp({ name: 'x', privateKey: secrets[1] }) }),
    await root().call('pushSettings.test', { params: { id: setting.id } }),
    await root().call('pushSettings.listDeliveries', { body: {} }),
    await root().call('audit.list', { body: {} }),
  ]
  expect(answers[1]?.body.data).toMatchObject({ secretsSet: ['password', 'privateKey', 'passphrase'] })
  const { db } = app.services.database
  const rows = await sql`select s::text from push_setting s union all select a::text from audit a
    union all select p::text from push_attempt p`.execute(db)
  const all = JSON.stringify([answers.map(({ body }) => body), rows.rows, app.logLines])
  for (const secret of secrets) {
    expect(all).not.toContain(secret)
    expect(all).not.toContain(Buffer.from(secret).toString('hex'))
    expect(all).not.toContain(Buffer.from(secret).toString('base64'))
  }
  expect(all).toContain('withheld')
})

test('T49: a change of address, user or host key requires the secret again', async () => {
  const setting = await create(sftp())
  const change = (fields: object) =>
    root().call('pushSettings.update', { body: { id: setting.id, ...fields } })
  const elsewhere = [
    { address: 'sftp://mine.example.com:22' },
    { userName: 'me' },
    { hostFingerprint: `SHA256:${'B'.repeat(43)}` },
  ]
  for (const fields of elsewhere)
    expect((await change(fields)).body).toMatchObject({
      error: 'request.invalid',
      fields: { password: expect.any(String) },
    })
  expect((await change({ folder: 'other' })).body.data).toMatchObject({ secretsSet: ['password'] })
  expect((await change({ ...elsewhere[0], password: 'another word' })).body.data.address).toContain('mine')
})

test('T48: no connection is opened to the address of a setting if the address is private', async () => {
  const strict = await app.startSecondNode({ PONTIC_ALLOW_PRIVATE_ADDRESSES: 'no' })
  const before = receiver.connectionCount()
  const addresses = [
    receiver.address,
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest',
    'https://127.0.0.1:5432/',
  ]
  for (const address of addresses) {
    const setting = await create(webhook({ address }))
    const tested = await as(strict, people.root).call('pushSettings.test', { params: { id: setting.id } })
    expect(tested.body.data).toMatchObject({
      state: 'failed',
      lastError: expect.stringContaining('Connections to this address or port are not allowed'),
    })
  }
  expect(receiver.connectionCount()).toBe(before)
})

const schema = new URL('../../../../../docs/generated/webhook-message.schema.json', import.meta.url)
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const isWebhookMessage = ajv.compile(JSON.parse(readFileSync(schema, 'utf8')))

test('the test of a setting, even of a disabled one, sends a signed message at once and returns the receiver’s response', async () => {
  const setting = await create(webhook({ isEnabled: false }))
  receiver.answerWith(200, 'thank\u0000 you')
  const good = await root().call('pushSettings.test', { params: { id: setting.id } })
  expect(good.body.data).toMatchObject({
    state: 'delivered',
    event: null,
    orderId: null,
    tries: [{ status: 200, error: null, answer: 'thank you' }],
  })
  const { id, ...message } = receiver.received().at(-1)!
  expect([id, message.type]).toEqual([good.body.data.id, 'pontic.test'])
  expect(isWebhookMessage(message), JSON.stringify(isWebhookMessage.errors)).toBe(true)
  receiver.answerWith(500, 'x'.repeat(100_000))
  const bad = await root().call('pushSettings.test', { params: { id: setting.id } })
  expect(bad.body.data).toMatchObject({ state: 'failed', lastStatus: 500, nextAt: null })
  expect(bad.body.data.tries[0]?.answer).toHaveLength(2_000)
  expect(bad.body.data.lastError).toContain('500')
  const none = await root().call('pushSettings.test', { params: { id: people.root.accountId } })
  expect(none.body.error).toBe('push.not_found')
})
