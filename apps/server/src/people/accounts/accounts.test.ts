import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { captchaFields, solveCaptcha } from '../../test/captcha.ts'
import { type Answer, as, createPeople, type People } from '../../test/people.ts'
import { asVisitor, readCode } from '../../test/registration.ts'
import { setPassword, signIn } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(() => app.clock.advance({ days: 1 }))

/** Returns a response without the parts that differ between identical calls: the date and the request id. */
function essence({ status, headers, body }: Answer<unknown>) {
  const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name)).sort()
  return { status, names, length: headers.get('content-length'), body: { ...body, requestId: undefined } }
}

describe('the caller’s own account', () => {
  test('a user reads their account as `me` and by email address', async () => {
    for (const username of ['me', people.alice.email, people.alice.email.toUpperCase()]) {
      const { status, body } = await as(app, people.alice).call('accounts.get', { params: { username } })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        id: people.alice.accountId,
        username: people.alice.email,
        orgName: 'Brookside Dental',
        orgType: 1,
        authorities: ['ROLE_CLINIC'],
        org_admin_flag: true,
      })
    }
  })

  test('a request for another account gets 404, whether or not that account exists', async () => {
    const read = (username: string) => as(app, people.alice).call('accounts.get', { params: { username } })
    const colleague = await read(people.amy.email)
    const nobody = await read('nobody@pontic.example')
    expect([colleague.status, colleague.body.error]).toEqual([404, 'account.not_found'])
    expect(essence(nobody)).toEqual(essence(colleague))
  })

  test('a member who waits for approval reads their account', async () => {
    const { status, body } = await as(app, people.wanda).call('accounts.get', { params: { username: 'me' } })
    expect([status, body.data.membership]).toEqual([200, 'waiting'])
  })

  test('mails are in the language that the user has chosen', async () => {
    const set = await as(app, people.bob).call('accounts.setLanguage', { body: { language: 'zh_CN' } })
    expect(set.status).toBe(200)
    await asVisitor(app).call('accounts.sendPwdResetEmail', { body: { email: people.bob.email } })
    const [mail] = await app.readMails()
    expect([mail?.to, mail?.subject]).toEqual([people.bob.email, '重置您的 Pontic 密码'])
    const unknown = await as(app, people.bob).call('accounts.setLanguage', {
      body: { language: '../../etc' },
    })
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([400, ['language']])
  })
})

describe('whether an address is available', () => {
  test('T16: an IP address can check ten email addresses a minute and fifty a day', async () => {
    app.clock.advance({ hours: 1 })
    const visitor = asVisitor(app)
    const ask = async (n: number) => {
      const email = `free${n}@pontic.example`
      const first = await visitor.call('accounts.checkEmailAvailable', { body: { email } })
      if (first.body.error !== 'captcha.required') return first
      captchas++
      const captcha = await solveCaptcha(app, 'availability')
      return visitor.call('accounts.checkEmailAvailable', { body: { email, captcha } })
    }
    let captchas = 0
    const inUse = await visitor.call('accounts.checkEmailAvailable', { body: { email: people.bob.email } })
    expect(inUse.body.data).toEqual({ available: false })
    for (let n = 1; n < limits.availabilityChecksPerMinute; n++) {
      expect((await ask(n)).body.data).toEqual({ available: true })
    }
    const refused = await ask(0)
    expect([refused.status, refused.body.error]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let n = limits.availabilityChecksPerMinute; n < limits.availabilityChecksPerDay; n++) {
      if (n % limits.availabilityChecksPerMinute === 0) app.clock.advance({ minutes: 1 })
      expect((await ask(n)).status).toBe(200)
    }
    expect(captchas).toBeGreaterThanOrEqual(
      limits.availabilityChecksPerDay / limits.availabilityChecksFree - 2,
    )
    app.clock.advance({ minutes: 1 })
    expect((await ask(99)).status).toBe(429)
  })
})

describe('T15: mails that can be requested without a session', () => {
  for (const call of ['accounts.sendPwdResetEmail', 'accounts.sendVerifyEmailAgain'] as const) {
    test(`T15: ${call} has the same reply and enqueues one job for known and unknown email addresses`, async () => {
      const known = people.erin.email
      const addresses = [known, known.toUpperCase(), 'nobody@pontic.example', known.replace('@', '+tag@')]
      const answers = []
      for (const email of addresses) {
        const jobs = await countJobs()
        const answer = await asVisitor(app).call(call, { body: { email } })
        answers.push({ ...essence(answer), jobs: (await countJobs()) - jobs })
      }
      expect(answers[0]).toMatchObject({ status: 200, body: { data: { done: true } }, jobs: 1 })
      for (const answer of answers) expect(answer).toEqual(answers[0])
      // A Cyrillic letter that looks like an e is not the same letter.
      const twin = await asVisitor(app).call(call, { body: { email: known.replace('e', 'е') } })
      expect([twin.status, Object.keys(twin.body.fields ?? {})]).toEqual([400, ['email']])
    })
  }

  const countJobs = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from graphile_worker.jobs`.execute(
      app.services.database.db,
    )
    return rows[0]?.count ?? 0
  }

  test('T15: only the email address of the account gets the mail, however the input is written', async () => {
    const before = (await app.readMails()).length
    for (const email of [
      people.carol.email.toUpperCase(),
      'nobody@pontic.example',
      'carol+tag@pontic.example',
    ]) {
      await asVisitor(app).call('accounts.sendPwdResetEmail', { body: { email } })
    }
    const mails = await app.readMails()
    expect(mails.slice(0, mails.length - before).map((mail) => mail.to)).toEqual([people.carol.email])
  })

  test('an IP address can make ten requests in fifteen minutes, and a mailbox gets five mails an hour', async () => {
    app.clock.advance({ hours: 1 })
    const before = (await app.readMails()).length
    const visitor = asVisitor(app)
    const ask = () => visitor.call('accounts.sendPwdResetEmail', { body: { email: people.root.email } })
    for (let n = 0; n < limits.codeMailRequestsPerQuarterHour; n++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
    const { length } = await app.readMails()
    expect(length - before).toBe(limits.codeMailsPerHour)
  })

  test('a verified email address gets no verification mail', async () => {
    const before = (await app.readMails()).length
    await asVisitor(app).call('accounts.sendVerifyEmailAgain', { body: { email: people.alice.email } })
    expect((await app.readMails()).length).toBe(before)
  })

  test('T20: links have the configured origin, whatever the headers of the request are', async () => {
    await setPassword(app, people.amy, 'Molar-and-incisor-7')
    await asVisitor(app).call(
      'accounts.sendPwdResetEmail',
      { body: { email: people.amy.email } },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' },
    )
    const [mail] = await app.readMails()
    expect(mail?.to).toBe(people.amy.email)
    expect(mail?.links).toEqual([expect.stringMatching(/^http:\/\/pontic\.test\/resetpwd#code=[\w-]{43}$/)])
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })
})

describe('T18: setting a new password by a mailed code', () => {
  const reset = (code: string, password: string) =>
    asVisitor(app).call('accounts.resetPwdByEmailCode', { body: { code, newPwd: passwordDigest(password) } })
  const ask = async (email: string) => {
    await asVisitor(app).call('accounts.sendPwdResetEmail', { body: { email } })
    return readCode(app, email)
  }
  const refusal = [400, 'account.code_invalid']

  const check = async (code: string) => {
    const { status, body } = await asVisitor(app).call('accounts.checkPwdResetCode', { body: { code } })
    return [status, ...(body.error ? [body.error] : [])]
  }

  test('T18: checking a code does not use it up, and used, expired, replaced and unknown codes get the same error', async () => {
    const older = await ask(people.bob.email)
    expect(await check(older)).toEqual([200])
    const code = await ask(people.bob.email)
    expect(await check(older)).toEqual(refusal)
    for (let time = 0; time < 3; time++) expect(await check(code)).toEqual([200])
    expect((await reset(code, 'Crown-and-bridge-0')).status).toBe(200)
    expect(await check(code)).toEqual(refusal)
    expect(await check('a'.repeat(43))).toEqual(refusal)
    const late = await ask(people.bob.email)
    app.clock.advance({ hours: limits.passwordResetHours, seconds: 1 })
    expect(await check(late)).toEqual(refusal)
  })

  test('T16: checks of reset codes are limited per IP address', async () => {
    app.clock.beginHour()
    const visitor = asVisitor(app)
    const guess = () => visitor.call('accounts.checkPwdResetCode', { body: { code: 'a'.repeat(43) } })
    for (let n = 0; n < limits.codeChecksPerMinute; n++) expect((await guess()).status).toBe(400)
    const refused = await guess()
    expect([refused.status, refused.body.error]).toEqual([429, 'request.too_many'])
  })

  test('T18: a code works once', async () => {
    const code = await ask(people.bob.email)
    expect((await reset(code, 'Crown-and-bridge-1')).status).toBe(200)
    const again = await reset(code, 'Crown-and-bridge-2')
    expect([again.status, again.body.error]).toEqual(refusal)
    expect((await signIn(app, people.bob.email, 'Crown-and-bridge-1')).status).toBe(200)
    expect((await signIn(app, people.bob.email, 'Crown-and-bridge-2')).status).toBe(400)
  })

  test('T18: a code expires after 24 hours', async () => {
    const code = await ask(people.bob.email)
    app.clock.advance({ hours: limits.passwordResetHours, seconds: -30 })
    expect(await check(code)).toEqual([200])
    app.clock.advance({ seconds: 31 })
    const late = await reset(code, 'Crown-and-bridge-3')
    expect([late.status, late.body.error]).toEqual(refusal)
  })

  test('T18: a second code invalidates the first', async () => {
    const older = await ask(people.bob.email)
    const newer = await ask(people.bob.email)
    expect(newer).not.toBe(older)
    expect((await reset(older, 'Crown-and-bridge-4')).status).toBe(400)
    expect((await reset(newer, 'Crown-and-bridge-4')).status).toBe(200)
  })

  test('T18: the reset by a code refuses an additional email address', async () => {
    const code = await ask(people.erin.email)
    const answer = await asVisitor(app).call('accounts.resetPwdByEmailCode', {
      body: { code, newPwd: passwordDigest('Crown-and-bridge-5'), email: people.bob.email },
    })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['email']])
  })

  test('T18: a code mailed to a former address of the account is invalid', async () => {
    const code = await ask(people.ben.email)
    const set = (email: string) =>
      app.services.database.db
        .updateTable('account')
        .set({ email })
        .where('id', '=', people.ben.accountId)
        .execute()
    await set('ben.moved@pontic.example')
    const answer = await reset(code, 'Crown-and-bridge-6')
    const checked = await check(code)
    await set(people.ben.email)
    expect(checked).toEqual(refusal)
    expect([answer.status, answer.body.error]).toEqual(refusal)
  })

  test('T18: one of two concurrent uses of a code is refused', async () => {
    const code = await ask(people.bob.email)
    const answers = await Promise.all([reset(code, 'Crown-and-bridge-7'), reset(code, 'Crown-and-bridge-8')])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400])
  })

  test('T18: a code that verifies an email address cannot reset a password, and works once', async () => {
    await app.services.database.db
      .updateTable('account')
      .set({ email_verified_at: null })
      .where('id', '=', people.dave.accountId)
      .execute()
    await asVisitor(app).call('accounts.sendVerifyEmailAgain', { body: { email: people.dave.email } })
    const code = await readCode(app, people.dave.email)
    expect((await reset(code, 'Crown-and-bridge-9')).body.error).toBe('account.code_invalid')
    const verified = await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })
    expect(verified.status).toBe(200)
    const again = await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })
    expect([again.status, again.body.error]).toEqual(refusal)
  })

  test('a common password is refused at its field, and the code remains valid', async () => {
    const code = await ask(people.bob.email)
    const common = await reset(code, 'Password123')
    expect([common.status, common.body.error]).toEqual([400, 'account.password_too_common'])
    expect(Object.keys(common.body.fields ?? {})).toEqual(['newPwd'])
    expect((await reset(code, 'Crown-and-bridge-10')).status).toBe(200)
  })

  test('a new password resets the lockout after failed sign-ins', async () => {
    app.clock.advance({ hours: 1 })
    for (let n = 0; n <= limits.accountFailuresLocked; n++) {
      const captcha = n < limits.accountFailuresCaptcha ? {} : await captchaFields(app)
      await signIn(app, people.bob.email, 'wrong-password-1', {}, captcha)
    }
    expect((await signIn(app, people.bob.email, 'Crown-and-bridge-10')).status).not.toBe(200)
    await reset(await ask(people.bob.email), 'Crown-and-bridge-11')
    expect((await signIn(app, people.bob.email, 'Crown-and-bridge-11')).status).toBe(200)
  })
})
