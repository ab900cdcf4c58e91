import { request } from 'node:http'
import { type KeyPermission, keyPermissions, limits, permissions, type Route, routes } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAttempts } from '../../test/attempts.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { announceFile, sendTus } from '../../test/upload.ts'

const dayMs = 86_400_000
let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const dayIn = (days: number) => new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

const create = (by: Person, scopes: readonly KeyPermission[], more: object = {}) =>
  as(app, by).call('keys.create', { body: { name: 'Order desk', scopes, expiresOn: dayIn(30), ...more } })

/** Creates a key. @returns a person whose calls use the key instead of a session */
async function createKey(by: Person, scopes: readonly KeyPermission[]): Promise<Person & { keyId: string }> {
  const { body, status } = await create(by, scopes)
  expect(status).toBe(200)
  return { ...by, token: body.data.secret, keyId: body.data.key.id }
}

const listOf = async (by: Person) => (await as(app, by).call('keys.list')).body.data.list
const revoke = (by: Person, id: string) => as(app, by).call('keys.revoke', { params: { id } })

describe('keys of an organization', () => {
  test('a secret is returned once and stored as a hash, and the mail to the administrators does not contain it', async () => {
    const { body } = await create(people.bob, ['order.receive', 'file.read'], { name: 'Lab software' })
    const { key, secret } = body.data
    expect(secret).toMatch(/^pontic_[A-Za-z0-9_-]{43}$/)
    expect(key).toMatchObject({ name: 'Lab software', state: 'active', lastUsedAt: null, createdBy: 'Bob' })
    expect(secret.startsWith(key.start)).toBe(true)
    const listed = await listOf(people.bob)
    expect(listed).toMatchObject([{ id: key.id, name: 'Lab software', start: key.start }])
    expect(JSON.stringify(listed)).not.toContain(secret)
    const { db } = app.services.database
    const row = await db.selectFrom('api_key').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    const [mail] = await app.readMails()
    expect(mail?.to).toBe(people.bob.email)
    expect(mail?.text).toContain('Lab software')
    expect(mail?.text).not.toContain(secret)
    const audit = await db.selectFrom('audit').selectAll().where('object_id', '=', key.id).execute()
    expect(audit).toMatchObject([{ action: 'keys.create', account_id: people.bob.accountId }])
  })

  test('a key cannot have permissions that its kind of organization lacks, and is valid for a year at most', async () => {
    const wrong = await create(people.bob, ['order.send'])
    expect([wrong.status, wrong.body.error]).toEqual([400, 'key.scope_refused'])
    const forever = await create(people.bob, ['order.read'], { expiresOn: dayIn(limits.apiKeyDaysMax + 2) })
    expect([forever.status, forever.body.error]).toEqual([400, 'key.expiry_refused'])
    const past = await create(people.bob, ['order.read'], { expiresOn: dayIn(-1) })
    expect([past.status, past.body.error]).toEqual([400, 'key.expiry_refused'])
    const unknown = await as(app, people.bob).call('keys.create', {
      body: { name: 'Members', scopes: ['member.manage'], expiresOn: dayIn(3) },
    })
    expect(unknown.status).toBe(400)
  })

  test('other organizations and members without the permission cannot revoke a key', async () => {
    const key = await createKey(people.bob, ['order.read'])
    expect(await listOf(people.carol)).toEqual([])
    for (const stranger of [people.carol, people.alice]) {
      const answer = await revoke(stranger, key.keyId)
      expect([answer.status, answer.body.error]).toEqual([404, 'key.not_found'])
    }
    expect((await revoke(people.ben, key.keyId)).status).toBe(403)
  })

  test('keys are not listed and not counted as members', async () => {
    const members = await as(app, people.bob).call('members.list', { body: {} })
    expect(members.body.data.list.map((one) => one.name).sort()).toEqual(['Ben', 'Bob'])
    const rule = await as(app, people.bob).call('members.twoFactor')
    expect(rule.body.data.without).toBe(2)
    const filter = { organizationId: people.bob.organizationId }
    const users = await as(app, people.root).call('manage.listUsers', { body: filter })
    expect(users.body.data.list.map((one) => one.name).sort()).toEqual(['Ben', 'Bob'])
  })

  test('an organization has a limited number of active keys', async () => {
    const { carol } = people
    for (let made = 0; made < limits.apiKeysMax; made++)
      expect((await create(carol, ['order.read'])).status).toBe(200)
    const refused = await create(carol, ['order.read'])
    expect([refused.status, refused.body.error]).toEqual([409, 'key.too_many'])
    const [first] = await listOf(carol)
    await revoke(carol, first!.id)
    expect((await create(carol, ['order.read'])).status).toBe(200)
  })
})

describe('software calls with a key', () => {
  test('a call outside the permissions of the key gets 403 before any object is looked up', async () => {
    const key = await createKey(people.bob, ['order.receive', 'order.read'])
    expect((await as(app, key).call('orders.list', { body: {} })).status).toBe(200)
    const accept = await as(app, key).call('orders.accept', { body: {} })
    expect([accept.status, accept.body.error]).toEqual([403, 'key.not_allowed'])
    expect(accept.body.message).toContain('order.accept')
    // No key may make these calls.
    for (const name of ['keys.list', 'members.twoFactor', 'session.create'] as const) {
      const answer = await as(app, key).call(name, {})
      expect([name, answer.status]).not.toEqual([name, 200])
    }
  })

  test('a key with every scope cannot administer members, organization, keys, invitations or partners', async () => {
    const scopes = keyPermissions.filter((one) => 'lab' in permissions[one])
    const key = await createKey(people.bob, scopes)
    const forbidden = [
      'member.manage',
      'organization.write',
      'key.manage',
      'invitation.manage',
      'partner.manage',
    ]
    const calls = Object.entries<Route>(routes).filter(([, route]) => forbidden.includes(route.permission))
    expect(calls.length).toBeGreaterThan(15)
    for (const [name, route] of calls) {
      const path = `/restful${route.path.replace(/:\w+/g, '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f')}`
      const response = await fetch(app.url + path, {
        method: route.method,
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { body: '{}' }),
      })
      expect([name, response.status]).toEqual([name, 403])
    }
  })

  test('a case that software creates has the name of the key in the timeline and the audit', async () => {
    const key = await createKey(people.alice, ['order.create', 'order.read'])
    const made = await as(app, key).call('orders.create', { body: { type: 0, patientName: 'Test Patient' } })
    expect(made.status).toBe(200)
    const detail = await as(app, people.alice).call('orders.get', { params: { id: made.body.data.id } })
    expect(JSON.stringify(detail.body.data.timeline)).toContain('Order desk')
    const { rows } = await app.services.database.pool.query(
      `select k.name, u.organization_id from audit u join api_key k on k.account_id = u.account_id
       where u.object_id = $1`,
      [made.body.data.id],
    )
    expect(rows).toEqual([{ name: 'Order desk', organization_id: people.alice.organizationId }])
  })

  test('the list shows the last use of a key and the IP address of the caller', async () => {
    const key = await createKey(people.bob, ['order.read'])
    await as(app, key).call('orders.list', { body: {} })
    const used = (await listOf(people.bob)).find((one) => one.id === key.keyId)
    expect(used?.lastUsedFrom).toMatch(/127\.0\.0\.1|::1/)
    const firstAt = used?.lastUsedAt
    app.clock.advance({ minutes: 5 })
    await as(app, key).call('orders.list', { body: {} })
    expect((await listOf(people.bob)).find((one) => one.id === key.keyId)?.lastUsedAt).not.toBe(firstAt)
  })

  test('calls beyond the limit per minute are refused with the time to wait, and succeed in the next minute', async () => {
    const key = await createKey(people.bob, ['order.read'])
    await addAttempts(app, `key:${key.keyId}`, limits.apiKeyCallsPerMinute)
    const refused = await as(app, key).call('orders.list', { body: {} })
    expect([refused.status, refused.body.error]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    app.clock.advance({ minutes: 1 })
    expect((await as(app, key).call('orders.list', { body: {} })).status).toBe(200)
  })
})

/**
 * Opens an upload and sends its first part. `isReceived` resolves when the server has stored that part. `answer` resolves
 * to the status with which the server ends the upload.
 */
function openUpload(key: Person, path: string, sizeBytes: number) {
  const headers = {
    authorization: `Bearer ${key.token}`,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': 0,
    'content-length': sizeBytes,
  }
  const outgoing = request(app.url + path, { method: 'PATCH', agent: false, headers })
  const answer = new Promise<number>((resolve) => {
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0))
    outgoing.on('error', () => resolve(0))
  })
  outgoing.write(Buffer.alloc(300_000, 'solid design '))
  const offsetOf = async () => (await sendTus({ app, person: key }, 'HEAD', path)).headers['upload-offset']
  const isReceived = expect.poll(offsetOf, { interval: 20 }).toBe('300000')
  return { answer, isReceived }
}

/** Opens an event stream. `ended` resolves when the server closes it. */
async function openEvents(key: Person): Promise<{ ended: Promise<void> }> {
  const response = await fetch(`${app.url}/restful/events`, {
    headers: { authorization: `Bearer ${key.token}` },
  })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  const ended = (async () => {
    try {
      while (!(await reader.read()).done) {}
    } catch {
      // The server may close the stream with an error.
    }
  })()
  return { ended }
}

describe('T11: a revoked or expired key is refused at its next call', () => {
  const everything = ['order.read', 'file.read', 'file.write', 'event.read'] as const
  const expectRevoked = async (key: Person) => {
    const answer = await as(app, key).call('orders.list', { body: {} })
    expect([answer.status, answer.body.error]).toEqual([401, 'request.unauthenticated'])
  }

  test('T11: revoking a key closes its event stream and upload, and invalidates its download ticket', async () => {
    const key = await createKey(people.bob, everything)
    const { id } = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
    await insertFile(app, {
      orderId: id,
      by: people.alice,
      bytes: Buffer.from('solid scan\nendsolid scan\n'),
    })
    const ticket = await as(app, key).call('files.createTicket', { body: { id, fileId: null } })
    expect(ticket.status).toBe(200)
    const announced = await announceFile({ app, person: key }, id, {
      name: 'design.stl',
      sizeBytes: 1_000_000,
      role: 'design',
    })
    const events = await openEvents(key)
    const path = `/restful/uploads/${announced.id}`
    const upload = openUpload(key, path, announced.sizeBytes)
    await upload.isReceived
    const answer = await revoke(people.bob, key.keyId)
    expect(answer.body.data).toMatchObject({ state: 'revoked', revokedBy: 'Bob' })
    await events.ended
    expect(await upload.answer).toBe(401)
    await expectRevoked(key)
    expect((await sendTus({ app, person: key }, 'HEAD', path)).status).toBe(401)
    expect((await fetch(app.url + ticket.body.data.path)).status).toBe(404)
    const again = await revoke(people.bob, key.keyId)
    expect([again.status, again.body.error]).toEqual([409, 'key.revoked'])
  })

  test('T11: a key is refused while its organization is banned, and after it has expired', async () => {
    const { db } = app.services.database
    const key = await createKey(people.bob, everything)
    const events = await openEvents(key)
    const { organizationId } = people.bob
    const ban = (banned_at: Date | null) =>
      db.updateTable('organization').set({ banned_at }).where('id', '=', organizationId).execute()
    await ban(app.clock.now())
    await notifyAccessRevoked(db, { organizationId })
    await events.ended
    await expectRevoked(key)
    await ban(null)
    expect((await as(app, key).call('orders.list', { body: {} })).status).toBe(200)
    app.clock.advance({ days: 32 })
    await expectRevoked(key)
    const listed = (await listOf(people.bob)).find((one) => one.id === key.keyId)
    expect(listed?.state).toBe('expired')
  })

  test('T10: a key cannot be used as a refresh token, and an altered key is refused', async () => {
    const key = await createKey(people.bob, ['order.read'])
    await expectRevoked({ ...key, token: key.token.slice(0, -1) })
    await expectRevoked({ ...key, token: `${key.token}A` })
    const renewed = await as(app, undefined).call('session.create', {
      body: {
        grant_type: 'refresh_token',
        refresh_token: key.token,
        client_id: 'pontic-web',
        client_secret: 'public',
      },
    })
    expect(renewed.status).toBe(400)
  })
})
