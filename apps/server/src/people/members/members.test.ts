import { request } from 'node:http'
import { passwordDigest } from '@pontic/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../platform/db/ids.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { type Answer, as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { password } from '../../test/registration.ts'
import { setPassword, signIn, tryToken } from '../../test/sign-in.ts'
import { announceFile, sendTus } from '../../test/upload.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(() => app.clock.advance({ days: 1 }))

const outcome = ({ status, body }: Answer<unknown>) => [status, body.error ?? 'done']
const idOf = (person: Person) => ({ params: { id: person.accountId } })
const set = (person: Person, values: Record<string, unknown>) =>
  app.services.database.db.updateTable('account').set(values).where('id', '=', person.accountId).execute()
const edit = (by: Person, id: string, more: Record<string, unknown>) =>
  as(app, by).call('members.update', { body: { id, ...more } })
let made = 0
const create = (by: Person, more: Record<string, unknown> = {}) =>
  as(app, by).call('members.create', {
    body: { name: 'Nina', email: `nina${++made}@new.example`, ...more },
  })

describe('the list of members', () => {
  test('an administrator lists members by name, searches them by name or email address, and filters them by state', async () => {
    const list = async (body: Record<string, unknown>) =>
      (await as(app, people.alice).call('members.list', { body })).body.data
    expect((await list({})).list.map((one) => one.name)).toEqual(['Alice', 'Amy', 'Wanda'])
    expect((await list({ words: 'AMY@' })).list.map((one) => one.name)).toEqual(['Amy'])
    expect((await list({ words: '%' })).list).toEqual([])
    expect((await list({ filter: 'waiting' })).list).toMatchObject([{ name: 'Wanda', membership: 'waiting' }])
    expect((await list({ filter: 'disabled' })).total).toBe(0)
    const first = await list({ pageSize: 2 })
    expect([first.list.length, first.total, typeof first.cursor]).toEqual([2, 3, 'string'])
    const second = await list({ pageSize: 2, cursor: first.cursor ?? '' })
    expect([second.list.map((one) => one.name), second.cursor]).toEqual([['Wanda'], null])
    expect((await list({ pageSize: 2, page: 2 })).list.map((one) => one.name)).toEqual(['Wanda'])
  })

  test('a cursor of another list is refused', async () => {
    const cursor = Buffer.from(JSON.stringify(['invitations', 'a', newId()])).toString('base64url')
    const answer = await as(app, people.alice).call('members.list', { body: { cursor } })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['cursor']])
  })
})

describe('accounts that an administrator creates', () => {
  test('a user whose account has no password yet is mailed a link to set one, which also verifies the email address', async () => {
    const answer = await create(people.alice, {
      licenseNumber: 'GDC 1',
      telephone: '+44 1',
      isAdministrator: true,
    })
    expect(answer.body.data).toMatchObject({
      name: 'Nina',
      licenseNumber: 'GDC 1',
      telephone: '+44 1',
      isAdministrator: true,
      isBanned: false,
      isInvited: true,
      membership: 'active',
      acceptsOrderEmail: true,
    })
    const { email } = answer.body.data
    const [mail] = await app.readMails()
    expect([mail?.to, mail?.subject]).toEqual([email, 'Your account at Brookside Dental is ready'])
    const code = mail?.links[0]?.split('#code=')[1]
    const reset = await as(app, undefined).call('accounts.resetPwdByEmailCode', {
      body: { code, newPwd: passwordDigest(password) },
    })
    expect(reset.status).toBe(200)
    const { body } = await signIn(app, email, password)
    expect(body).toMatchObject({ org_admin_flag: true, organization_name: 'Brookside Dental' })
    await as(app, people.alice).call('members.disable', { params: { id: answer.body.data.id } })
  })

  test('a user must change a password that an administrator has set before they can sign in', async () => {
    const own = 'Canine-and-crown-9'
    const { email } = (await create(people.alice, { password: passwordDigest(password) })).body.data
    await app.readMails()
    expect((await signIn(app, email, password)).body.key).toBe('session.password_change_required')
    const [mail] = await app.readMails()
    expect([mail?.to, mail?.subject]).toEqual([email, 'Choose your own password'])
    const code = mail?.links[0]?.split('#code=')[1]
    await as(app, undefined).call('accounts.resetPwdByEmailCode', {
      body: { code, newPwd: passwordDigest(own) },
    })
    expect((await signIn(app, email, password)).body.key).toBe('session.wrong_credentials')
    expect((await signIn(app, email, own)).status).toBe(200)
  })

  test('a new password set by an administrator revokes the member’s sessions and must be changed', async () => {
    await setPassword(app, people.amy, password)
    const token = (await signIn(app, people.amy.email, password)).body.access_token
    const answer = await edit(people.alice, people.amy.accountId, {
      password: passwordDigest('Canine-and-crown-9'),
    })
    expect(answer.status).toBe(200)
    expect(await tryToken(app, token)).toBe(401)
    expect((await signIn(app, people.amy.email, 'Canine-and-crown-9')).body.key).toBe(
      'session.password_change_required',
    )
    await set(people.amy, { must_change_password: false, password_hash: '!' })
    const common = await edit(people.alice, people.amy.accountId, { password: passwordDigest('Password123') })
    expect([common.status, Object.keys(common.body.fields ?? {})]).toEqual([400, ['password']])
  })

  test('T16: an email address in use is refused, and after fifty refusals a day all further ones get 429', async () => {
    app.clock.advance({ hours: 1 })
    for (let n = 0; n < 50; n++) {
      expect(outcome(await create(people.erin, { email: people.bob.email }))).toEqual([
        409,
        'account.email_taken',
      ])
    }
    expect(outcome(await create(people.erin, { email: people.bob.email }))).toEqual([429, 'request.too_many'])
    expect((await create(people.erin)).status).toBe(200)
  })
})

describe('T23: members of another organization', () => {
  test('T23: ids of other organizations get the same 404 as unknown ids', async () => {
    const calls = ['members.disable', 'members.enable', 'members.approve', 'members.refuse'] as const
    for (const id of [people.ben.accountId, people.root.accountId, newId()]) {
      for (const name of calls) {
        const answer = await as(app, people.alice).call(name, { params: { id } })
        expect([name, ...outcome(answer)]).toEqual([name, 404, 'member.not_found'])
      }
      expect(outcome(await edit(people.alice, id, { name: 'Eve' }))).toEqual([404, 'member.not_found'])
    }
    const row = await app.services.database.db
      .selectFrom('account')
      .select(['name', 'disabled_at'])
      .where('id', '=', people.ben.accountId)
      .executeTakeFirst()
    expect(row).toEqual({ name: 'Ben', disabled_at: null })
  })

  test('T23: a role, a type, an organization and a state in the body are refused as unknown fields', async () => {
    const fields: Record<string, unknown>[] = [
      { authorities: ['ROLE_ADMIN'] },
      { role: 'ROLE_ADMIN' },
      { orgType: 255 },
      { businessType: 255 },
      { organizationId: people.bob.organizationId },
      { orgId: people.bob.organizationId },
      { membership: 'active' },
      { enabled: true },
    ]
    for (const field of fields) {
      const keys = Object.keys(field)
      const edited = await edit(people.alice, people.amy.accountId, field)
      expect([edited.status, Object.keys(edited.body.fields ?? {})]).toEqual([400, keys])
      const created = await create(people.alice, field)
      expect([created.status, Object.keys(created.body.fields ?? {})]).toEqual([400, keys])
    }
    const moved = await edit(people.alice, people.amy.accountId, { email: 'amy@evil.example' })
    expect([moved.status, Object.keys(moved.body.fields ?? {})]).toEqual([400, ['email']])
  })
})

test('T24: a member cannot make themselves administrator or create accounts', async () => {
  const amy = { ...people.amy, ...(await createSession(app, people.amy.accountId)) }
  for (const person of [amy, people.ben, people.dave, people.root]) {
    expect(outcome(await edit(person, person.accountId, { isAdministrator: true }))).toEqual([
      403,
      'request.forbidden',
    ])
    expect(outcome(await create(person))).toEqual([403, 'request.forbidden'])
  }
  expect(outcome(await edit(people.wanda, people.wanda.accountId, { isAdministrator: true }))).toEqual([
    403,
    'member.waiting',
  ])
  const own = await as(app, amy).call('accounts.get', { params: { username: 'me' } })
  expect(own.body.data.org_admin_flag).toBe(false)
})

describe('T25: the last administrator', () => {
  test('T25: administrators can neither disable nor demote themselves, with or without another administrator', async () => {
    const tries = async () => [
      outcome(await as(app, people.alice).call('members.disable', idOf(people.alice))),
      outcome(await edit(people.alice, people.alice.accountId, { isAdministrator: false })),
    ]
    const refused = (key: string) => [
      [409, key],
      [409, key],
    ]
    expect(await tries()).toEqual(refused('member.last_administrator'))
    await set(people.amy, { is_organization_administrator: true })
    expect(await tries()).toEqual(refused('member.self'))
    await set(people.amy, { is_organization_administrator: false })
    const kept = await edit(people.alice, people.alice.accountId, { isAdministrator: true, name: 'Alice M' })
    expect([kept.status, kept.body.data.name]).toEqual([200, 'Alice M'])
    await edit(people.alice, people.alice.accountId, { name: 'Alice' })
  })

  test('a waiting member cannot become administrator, and members.update does not set the caller’s own password', async () => {
    expect(outcome(await edit(people.alice, people.wanda.accountId, { isAdministrator: true }))).toEqual([
      409,
      'member.wrong_state',
    ])
    const own = await edit(people.alice, people.alice.accountId, { password: passwordDigest(password) })
    expect(outcome(own)).toEqual([409, 'member.self'])
  })
})

describe('T11: a loss of permissions takes effect at the next request and closes event streams', () => {
  /** Opens an event stream. `ended` resolves when the server closes it. */
  async function openStream(token: string): Promise<{ ended: Promise<void> }> {
    const response = await fetch(`${app.url}/restful/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    const readToEnd = async () => {
      for (;;) if ((await reader.read()).done) return
    }
    return { ended: readToEnd().catch(() => undefined) }
  }

  test('T11: disabling a member closes their stream, invalidates their tokens, and the sign-in returns the reason', async () => {
    await setPassword(app, people.amy, password)
    const session = (await signIn(app, people.amy.email, password)).body
    const stream = await openStream(session.access_token)
    const disabled = await as(app, people.alice).call('members.disable', idOf(people.amy))
    expect(disabled.body.data.isEnabled).toBe(false)
    await stream.ended
    expect(await tryToken(app, session.access_token)).toBe(401)
    expect((await signIn(app, people.amy.email, password)).body.key).toBe('session.disabled')
    const enabled = await as(app, people.alice).call('members.enable', idOf(people.amy))
    expect(enabled.body.data.isEnabled).toBe(true)
    expect(await tryToken(app, session.access_token)).toBe(401)
    expect((await signIn(app, people.amy.email, password)).status).toBe(200)
  })

  test('T11: demoting an administrator closes their stream, and their next request has the new permissions', async () => {
    await setPassword(app, people.amy, password)
    await edit(people.alice, people.amy.accountId, { isAdministrator: true })
    const session = (await signIn(app, people.amy.email, password)).body
    const amy = { ...people.amy, token: session.access_token }
    expect((await as(app, amy).call('members.list', { body: {} })).status).toBe(200)
    const stream = await openStream(session.access_token)
    await edit(people.alice, people.amy.accountId, { isAdministrator: false })
    await stream.ended
    expect((await as(app, amy).call('members.list', { body: {} })).status).toBe(403)
    expect(await tryToken(app, session.access_token)).toBe(200)
  })

  test('T11: the running upload of a member is stopped when the member is disabled or demoted', async () => {
    const bytes = Buffer.alloc(600_000, 'solid ')
    const half = bytes.length / 2
    const changes = [
      { by: () => as(app, people.alice).call('members.disable', idOf(people.amy)) },
      { by: () => edit(people.alice, people.amy.accountId, { isAdministrator: false }) },
    ]
    for (const { by } of changes) {
      await set(people.amy, { disabled_at: null, is_organization_administrator: true })
      const amy = { ...people.amy, ...(await createSession(app, people.amy.accountId)) }
      const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
      const file = await announceFile({ app, person: amy }, order.id, {
        name: 'upper.stl',
        sizeBytes: bytes.length,
      })
      const { outgoing, answer } = openPatch(amy, file.id, bytes.length)
      outgoing.write(bytes.subarray(0, half))
      await expect.poll(() => readOffset(file.id), { interval: 20 }).toBe(half)
      expect((await by()).status).toBe(200)
      expect(await answer).toBe(401)
      outgoing.destroy()
      expect(await readOffset(file.id)).toBe(half)
    }
    await set(people.amy, { disabled_at: null, is_organization_administrator: false })
  })

  const readOffset = async (fileId: string) => {
    const answer = await sendTus({ app, person: people.alice }, 'HEAD', `/restful/uploads/${fileId}`)
    return Number(answer.headers['upload-offset'])
  }

  /** Opens a PATCH request whose body the test writes. `answer` resolves to the status, or to 0 after an error. */
  function openPatch(person: Person, fileId: string, sizeBytes: number) {
    const outgoing = request(`${app.url}/restful/uploads/${fileId}`, {
      method: 'PATCH',
      agent: false,
      headers: {
        authorization: `Bearer ${person.token}`,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': 0,
        'content-length': sizeBytes,
      },
    })
    const answer = new Promise<number>((resolve) => {
      outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0))
      outgoing.on('error', () => resolve(0))
    })
    return { outgoing, answer }
  }
})

test('each change of a member is audited with its actor', async () => {
  const { id } = (await create(people.bob)).body.data
  await edit(people.bob, id, { licenseNumber: 'X' })
  await as(app, people.bob).call('members.disable', { params: { id } })
  await as(app, people.bob).call('members.enable', { params: { id } })
  const rows = await app.services.database.db
    .selectFrom('audit')
    .select(['action', 'account_id', 'detail'])
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows.map((row) => row.action)).toEqual([
    'members.create',
    'members.update',
    'members.disable',
    'members.enable',
  ])
  expect(new Set(rows.map((row) => row.account_id))).toEqual(new Set([people.bob.accountId]))
  expect(rows[1]?.detail).toEqual({ withheld: ['licenseNumber'] })
  expect(rows[2]?.detail).toEqual({ before: { isEnabled: true }, after: { isEnabled: false } })
})

describe('two-factor sign-in of an organization', () => {
  test('an administrator can require two-factor sign-in only if they use it, and can reset the factors of a member, who is mailed', async () => {
    const require = (isRequired: boolean) =>
      as(app, people.alice).call('members.requireTwoFactor', { body: { isRequired } })
    expect(outcome(await require(true))).toEqual([409, 'two_factor.own_first'])
    await set(people.alice, { two_factor_at: app.clock.now() })
    expect((await require(true)).status).toBe(200)
    const rule = await as(app, people.alice).call('members.twoFactor')
    expect(rule.body.data.isRequired).toBe(true)
    expect(rule.body.data.without).toBeGreaterThan(0)
    expect((await require(false)).status).toBe(200)
    await set(people.alice, { two_factor_at: null })

    await set(people.amy, { two_factor_at: app.clock.now() })
    const { token } = await createSession(app, people.amy.accountId)
    const reset = await as(app, people.alice).call('members.resetTwoFactor', idOf(people.amy))
    expect(reset.body.data.hasTwoFactor).toBe(false)
    expect(await tryToken(app, token)).toBe(401)
    expect((await app.readMails())[0]?.to).toBe(people.amy.email)
    const own = await as(app, people.alice).call('members.resetTwoFactor', idOf(people.alice))
    expect(outcome(own)).toEqual([409, 'member.self'])
    const other = await as(app, people.alice).call('members.resetTwoFactor', idOf(people.ben))
    expect(outcome(other)).toEqual([404, 'member.not_found'])
  })
})
