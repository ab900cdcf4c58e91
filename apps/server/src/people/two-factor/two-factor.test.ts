import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordDigest } from '@pontic/client'
import { limits, type MfaChallenge } from '@pontic/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reencryptSecrets } from '../../platform/secrets/reencrypt.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { callToken, setPassword, signIn, type TokenAnswer, tryToken } from '../../test/sign-in.ts'
import { resetTwoFactor, setTwoFactorRequired } from './requirement.service.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
  for (const person of Object.values(people)) await setPassword(app, person, password)
})
afterAll(() => app.close())

// Starts a new period of codes and resets the counters of failures.
beforeEach(() => app.clock.advance({ minutes: limits.failureWindowMinutes }))

const codeOf = (secret: string, aheadSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime() + aheadSeconds * 1000,
  })

/** Sets up an authenticator app. @returns its secret and the recovery codes */
async function setUpApp(person: Person): Promise<{ secret: string; codes: string[] }> {
  const { call } = as(app, person)
  const begun = await call('twoFactor.beginTotp')
  expect(begun.status).toBe(200)
  const { secret } = begun.body.data
  const confirmed = await call('twoFactor.confirmTotp', { body: { otp: codeOf(secret) } })
  expect(confirmed.status).toBe(200)
  app.clock.advance({ seconds: 60 })
  return { secret, codes: confirmed.body.data.recoveryCodes ?? [] }
}

async function removeAll(person: Person): Promise<void> {
  const { db } = app.services.database
  const { accountId } = person
  await db.deleteFrom('totp').where('account_id', '=', accountId).execute()
  await db.deleteFrom('passkey').where('account_id', '=', accountId).execute()
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
  await db.updateTable('account').set({ two_factor_at: null }).where('id', '=', accountId).execute()
}

/** Runs the first step of a sign-in. @returns the fields of the error `mfa_required` */
async function begin(person: Person): Promise<MfaChallenge> {
  const answer = await signIn(app, person.email, password)
  expect([answer.status, answer.body.error, answer.body.key]).toEqual([
    400,
    'mfa_required',
    'session.mfa_required',
  ])
  return answer.body as unknown as MfaChallenge
}

const finish = (mfa_token: string, fields: Record<string, string>): Promise<TokenAnswer> =>
  callToken(app, { grant_type: 'password', mfa_token, ...fields })

const audits = async (person: Person) => {
  const rows = await app.services.database.db
    .selectFrom('audit')
    .select('action')
    .where('object_id', '=', person.accountId)
    .where('action', 'like', 'twoFactor.%')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.action)
}

describe('an authenticator app', () => {
  test('a user sets up an app with its first code and gets ten recovery codes and a mail, the change is audited, and no table contains the secret', async () => {
    const { secret, codes } = await setUpApp(people.bob)
    expect(codes).toHaveLength(limits.recoveryCodes)
    expect(new Set(codes).size).toBe(limits.recoveryCodes)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const own = await as(app, people.bob).call('twoFactor.get')
    expect(own.body.data).toMatchObject({
      requiredBy: 'nobody',
      hasTotp: true,
      passkeys: [],
      recoveryCodesLeft: limits.recoveryCodes,
    })
    expect(await audits(people.bob)).toEqual(['twoFactor.addTotp'])
    const [mail] = await app.readMails()
    expect([mail?.to, mail?.subject]).toEqual([people.bob.email, 'Your two-factor sign-in has changed'])
    expect(mail?.text).toContain('An authenticator app was added')
    const { db } = app.services.database
    const rows = JSON.stringify([
      await db.selectFrom('totp').selectAll().execute(),
      await db.selectFrom('recovery_code').selectAll().execute(),
    ])
    const sealed = await db
      .selectFrom('totp')
      .select('secret_encrypted')
      .where('account_id', '=', people.bob.accountId)
      .executeTakeFirstOrThrow()
    expect(sealed.secret_encrypted.includes(Buffer.from(secret))).toBe(false)
    for (const marker of [secret, ...codes]) {
      expect(rows).not.toContain(marker)
      expect(app.logLines.join('')).not.toContain(marker)
    }
    await removeAll(people.bob)
  })

  test('an authenticator app is not required at the sign-in until its first code has confirmed it', async () => {
    const { call } = as(app, people.bob)
    await call('twoFactor.beginTotp')
    expect((await signIn(app, people.bob.email, password)).status).toBe(200)
    const early = await call('twoFactor.confirmTotp', { body: { otp: '000000' } })
    expect([early.body.error, Object.keys(early.body.fields ?? {})]).toEqual([
      'two_factor.code_wrong',
      ['otp'],
    ])
  })

  test('the first factor revokes all other sessions of the account, a further factor revokes none', async () => {
    const [other, third] = [
      await createSession(app, people.ben.accountId),
      await createSession(app, people.ben.accountId),
    ]
    await setUpApp(people.ben)
    expect(await tryToken(app, people.ben.token)).toBe(200)
    expect([await tryToken(app, other.token), await tryToken(app, third.token)]).toEqual([401, 401])
    const later = await createSession(app, people.ben.accountId)
    const { db } = app.services.database
    await db.deleteFrom('totp').where('account_id', '=', people.ben.accountId).execute()
    await setUpApp(people.ben)
    expect(await tryToken(app, later.token)).toBe(200)
    await removeAll(people.ben)
  })

  test('a user signs in with a code, and only one of several concurrent uses of the code succeeds', async () => {
    const { secret } = await setUpApp(people.bob)
    const mfa = await begin(people.bob)
    expect(mfa.mfa_methods).toEqual(['otp', 'recovery_code'])
    expect(mfa.mfa_expires_in).toBe(limits.mfaMinutes * 60)
    const otp = codeOf(secret)
    const others = await Promise.all(Array.from({ length: 3 }, () => begin(people.bob)))
    const answers = await Promise.all([mfa, ...others].map((one) => finish(one.mfa_token, { otp })))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    const session = answers.find((one) => one.status === 200)!.body
    expect(await tryToken(app, session.access_token)).toBe(200)
    expect(session.two_factor_needed).toBe(false)
    await removeAll(people.bob)
  })

  test('a code of a clock that is 30 seconds slow is accepted, and a code that is 90 seconds off is refused', async () => {
    const { secret } = await setUpApp(people.bob)
    for (const [aheadSeconds, status] of [
      [-90, 400],
      [90, 400],
      [-30, 200],
    ] as const) {
      // Starts a period, so that the server checks the code in the period of its creation.
      app.clock.beginHour()
      const { mfa_token } = await begin(people.bob)
      expect([aheadSeconds, (await finish(mfa_token, { otp: codeOf(secret, aheadSeconds) })).status]).toEqual(
        [aheadSeconds, status],
      )
    }
    await removeAll(people.bob)
  })

  test('the second step expires after 5 wrong codes, after 5 minutes, and after a new password', async () => {
    app.clock.advance({ hours: 1 })
    const { secret } = await setUpApp(people.bob)
    const keysOf = async (mfa_token: string, times: number) => {
      const keys: (string | undefined)[] = []
      for (let n = 0; n < times; n++) keys.push((await finish(mfa_token, { otp: '000000' })).body.key)
      return keys
    }
    const tried = await begin(people.bob)
    expect(await keysOf(tried.mfa_token, limits.mfaTries)).toEqual([
      ...Array(limits.mfaTries - 1).fill('session.second_factor_wrong'),
      'session.mfa_expired',
    ])
    expect((await finish(tried.mfa_token, { otp: codeOf(secret) })).body.key).toBe('session.mfa_expired')

    app.clock.advance({ minutes: limits.failureWindowMinutes })
    const late = await begin(people.bob)
    app.clock.advance({ minutes: limits.mfaMinutes, seconds: 1 })
    expect((await finish(late.mfa_token, { otp: codeOf(secret) })).body.key).toBe('session.mfa_expired')

    const stale = await begin(people.bob)
    await as(app, undefined).call('accounts.sendPwdResetEmail', { body: { email: people.bob.email } })
    const mail = (await app.readMails()).find((one) => one.links[0]?.includes('/resetpwd'))
    const code = mail?.links[0]?.split('#code=')[1]
    await as(app, undefined).call('accounts.resetPwdByEmailCode', {
      body: { code, newPwd: passwordDigest('Canine-and-crown-9') },
    })
    expect((await finish(stale.mfa_token, { otp: codeOf(secret) })).body.key).toBe('session.mfa_expired')
    await setPassword(app, people.bob, password)
    Object.assign(people.bob, await createSession(app, people.bob.accountId))
    await removeAll(people.bob)
  })

  test('T13: wrong codes count as failed sign-ins, so that the next sign-in needs a captcha', async () => {
    app.clock.advance({ hours: 1 })
    await setUpApp(people.carol)
    const seen: (string | undefined)[] = []
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const { mfa_token } = (await signIn(app, people.carol.email, password, headers))
      .body as unknown as MfaChallenge
    for (let n = 0; n < limits.mfaTries; n++) seen.push((await finish(mfa_token, { otp: '000000' })).body.key)
    // After five failures each further sign-in needs a captcha.
    const again = await signIn(app, people.carol.email, password, headers)
    expect(again.body.key).toBe('captcha.required')
    expect(seen).not.toContain(undefined)
    await removeAll(people.carol)
  })

  test('invented mfa tokens are refused, and an mfa token cannot be used as another token', async () => {
    const { secret } = await setUpApp(people.bob)
    const { mfa_token } = await begin(people.bob)
    expect((await finish('A'.repeat(43), { otp: codeOf(secret) })).body.key).toBe('session.mfa_expired')
    expect((await finish(mfa_token, {})).body.key).toBe('session.invalid_request')
    expect(await tryToken(app, mfa_token)).toBe(401)
    const refreshed = await callToken(app, { grant_type: 'refresh_token', refresh_token: mfa_token })
    expect(refreshed.status).toBe(400)
    // The code of another account is refused.
    const { secret: foreign } = await setUpApp(people.erin)
    expect((await finish(mfa_token, { otp: codeOf(foreign) })).body.key).toBe('session.second_factor_wrong')
    await removeAll(people.erin)
    await removeAll(people.bob)
  })

  test('a wrong password does not reveal whether the account has a second factor', async () => {
    await setUpApp(people.bob)
    const wrong = await signIn(app, people.bob.email, 'not-the-password-1')
    const unknown = await signIn(app, 'nobody@pontic.example', 'not-the-password-1')
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    await removeAll(people.bob)
  })
})

describe('recovery codes', () => {
  test('a recovery code works once and in any notation, its use is mailed, and new codes invalidate old ones', async () => {
    const { codes } = await setUpApp(people.bob)
    const sloppy = ` ${codes[0]?.toLowerCase().replace('-', ' ')} `
    const first = await begin(people.bob)
    expect((await finish(first.mfa_token, { recovery_code: sloppy })).status).toBe(200)
    const [mail] = await app.readMails()
    expect(mail?.text).toContain('with a recovery code')
    const second = await begin(people.bob)
    expect((await finish(second.mfa_token, { recovery_code: codes[0]! })).body.key).toBe(
      'session.second_factor_wrong',
    )
    const renewed = await as(app, people.bob).call('twoFactor.makeRecoveryCodes')
    expect(renewed.body.data.recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect((await finish(second.mfa_token, { recovery_code: codes[1]! })).body.key).toBe(
      'session.second_factor_wrong',
    )
    const good = renewed.body.data.recoveryCodes?.[1] ?? ''
    expect((await finish(second.mfa_token, { recovery_code: good })).status).toBe(200)
    await removeAll(people.bob)
  })

  test('recovery codes cannot be created without a factor, and removing the last factor deletes them', async () => {
    const { call } = as(app, people.bob)
    expect((await call('twoFactor.makeRecoveryCodes')).body.error).toBe('two_factor.needed')
    await setUpApp(people.bob)
    expect((await call('twoFactor.removeTotp')).status).toBe(200)
    expect((await call('twoFactor.get')).body.data).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 })
    expect((await signIn(app, people.bob.email, password)).status).toBe(200)
  })
})

describe('an organization that requires two-factor sign-in', () => {
  const scopeOf = (person: Person, hasTwoFactor = true) =>
    ({
      account: { id: person.accountId, name: person.name },
      organization: { id: person.organizationId, name: person.organizationName, businessType: 1 },
      reach: 'own',
      hasTwoFactor,
      requestId: '',
      address: '',
      audit: { actions: ['twoFactor.require', 'twoFactor.release', 'twoFactor.reset'], isStrict: true },
    }) as never
  const require = (isRequired: boolean, hasTwoFactor = true) =>
    app.services.database.transaction((tx) =>
      setTwoFactorRequired({ tx, scope: scopeOf(people.alice, hasTwoFactor) }, isRequired),
    )

  test('T11: once an organization requires two-factor sign-in, members without it can only set it up', async () => {
    await setUpApp(people.alice)
    const { call } = as(app, people.amy)
    expect((await call('orders.list', { body: {} })).status).toBe(200)
    await require(true)
    const refused = await call('orders.list', { body: {} })
    expect([refused.status, refused.body.error]).toEqual([403, 'two_factor.needed'])
    expect((await call('accounts.get', { params: { username: 'me' } })).status).toBe(200)
    expect((await call('twoFactor.get')).body.data.requiredBy).toBe('organization')
    expect((await as(app, people.alice).call('orders.list', { body: {} })).status).toBe(200)
    expect((await signIn(app, people.amy.email, password)).body.two_factor_needed).toBe(true)
    await setUpApp(people.amy)
    expect((await call('orders.list', { body: {} })).status).toBe(200)
    const last = await call('twoFactor.removeTotp')
    expect([last.status, last.body.error]).toEqual([409, 'two_factor.still_required'])
    expect((await call('twoFactor.get')).body.data.hasTotp).toBe(true)
    await require(false)
    expect((await call('twoFactor.removeTotp')).status).toBe(200)
    await removeAll(people.alice)
  })

  test('an administrator who does not use two-factor sign-in cannot require it', async () => {
    await expect(require(true, false)).rejects.toMatchObject({ key: 'two_factor.own_first' })
  })

  test('an administrator can reset the factors of members, who are signed out and mailed, but not their own or those of other organizations', async () => {
    await setUpApp(people.amy)
    const { sessionId: _, ...session } = await createSession(app, people.amy.accountId)
    const reset = (person: Person) =>
      app.services.database.transaction((tx) =>
        resetTwoFactor({ tx, scope: scopeOf(people.alice), services: app.services }, person.accountId),
      )
    await reset(people.amy)
    expect(await tryToken(app, session.token)).toBe(401)
    expect((await signIn(app, people.amy.email, password)).status).toBe(200)
    const [mail] = await app.readMails()
    expect([mail?.to, mail?.text]).toEqual([
      people.amy.email,
      expect.stringContaining('has reset your two-factor sign-in'),
    ])
    expect((await audits(people.amy)).at(-1)).toBe('twoFactor.reset')
    for (const other of [people.bob, people.alice])
      await expect(reset(other)).rejects.toMatchObject({ key: 'account.not_found' })
    Object.assign(people.amy, await createSession(app, people.amy.accountId))
  })
})

test('after the encryption key is replaced, apps and recovery codes still work, and apps without the old key once secrets are encrypted again', async () => {
  const old = readFileSync(join(app.dataFolder, 'encryption.key'), 'utf8')
  const { secret, codes } = await setUpApp(people.carol)
  const key = { PONTIC_ENCRYPTION_KEY: 'another key of more than thirty-two characters' }
  const both = await app.startSecondNode({ ...key, PONTIC_ENCRYPTION_KEY_BEFORE: old })
  const only = await app.startSecondNode(key)
  const signInAt = async (node: TestApp, fields: () => Record<string, string>) => {
    app.clock.advance({ minutes: limits.failureWindowMinutes })
    const { mfa_token } = (await signIn(node, people.carol.email, password)).body as unknown as MfaChallenge
    return (await callToken(node, { grant_type: 'password', mfa_token, ...fields() })).status
  }
  const otp = () => ({ otp: codeOf(secret) })
  expect(await signInAt(both, otp)).toBe(200)
  expect(await signInAt(both, () => ({ recovery_code: codes[0]! }))).toBe(200)
  expect(await signInAt(only, otp)).toBe(500)
  const { ownerUrl } = app.databaseUrls
  expect(await reencryptSecrets(ownerUrl, both.services.encryptor)).toMatchObject({ faults: [] })
  expect(await signInAt(only, otp)).toBe(200)
  // Their hashes cannot be computed again without the codes.
  expect(await signInAt(only, () => ({ recovery_code: codes[1]! }))).toBe(400)
  expect(await signInAt(both, () => ({ recovery_code: codes[1]! }))).toBe(200)
  expect((await reencryptSecrets(ownerUrl, app.services.encryptor)).faults).toEqual([
    expect.stringContaining('encrypted with another key'),
  ])
})
