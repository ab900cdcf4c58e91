import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { codeOf, password } from '../../test/registration.ts'
import { setPassword, signIn, tryToken } from '../../test/sign-in.ts'
import { eraseClosedAccounts } from './closing.service.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(() => app.clock.advance({ days: 1 }))

const ask = (person: Person, email: string) =>
  as(app, person).call('accounts.sendModifyEmailEmail', { body: { email } })
const confirm = (code: string) =>
  as(app, undefined).call('accounts.modifyEmailByEmailCode', { body: { code } })
const mailsTo = async (to: string) => (await app.readMails()).filter((mail) => mail.to === to)
const emailOf = async (person: Person) =>
  (await as(app, person).call('accounts.get', { params: { username: 'me' } })).body.data.email

describe('changing the address', () => {
  test('T19: the new mailbox gets a link, and the old one is notified of the request and of the change', async () => {
    const [old, next] = [people.alice.email, 'alice.m@brookside.example']
    await setPassword(app, people.alice, password)
    expect((await ask(people.alice, ` ${next.toUpperCase()} `)).status).toBe(200)
    const [link] = await mailsTo(next)
    expect(link?.subject).toBe('Confirm your new email address')
    expect((await mailsTo(old)).map(({ subject }) => subject)).toEqual([
      'Change of your email address requested',
    ])
    expect(await emailOf(people.alice)).toBe(old)
    const answer = await confirm(codeOf(link?.links[0]))
    expect([answer.status, answer.body.data?.email]).toEqual([200, next])
    const [notice] = await mailsTo(old)
    expect(notice?.subject).toBe('Your email address was changed')
    expect(notice?.text).toContain(next)
    expect(notice?.links[0]).toMatch(/^http:\/\/pontic\.test\/undoEmail#code=[\w-]{43}$/)
    expect((await signIn(app, old, password)).body.key).toBe('session.wrong_credentials')
    expect((await signIn(app, next, password)).status).toBe(200)
    // The code was already used.
    expect((await confirm(codeOf(link?.links[0]))).body.error).toBe('account.code_invalid')
    await app.services.database.db
      .updateTable('account')
      .set({ email: old })
      .where('id', '=', people.alice.accountId)
      .execute()
  })

  test('the current email address and an invalid one are refused at the field', async () => {
    for (const [email, error] of [
      [people.bob.email, 'account.email_same'],
      ['', 'request.invalid'],
      ['bob', 'request.invalid'],
    ] as const) {
      const { status, body } = await ask(people.bob, email)
      expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([400, error, ['email']])
    }
  })

  test('T15: requests for a free email address and for one in use get the same reply, and the latter gets no mail', async () => {
    const free = await ask(people.bob, 'free@northlight.example')
    const inUse = await ask(people.bob, people.carol.email)
    expect([inUse.status, inUse.body.data]).toEqual([free.status, free.body.data])
    expect(await mailsTo(people.carol.email)).toEqual([])
  })

  test('T19: one account gets the email address if two accounts confirm it at once', async () => {
    const wanted = 'wanted@northlight.example'
    await ask(people.bob, wanted)
    await ask(people.ben, wanted)
    const codes = (await mailsTo(wanted)).map(({ links }) => codeOf(links[0]))
    expect(codes).toHaveLength(2)
    const outcomes = await Promise.all(codes.map(confirm))
    expect(outcomes.map(({ status, body }) => [status, body.error]).sort()).toEqual([
      [200, undefined],
      [409, 'account.email_taken'],
    ])
    const emails = [await emailOf(people.bob), await emailOf(people.ben)]
    expect(emails.filter((email) => email === wanted)).toHaveLength(1)
  })

  test('T18: expired and replaced codes are refused, and so is one of two concurrent uses', async () => {
    await ask(people.carol, 'first@harbour.example')
    const first = codeOf((await mailsTo('first@harbour.example'))[0]?.links[0])
    await ask(people.carol, 'second@harbour.example')
    const second = codeOf((await mailsTo('second@harbour.example'))[0]?.links[0])
    expect((await confirm(first)).body.error).toBe('account.code_invalid')
    app.clock.advance({ seconds: limits.emailChangeHours * 3_600 + 1 })
    expect((await confirm(second)).body.error).toBe('account.code_invalid')
    await ask(people.carol, 'third@harbour.example')
    const third = codeOf((await mailsTo('third@harbour.example'))[0]?.links[0])
    const outcomes = await Promise.all([confirm(third), confirm(third)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('T19: codes of other purposes are refused, and the code of an email change cannot be used for other purposes', async () => {
    await as(app, undefined).call('accounts.sendPwdResetEmail', { body: { email: people.erin.email } })
    const reset = codeOf((await mailsTo(people.erin.email))[0]?.links[0])
    expect((await confirm(reset)).body.error).toBe('account.code_invalid')
    await ask(people.erin, 'erin.new@meadow.example')
    const change = codeOf((await mailsTo('erin.new@meadow.example'))[0]?.links[0])
    const verify = await as(app, undefined).call('accounts.verifyEmailByEmailCode', {
      body: { code: change },
    })
    expect(verify.body.error).toBe('account.code_invalid')
    const newPwd = passwordDigest('Canine-and-crown-9')
    const crossed = await as(app, undefined).call('accounts.resetPwdByEmailCode', {
      body: { code: change, newPwd },
    })
    expect(crossed.body.error).toBe('account.code_invalid')
    // A new password invalidates a change that somebody else may have requested.
    const good = await as(app, undefined).call('accounts.resetPwdByEmailCode', {
      body: { code: reset, newPwd },
    })
    expect(good.status).toBe(200)
    expect((await confirm(change)).body.error).toBe('account.code_invalid')
  })

  test('an account can request five changes an hour', async () => {
    app.clock.advance({ hours: 1 })
    for (let count = 0; count < limits.emailChangesPerHour; count++) {
      expect((await ask(people.amy, `amy-${count}@brookside.example`)).status).toBe(200)
    }
    expect((await ask(people.amy, 'amy-x@brookside.example')).status).toBe(429)
  })
})

describe('closing an account', () => {
  const close = (person: Person) => as(app, person).call('accounts.close')

  test('a closed account loses its sessions, cannot sign in, and is erased after 30 days', async () => {
    const { db } = app.services.database
    await setPassword(app, people.ben, password)
    const email = await emailOf(people.ben)
    expect((await close(people.ben)).status).toBe(200)
    expect(await tryToken(app, people.ben.token)).toBe(401)
    expect((await signIn(app, email, password)).body.key).toBe('session.wrong_credentials')
    expect((await mailsTo(email))[0]?.subject).toBe('Your account is closed')
    const row = () =>
      db.selectFrom('account').selectAll().where('id', '=', people.ben.accountId).executeTakeFirstOrThrow()
    app.clock.advance({ days: limits.closedAccountDays - 1 })
    await eraseClosedAccounts(app.services)
    expect(await row()).toMatchObject({ name: 'Ben', email })
    app.clock.advance({ days: 2 })
    await eraseClosedAccounts(app.services)
    expect(await row()).toMatchObject({ name: 'Former user', telephone: null, password_hash: '!' })
    expect((await row()).email).not.toContain('ben')
    const sessions = await db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', people.ben.accountId)
      .execute()
    expect(sessions).toEqual([])
  })

  test('T25: the last administrator of a clinic cannot close their account', async () => {
    await setPassword(app, people.erin, password)
    const erin = { ...people.erin, ...(await createSession(app, people.erin.accountId)) }
    const answer = await close(erin)
    expect([answer.status, answer.body.error]).toEqual([409, 'account.last_administrator'])
    expect(answer.body.message).toContain('Meadow Dental')
    expect(await tryToken(app, erin.token)).toBe(200)
  })

  test('T25: one administrator remains if the last two close their accounts at once', async () => {
    const { db } = app.services.database
    await db
      .updateTable('account')
      .set({ is_organization_administrator: true })
      .where('id', '=', people.amy.accountId)
      .execute()
    for (const person of [people.alice, people.amy]) await setPassword(app, person, password)
    const outcomes = await Promise.all([close(people.alice), close(people.amy)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
