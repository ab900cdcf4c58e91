import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeExpired } from '../../platform/jobs/cleanup.jobs.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { ageSignIn, as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { codeOf, password, registration } from '../../test/registration.ts'
import { setPassword, signIn, tryToken } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.beginDay()
  // Frees the names and email addresses, so that each test creates its own people.
  const { pool } = app.services.database
  await pool.query(`update account set email = id || '@gone.example'`)
  await pool.query('update organization set name_key = id::text')
  await pool.query('delete from email_undo')
  people = await createPeople(app)
})

const nobody = () => as(app, undefined)
const mailsTo = async (to: string) => (await app.readMails()).filter((mail) => mail.to === to)
const rowOf = (person: Person) =>
  app.services.database.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', person.accountId)
    .executeTakeFirstOrThrow()

/**
 * Changes the email address of a person, as a thief of the session would.
 * @returns the code of the link that reverts the change
 */
async function changeEmail(person: Person, from: string, to: string): Promise<string> {
  const asked = await as(app, person).call('accounts.sendModifyEmailEmail', { body: { email: to } })
  expect(asked.status).toBe(200)
  const [link] = await mailsTo(to)
  const done = await nobody().call('accounts.modifyEmailByEmailCode', {
    body: { code: codeOf(link?.links[0]) },
  })
  expect(done.status).toBe(200)
  const [notice] = await mailsTo(from)
  expect(notice?.subject).toBe('Your email address was changed')
  expect(notice?.links[0]).toMatch(/^http:\/\/pontic\.test\/undoEmail#code=[\w-]{43}$/)
  return codeOf(notice?.links[0])
}

const undo = (code: string) => nobody().call('accounts.undoEmailChange', { body: { code } })
const read = (code: string) => nobody().call('accounts.readEmailUndo', { body: { code } })

describe('the link mailed to the old address', () => {
  test('T67: the link restores the email address and removes sessions, password, second factors and API keys of the thief', async () => {
    const { bob } = people
    const old = bob.email
    await setPassword(app, bob, 'Thief-knows-this-1')
    const { call } = as(app, bob)
    const keyBody = {
      name: 'Thief',
      scopes: ['order.read'],
      expiresOn: new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10),
    }
    const key = (await call('keys.create', { body: keyBody })).body.data
    const code = await changeEmail(bob, old, 'thief@elsewhere.example')
    const passkey = {
      id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e77',
      account_id: bob.accountId,
      credential_id: Buffer.from('thief'),
      public_key: Buffer.from('key'),
      sign_count: 0,
      name: 'Thief',
      is_synced: false,
      created_at: app.clock.now(),
    }
    const { db } = app.services.database
    await db.insertInto('passkey').values(passkey).execute()
    await db
      .updateTable('account')
      .set({ two_factor_at: app.clock.now() })
      .where('id', '=', bob.accountId)
      .execute()
    const other = await createSession(app, bob.accountId)

    const shown = (await read(code)).body.data
    expect(shown).toMatchObject({ state: 'open', email: old, newEmail: 'thief@elsewhere.example' })
    expect((await undo(code)).status).toBe(200)

    expect(await rowOf(bob)).toMatchObject({ email: old, password_hash: '!', two_factor_at: null })
    expect([await tryToken(app, bob.token), await tryToken(app, other.token)]).toEqual([401, 401])
    for (const email of [old, 'thief@elsewhere.example'])
      expect((await signIn(app, email, 'Thief-knows-this-1')).status).toBe(400)
    const byKey = await as(app, { ...bob, token: key.secret }).call('orders.list', { body: {} })
    expect(byKey.status).toBe(401)
    expect(
      await db.selectFrom('passkey').select('id').where('account_id', '=', bob.accountId).execute(),
    ).toEqual([])
    expect((await mailsTo('thief@elsewhere.example'))[0]?.subject).toBe(
      'The change of your email address was undone',
    )
    const audit = await db
      .selectFrom('audit')
      .select('action')
      .where('object_id', '=', bob.accountId)
      .where('action', '=', 'accounts.undoEmailChange')
      .execute()
    expect(audit).toHaveLength(1)

    const mail = (await mailsTo(old)).find(({ links }) => links[0]?.includes('/resetpwd'))
    const newPwd = passwordDigest(password)
    const body = { code: codeOf(mail?.links[0]), newPwd }
    expect((await nobody().call('accounts.resetPwdByEmailCode', { body })).status).toBe(200)
    expect((await signIn(app, old, password)).status).toBe(200)
  })

  test('an authenticator app and API keys that were added before the change remain', async () => {
    const { bob } = people
    const { db } = app.services.database
    const early = app.clock.now()
    await db
      .insertInto('totp')
      .values({
        account_id: bob.accountId,
        secret_encrypted: Buffer.from('x'),
        created_at: early,
        confirmed_at: early,
      })
      .execute()
    const expiresOn = new Date(early.getTime() + 90 * 86_400_000).toISOString().slice(0, 10)
    const made = await as(app, bob).call('keys.create', {
      body: { name: 'Desk', scopes: ['order.read'], expiresOn },
    })
    app.clock.advance({ days: 30 })
    expect((await undo(await changeEmail(bob, bob.email, 'next@elsewhere.example'))).status).toBe(200)
    expect((await rowOf(bob)).two_factor_at).not.toBeNull()
    const byKey = as(app, { ...bob, token: made.body.data.secret })
    expect((await byKey.call('orders.list', { body: {} })).status).toBe(200)
  })

  test('the link works once and for 7 days, and the errors for a used and an expired link differ', async () => {
    const { alice, carol } = people
    const code = await changeEmail(alice, alice.email, 'alice.new@brookside.example')
    const outcomes = await Promise.all([undo(code), undo(code)])
    expect(outcomes.map(({ status, body }) => [status, body.error]).sort()).toEqual([
      [200, undefined],
      [410, 'link.used'],
    ])
    expect((await read(code)).body.data.state).toBe('used')
    const late = await changeEmail(carol, carol.email, 'carol.new@harbour.example')
    app.clock.advance({ days: limits.emailUndoDays, seconds: 1 })
    expect((await read(late)).body.data.state).toBe('expired')
    const refused = await undo(late)
    expect([refused.status, refused.body.error]).toEqual([410, 'link.expired'])
    expect((await rowOf(carol)).email).toBe('carol.new@harbour.example')
    const unknown = await undo('x'.repeat(43))
    expect([unknown.status, unknown.body.error]).toEqual([400, 'account.code_invalid'])
    for (const call of ['accounts.modifyEmailByEmailCode', 'accounts.verifyEmailByEmailCode'] as const)
      expect((await nobody().call(call, { body: { code: late } })).body.error).toBe('account.code_invalid')
  })

  test('T67: the link restores the first email address even after a second change, whose link becomes invalid', async () => {
    const { erin } = people
    const first = await changeEmail(erin, erin.email, 'thief.one@elsewhere.example')
    // A pending password code does not affect the link.
    await as(app, erin).call('accounts.sendResetCode')
    const again = { ...erin, email: 'thief.one@elsewhere.example' }
    const second = await changeEmail(again, again.email, 'thief.two@elsewhere.example')
    expect((await undo(first)).status).toBe(200)
    expect((await rowOf(erin)).email).toBe(erin.email)
    expect((await undo(second)).body.error).toBe('link.used')
  })

  test('T67: the link stays valid after a change of the password', async () => {
    const { carol } = people
    await setPassword(app, carol, password)
    const code = await changeEmail(carol, carol.email, 'thief.three@elsewhere.example')
    const body = { pwd: passwordDigest(password), newPwd: passwordDigest('Thief-knows-this-1') }
    expect((await as(app, carol).call('accounts.changePassword', { body })).status).toBe(200)
    expect((await undo(code)).status).toBe(200)
    expect((await signIn(app, carol.email, 'Thief-knows-this-1')).status).toBe(400)
  })
})

describe('the old address', () => {
  test('T67: the old address stays reserved for 7 days, so that only its owner can change back to it', async () => {
    const { bob, ben } = people
    const old = bob.email
    await changeEmail(bob, old, 'bob.next@northlight.example')
    const isFree = async () =>
      (await nobody().call('accounts.checkEmailAvailable', { body: { email: old } })).body.data?.available
    expect(await isFree()).toBe(false)
    const registered = await nobody().call('organizations.register', {
      body: registration({ email: old }) as never,
    })
    expect([registered.status, registered.body.error]).toEqual([409, 'account.email_taken'])
    const made = await as(app, people.carol).call('members.create', { body: { name: 'New', email: old } })
    expect(made.body.error).toBe('account.email_taken')
    await as(app, ben).call('accounts.sendModifyEmailEmail', { body: { email: old } })
    expect((await mailsTo(old)).map(({ subject }) => subject)).not.toContain('Confirm your new email address')
    await as(app, bob).call('accounts.sendModifyEmailEmail', { body: { email: old } })
    const link = (await mailsTo(old)).find(({ subject }) => subject === 'Confirm your new email address')
    expect(link).toBeDefined()
    app.clock.advance({ days: limits.emailUndoDays, seconds: 1 })
    expect(await isFree()).toBe(true)
  })

  test('the old address cannot be registered by calls that run concurrently with the change', async () => {
    const { amy } = people
    const { body } = await as(app, amy).call('accounts.sendModifyEmailEmail', {
      body: { email: 'amy.next@brookside.example' },
    })
    expect(body.code).toBe(0)
    const [link] = await mailsTo('amy.next@brookside.example')
    const outcomes = await Promise.all([
      nobody().call('accounts.modifyEmailByEmailCode', { body: { code: codeOf(link?.links[0]) } }),
      ...Array.from({ length: 5 }, () =>
        nobody().call('organizations.register', { body: registration({ email: amy.email }) as never }),
      ),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('the link that reverts a change is deleted 30 days after it expires', async () => {
    const { dave } = people
    const code = await changeEmail(dave, dave.email, 'dave.next@elsewhere.example')
    app.clock.advance({ days: limits.emailUndoDays + limits.emailUndoKeptDays, seconds: 1 })
    await app.services.database.transaction((tx) => removeExpired(tx, app.clock.now()))
    expect((await read(code)).body.error).toBe('account.code_invalid')
  })

  test('T67: a user who requests a change of the email address must have signed in recently', async () => {
    const { alice } = people
    await ageSignIn(app, alice)
    const asked = await as(app, alice).call('accounts.sendModifyEmailEmail', {
      body: { email: 'thief.four@elsewhere.example' },
    })
    expect([asked.status, asked.body.error]).toEqual([401, 'session.reauthenticate'])
    expect(await mailsTo('thief.four@elsewhere.example')).toEqual([])
  })
})
