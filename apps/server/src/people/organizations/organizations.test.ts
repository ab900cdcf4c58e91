import { passwordDigest } from '@pontic/client'
import { businessTypes, limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { organizationNameKey } from '../../platform/db/name-key.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { solveCaptcha } from '../../test/captcha.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { asVisitor, findMail, password, readCode, registration } from '../../test/registration.ts'
import { signIn } from '../../test/sign-in.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(() => app.clock.advance({ days: 1 }))

const register = (more: Record<string, unknown> = {}) =>
  asVisitor(app).call('organizations.register', { body: registration(more) })

describe('registering an organization', () => {
  test('a person registers a clinic, verifies the email address, signs in, applies to a laboratory, and is approved', async () => {
    const body = registration({ organizationName: 'Nora’s Practice' })
    const made = await asVisitor(app).call('organizations.register', { body })
    expect(made.status).toBe(200)
    expect((await signIn(app, body.email, password)).body.key).toBe('session.unverified')
    const code = await readCode(app, body.email)
    const verified = await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })
    expect(verified.status).toBe(200)
    expect((await app.readMails())[0]).toMatchObject({
      to: body.email,
      subject: 'Nora’s Practice is on Pontic',
    })
    const session = (await signIn(app, body.email, password)).body
    expect(session).toMatchObject({ org_admin_flag: true, organization_id: made.body.data.organizationId })
    const nora = { token: session.access_token } as Person
    const found = await as(app, nora).call('partners.search', { body: { words: 'northlihgt' } })
    expect(found.body.data.list.map((one) => [one.name, one.relation])).toEqual([['Northlight Lab', 'none']])
    const { organizationId } = found.body.data.list[0]!
    const applied = await as(app, nora).call('partners.apply', {
      body: { organizationId, message: 'We would like to send you crowns.' },
    })
    expect(applied.body.data.relation).toBe('applied')
    const received = await as(app, people.bob).call('partners.listApplications', { body: {} })
    expect(received.body.data.list).toMatchObject([
      { name: 'Nora’s Practice', relation: 'received', message: 'We would like to send you crowns.' },
    ])
    const approved = await as(app, people.bob).call('partners.answer', {
      body: { organizationId: session.organization_id, approve: true },
    })
    expect(approved.body.data.relation).toBe('partner')
    const options = await as(app, nora).call('partners.listOptions')
    expect(options.body.data.list).toEqual([
      { organizationId, name: 'Northlight Lab', businessType: businessTypes.lab },
    ])
    const own = await as(app, nora).call('organizations.get')
    expect(own.body.data).toMatchObject({
      name: 'Nora’s Practice',
      contactPerson: 'Nora',
      address: '1 High Street',
    })
  })

  test('a taken name, an email address in use and a common password are refused at their fields', async () => {
    const name = await register({ organizationName: 'Brookside Dental' })
    expect([name.status, name.body.error, Object.keys(name.body.fields ?? {})]).toEqual([
      409,
      'organization.name_taken',
      ['organizationName'],
    ])
    const email = await register({ email: people.alice.email.toUpperCase() })
    expect([email.status, email.body.error, Object.keys(email.body.fields ?? {})]).toEqual([
      409,
      'account.email_taken',
      ['email'],
    ])
    const common = await register({ password: passwordDigest('Password123') })
    expect([common.status, Object.keys(common.body.fields ?? {})]).toEqual([400, ['password']])
  })

  test('a refused registration stores nothing, so that its name is still available', async () => {
    const organizationName = 'Half A Clinic'
    await register({ organizationName, email: people.alice.email })
    const { body } = await asVisitor(app).call('organizations.findByName', {
      body: { name: organizationName },
    })
    expect(body.data).toEqual({ available: true })
    expect((await register({ organizationName })).status).toBe(200)
  })

  test('one of several concurrent registrations with the same name or email address succeeds', async () => {
    const names = await Promise.all([1, 2, 3].map(() => register({ organizationName: 'Twin Clinic' })))
    expect(names.map((one) => one.status).sort()).toEqual([200, 409, 409])
    const addresses = await Promise.all([1, 2, 3].map(() => register({ email: 'twin@new.example' })))
    expect(addresses.map((one) => one.status).sort()).toEqual([200, 409, 409])
  })

  test('T16: registrations with email addresses in use have the same limits as the availability check', async () => {
    app.clock.advance({ hours: 1 })
    const visitor = asVisitor(app)
    const ask = () =>
      visitor.call('organizations.register', { body: registration({ email: people.alice.email }) })
    for (let n = 0; n < limits.availabilityChecksFree; n++) expect((await ask()).status).toBe(409)
    expect((await ask()).body.error).toBe('captcha.required')
    const captcha = await solveCaptcha(app, 'availability')
    const email = people.alice.email
    const solved = await visitor.call('organizations.register', { body: registration({ email, captcha }) })
    expect(solved.body.error).toBe('account.email_taken')
    while ((await ask()).status === 409);
    const next = { ...registration({ email }), captcha: await solveCaptcha(app, 'availability') }
    expect((await visitor.call('organizations.register', { body: next })).status).toBe(429)
    const check = await visitor.call('accounts.checkEmailAvailable', { body: { email: 'a@new.example' } })
    expect(check.body.error).toBe('captcha.required')
  })

  test('T21: a registration with permissions, unknown fields or other types is refused', async () => {
    const extras = {
      org_admin_flag: true,
      authorities: ['ROLE_ADMIN'],
      enabled: true,
      orgId: people.alice.organizationId,
      verified: true,
      membership: 'active',
      id: people.alice.organizationId,
      __proto: 1,
    }
    for (const [name, value] of Object.entries(extras)) {
      const answer = await register({ [name]: value })
      expect([answer.status, answer.body.error, Object.keys(answer.body.fields ?? {})]).toEqual([
        400,
        'request.invalid',
        [name],
      ])
    }
    for (const businessType of [businessTypes.platform, businessTypes.person, 0, '1', null]) {
      const answer = await register({ businessType })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['businessType']])
    }
  })

  test('T60: line breaks in names are refused, and a name in the subject of a mail adds no header', async () => {
    for (const field of ['organizationName', 'name', 'email', 'address']) {
      const answer = await register({ [field]: `x@y.example\r\nBcc: all@evil.example` })
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
    }
    const { body } = {
      body: registration({ organizationName: 'Line\u2028Bcc; all@evil.example', name: 'N\u2029B' }),
    }
    expect((await asVisitor(app).call('organizations.register', { body })).status).toBe(200)
    const code = await readCode(app, body.email)
    await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })
    const mail = await findMail(app, body.email)
    expect(mail?.subject).toBe('Line Bcc; all@evil.example is on Pontic')
  })

  test('T20: the link of the verification mail has the configured origin', async () => {
    const body = registration()
    await asVisitor(app).call('organizations.register', { body }, { 'x-forwarded-host': 'evil.example' })
    const mail = await findMail(app, body.email)
    expect(mail?.links).toEqual([
      expect.stringMatching(/^http:\/\/pontic\.test\/verifyEmail#code=[\w-]{43}$/),
    ])
  })

  test('a verification code expires after 24 hours, and a new mail contains another code', async () => {
    const body = registration()
    await asVisitor(app).call('organizations.register', { body })
    const old = await readCode(app, body.email)
    app.clock.advance({ hours: limits.emailVerificationHours, seconds: 1 })
    const late = await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code: old } })
    expect([late.status, late.body.error]).toEqual([400, 'account.code_invalid'])
    await asVisitor(app).call('accounts.sendVerifyEmailAgain', { body: { email: body.email } })
    const code = await readCode(app, body.email)
    expect((await asVisitor(app).call('accounts.verifyEmailByEmailCode', { body: { code } })).status).toBe(
      200,
    )
    expect((await signIn(app, body.email, password)).status).toBe(200)
  })
})

describe('T58: names of organizations', () => {
  const isFree = async (name: string) => {
    const { status, body } = await asVisitor(app).call('organizations.findByName', { body: { name } })
    return status === 200 ? body.data.available : status
  }

  test('T58: names with forbidden or control characters, invisible names and names of 10 KB are refused', async () => {
    for (const character of '+*#%&\\/:?"<>|') expect(await isFree(`Bright ${character} Smile`)).toBe(400)
    for (const name of ['', ' ', 'a', '\u200b\u200b\u200b', 'a\u0000b', 'a\u202eb', 'x'.repeat(10_240)]) {
      expect(await isFree(name)).toBe(400)
    }
  })

  test('T58: names that look like a taken name are refused', async () => {
    await register({ organizationName: 'Café Brookside Straße' })
    const twins = [
      'CAFÉ BROOKSIDE STRASSE',
      'Cafe\u0301 Brookside Straße',
      'Ｃａｆé Ｂｒｏｏｋｓｉｄｅ Straße',
      '  Café\u3000Brookside   Straße ',
      'Ca\u200bfé Brook\u00adside Straße',
      'Café Вrооksіdе Straße',
    ]
    for (const name of twins) {
      expect(await isFree(name)).toBe(false)
      expect((await register({ organizationName: name })).body.error).toBe('organization.name_taken')
    }
    expect(await isFree('Cafe Brookside Straße')).toBe(true)
    expect(await isFree('Café Brookside')).toBe(true)
  })

  test('T58: different names in any script have different keys', () => {
    const names = [
      '明月口腔诊所',
      '明日口腔诊所',
      'Стоматология',
      'Οδοντιατρείο',
      '치과',
      'עיניים',
      'Zahn 1',
      'Zahn 2',
    ]
    const keys = names.map(organizationNameKey)
    expect(new Set(keys).size).toBe(names.length)
    expect(keys.every((key) => key.length >= 2)).toBe(true)
  })

  test('T16: after thirty name checks and the free availability checks an IP address needs a captcha', async () => {
    app.clock.advance({ hours: 1 })
    const visitor = asVisitor(app)
    const ask = (n: number, more: object = {}) =>
      visitor.call('organizations.findByName', { body: { name: `Guess ${n}`, ...more } })
    for (let n = 0; n < limits.nameChecksFree + limits.availabilityChecksFree; n++)
      expect((await ask(n)).status).toBe(200)
    expect((await ask(99)).body.error).toBe('captcha.required')
    expect((await ask(99, { captcha: await solveCaptcha(app, 'availability') })).status).toBe(200)
  })
})

describe('finding the organization to join', () => {
  const find = async (body: { name: string; businessType?: number }) =>
    (await asVisitor(app).call('organizations.listByName', { body })).body.data.list

  test('T16: the search matches parts of names and typing errors, and returns only names and types', async () => {
    const northlight = {
      organizationId: people.bob.organizationId,
      name: 'Northlight Lab',
      businessType: businessTypes.lab,
    }
    for (const name of ['north', 'Northlihgt', 'NORTHLIGHT LAB'])
      expect((await find({ name }))[0]).toEqual(northlight)
    expect(await find({ name: 'northlight', businessType: businessTypes.clinic })).toEqual([])
    expect((await find({ name: 'northlight', businessType: businessTypes.lab }))[0]).toEqual(northlight)
  })

  test('T16: the search never returns the platform, individuals, or banned, unverified or deleted organizations', async () => {
    const at = app.clock.now()
    const states = [
      { banned_at: at },
      { verified_at: null },
      { deleted_at: at },
      { business_type: 3 },
    ] as const
    for (const [n, state] of states.entries()) {
      const { data } = (await register({ organizationName: `Zephyrine ${n}` })).body
      const values = { verified_at: at, ...state }
      await app.services.database.db
        .updateTable('organization')
        .set(values)
        .where('id', '=', data.organizationId)
        .execute()
    }
    expect(await find({ name: 'zephyrine' })).toEqual([])
    expect(await find({ name: 'pontic platform' })).toEqual([])
  })

  test('T16: the search refuses one letter, treats wildcards of LIKE as text, and returns at most twenty organizations', async () => {
    for (const name of ['a', ' a ', '%', ''])
      expect((await asVisitor(app).call('organizations.listByName', { body: { name } })).status).toBe(400)
    for (const name of ['%%', '__', '\\\\']) expect(await find({ name })).toEqual([])
    for (let n = 0; n < limits.registrationSearchResultMax + 2; n++) {
      const { data } = (await register({ organizationName: `Crowded Clinic ${n}` })).body
      await app.services.database.db
        .updateTable('organization')
        .set({ verified_at: app.clock.now() })
        .where('id', '=', data.organizationId)
        .execute()
    }
    expect(await find({ name: 'crowded clinic' })).toHaveLength(limits.registrationSearchResultMax)
  })

  test('T16: many searches from one IP address need a captcha', async () => {
    app.clock.advance({ hours: 1 })
    const visitor = asVisitor(app)
    const ask = (n: number) => visitor.call('organizations.listByName', { body: { name: `no${n}` } })
    for (let n = 0; n < limits.nameChecksFree + limits.availabilityChecksFree; n++)
      expect((await ask(n)).status).toBe(200)
    expect((await ask(99)).body.error).toBe('captcha.required')
  })
})

test('members read their own organization, and individuals and visitors are refused', async () => {
  for (const person of [people.alice, people.amy]) {
    const { body } = await as(app, person).call('organizations.get')
    expect(body.data).toMatchObject({
      id: people.alice.organizationId,
      name: 'Brookside Dental',
      businessType: 1,
    })
  }
  expect((await as(app, people.dave).call('organizations.get')).status).toBe(403)
  expect((await as(app, undefined).call('organizations.get')).status).toBe(401)
})
