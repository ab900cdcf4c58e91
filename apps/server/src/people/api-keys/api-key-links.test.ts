import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { codeOf, password } from '../../test/registration.ts'
import { setPassword } from '../../test/sign-in.ts'

const dayMs = 86_400_000
let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  const { pool } = app.services.database
  await pool.query('update api_key set revoked_at = now() where revoked_at is null')
  await pool.query('delete from development_message')
})

/** Creates a key. @returns its id, and a person whose calls use the key instead of a session */
async function createKey(by: Person, name: string, days = 300): Promise<{ id: string; caller: Person }> {
  const expiresOn = new Date(app.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)
  const { status, body } = await as(app, by).call('keys.create', {
    body: { name, scopes: ['order.read'], expiresOn },
  })
  expect(status).toBe(200)
  return { id: body.data.key.id, caller: { ...by, token: body.data.secret } }
}

const tryKey = async (caller: Person) => (await as(app, caller).call('orders.list', { body: {} })).status
const nobody = () => as(app, undefined)
const revoke = (code: string) => nobody().call('keys.revokeByLink', { body: { code } })
const read = (code: string) => nobody().call('keys.readLink', { body: { code } })
const linkTo = async (email: string) => {
  const mail = (await app.readMails()).find(({ to, subject }) => to === email && /^New API key/.test(subject))
  expect(mail?.links[0]).toMatch(/^http:\/\/pontic\.test\/revokeKey#code=[\w-]{43}$/)
  return codeOf(mail?.links[0])
}

describe('the link in the mail about a new key', () => {
  test('T67: the link shows the key, and revokes it once without a sign-in', async () => {
    const { id, caller } = await createKey(people.bob, 'Order desk')
    const code = await linkTo(people.bob.email)
    expect((await read(code)).body.data).toMatchObject({
      state: 'open',
      name: 'Order desk',
      organizationName: 'Northlight Lab',
      createdBy: 'Bob',
    })
    expect(await tryKey(caller)).toBe(200)
    const outcomes = await Promise.all([revoke(code), revoke(code)])
    expect(outcomes.map(({ status, body }) => [status, body.error]).sort()).toEqual([
      [200, undefined],
      [410, 'link.used'],
    ])
    expect(await tryKey(caller)).toBe(401)
    expect((await read(code)).body.data.state).toBe('used')
    const { list } = (await as(app, people.bob).call('keys.list')).body.data
    expect(list.find((key) => key.id === id)).toMatchObject({ state: 'revoked', revokedBy: 'Bob' })
    const audit = await app.services.database.db
      .selectFrom('audit')
      .select(['account_id', 'detail'])
      .where('object_id', '=', id)
      .where('action', '=', 'keys.revoke')
      .execute()
    expect(audit).toMatchObject([{ account_id: people.bob.accountId, detail: { by: 'link' } }])
  })

  test('the link works for 30 days, revokes only its own key, and is invalid for a former administrator', async () => {
    const first = await createKey(people.bob, 'First')
    const code = await linkTo(people.bob.email)
    const { db } = app.services.database
    const setAdministrator = (is_organization_administrator: boolean) =>
      db
        .updateTable('account')
        .set({ is_organization_administrator })
        .where('id', '=', people.bob.accountId)
        .execute()
    await setAdministrator(false)
    expect((await revoke(code)).body.error).toBe('account.code_invalid')
    await setAdministrator(true)
    const other = await createKey(people.bob, 'Other')
    expect((await revoke(code)).status).toBe(200)
    expect([await tryKey(first.caller), await tryKey(other.caller)]).toEqual([401, 200])
    const late = await linkTo(people.bob.email)
    app.clock.advance({ days: limits.apiKeyRevokeLinkDays, seconds: 1 })
    expect((await read(late)).body.data.state).toBe('expired')
    const refused = await revoke(late)
    expect([refused.status, refused.body.error]).toEqual([410, 'link.expired'])
    expect(await tryKey(other.caller)).toBe(200)
    expect((await revoke('x'.repeat(43))).body.error).toBe('account.code_invalid')
  })
})

describe('keys and the password of their creator', () => {
  const newPwd = (word: string) => passwordDigest(word)

  test('an account shows how many keys its owner created, and a change of the password revokes them on request', async () => {
    const { bob } = people
    const { db } = app.services.database
    await setPassword(app, bob, password)
    // A colleague creates a key, which must not count as Bob's.
    await db
      .updateTable('account')
      .set({ is_organization_administrator: true })
      .where('id', '=', people.ben.accountId)
      .execute()
    const bens = await createKey(people.ben, 'Of Ben')
    const mine = await createKey(bob, 'Of Bob')
    const own = async (who: Person) =>
      (await as(app, who).call('accounts.get', { params: { username: 'me' } })).body.data.apiKeys
    expect([await own(bob), await own(people.ben), await own(people.alice)]).toEqual([1, 1, 0])
    const change = (pwd: string, next: string, more: object) =>
      as(app, bob).call('accounts.changePassword', {
        body: { pwd: passwordDigest(pwd), newPwd: newPwd(next), ...more },
      })
    expect((await change(password, 'Canine-and-crown-9', {})).status).toBe(200)
    expect(await tryKey(mine.caller)).toBe(200)
    Object.assign(bob, await createSession(app, bob.accountId))
    expect((await change('Canine-and-crown-9', 'Bridge-of-12', { revokeKeys: true })).status).toBe(200)
    expect([await tryKey(mine.caller), await tryKey(bens.caller)]).toEqual([401, 200])
    const mails = (await app.readMails()).filter(
      ({ subject }) => subject === 'API key of Northlight Lab revoked',
    )
    expect(mails.map(({ to }) => to).sort()).toEqual([people.ben.email, bob.email])
    Object.assign(bob, await createSession(app, bob.accountId))
  })

  test('a password reset by a mailed link returns the number of keys, and revokes them on request', async () => {
    const { bob } = people
    const { caller } = await createKey(bob, 'Of Bob')
    await nobody().call('accounts.sendPwdResetEmail', { body: { email: bob.email } })
    const mail = (await app.readMails()).find(({ links }) => links[0]?.includes('/resetpwd'))
    const code = codeOf(mail?.links[0])
    const offer = await nobody().call('accounts.checkPwdResetCode', { body: { code } })
    expect(offer.body.data).toEqual({ apiKeys: 1 })
    const body = { code, newPwd: newPwd('Bridge-of-13'), revokeKeys: true }
    expect((await nobody().call('accounts.resetPwdByEmailCode', { body })).status).toBe(200)
    expect(await tryKey(caller)).toBe(401)
    const again = await nobody().call('accounts.checkPwdResetCode', { body: { code } })
    expect([again.status, again.body.error]).toEqual([400, 'account.code_invalid'])
    Object.assign(bob, await createSession(app, bob.accountId))
  })
})

test('administrators see which keys were unused for 90 days; for a key that was never used, the days count from its creation', async () => {
  const [used, never] = [await createKey(people.carol, 'Used'), await createKey(people.carol, 'Never')]
  const marks = async () => {
    // This test advances the clock beyond the lifetime of a session.
    const carol = { ...people.carol, ...(await createSession(app, people.carol.accountId)) }
    const { list } = (await as(app, carol).call('keys.list')).body.data
    return [used, never].map(({ id }) => list.find((key) => key.id === id)?.isUnused)
  }
  app.clock.advance({ days: limits.apiKeyUnusedDays - 1 })
  expect(await tryKey(used.caller)).toBe(200)
  expect(await marks()).toEqual([false, false])
  app.clock.advance({ days: 1 })
  expect(await marks()).toEqual([false, true])
  app.clock.advance({ days: limits.apiKeyUnusedDays })
  expect(await marks()).toEqual([true, true])
  expect(await tryKey(used.caller)).toBe(200)
  expect(await marks()).toEqual([false, true])
})
