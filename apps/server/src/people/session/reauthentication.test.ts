import { passwordDigest } from '@pontic/client'
import { limits, type MfaChallenge, type Reauthentication } from '@pontic/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAttempts } from '../../test/attempts.ts'
import { type Authenticator, createAuthenticator } from '../../test/authenticator.ts'
import { captchaFields } from '../../test/captcha.ts'
import { ageSignIn, as, createPeople, type People, type Person } from '../../test/people.ts'
import { renew, setPassword, signIn, tryToken } from '../../test/sign-in.ts'

const password = 'Molar-and-incisor-7'
const right = { password: passwordDigest(password) }
const wrong = { password: passwordDigest('Wrong-one-11') }
const origin = 'https://pontic.test'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1', PONTIC_PUBLIC_URL: origin })
  people = await createPeople(app)
  for (const person of Object.values(people)) await setPassword(app, person, password)
})
afterAll(() => app.close())

// Resets the counters of sign-ins.
beforeEach(async () => {
  app.clock.advance({ hours: 1 })
  await app.services.database.db.deleteFrom('attempt').execute()
})

const prove = (person: Person, body: Reauthentication, headers: Record<string, string> = {}) =>
  as(app, person, headers).call('accounts.reauthenticate', { body })

/** Calls a route that requires a recent sign-in. @returns the status */
const guarded = async (person: Person) => (await as(app, person).call('accounts.removeMobile')).status

/** Signs in with the password. */
async function signedIn(person: Person): Promise<Person & { refreshToken: string; authenticatedAt: string }> {
  const { status, body } = await signIn(app, person.email, password)
  expect(status).toBe(200)
  const { access_token: token, jti: sessionId, refresh_token: refreshToken } = body
  return { ...person, token, sessionId, refreshToken, authenticatedAt: body.authenticated_at }
}

async function stale(person: Person): Promise<Person> {
  await ageSignIn(app, person)
  return person
}

describe('a session', () => {
  test('T67: a sign-in is recent for 5 minutes, and a refresh does not extend that time', async () => {
    const amy = await signedIn(people.amy)
    expect(await guarded(amy)).toBe(200)
    app.clock.advance({ minutes: limits.reauthenticationMinutes - 1 })
    expect(await guarded(amy)).toBe(200)
    app.clock.advance({ minutes: 1, seconds: 1 })
    expect(await guarded(amy)).toBe(401)
    const renewed = await renew(app, amy.refreshToken)
    expect(renewed.body.authenticated_at).toBe(amy.authenticatedAt)
    expect(await guarded({ ...amy, token: renewed.body.access_token })).toBe(401)
    // The session is still valid.
    expect(await tryToken(app, renewed.body.access_token)).toBe(200)
  })

  test('verifying the password counts as a recent sign-in for 5 minutes in the current session only, and is audited', async () => {
    const [amy, other] = [await signedIn(people.amy), await signedIn(people.amy)]
    for (const one of [amy, other]) await stale(one)
    const answer = await prove(amy, right)
    expect([answer.status, answer.body.data.authenticatedAt]).toEqual([200, expect.any(String)])
    expect(Date.parse(answer.body.data.authenticatedAt)).toBeGreaterThan(Date.parse(amy.authenticatedAt))
    expect([await guarded(amy), await guarded(other)]).toEqual([200, 401])
    const renewed = await renew(app, amy.refreshToken)
    expect(Date.parse(renewed.body.authenticated_at)).toBe(Date.parse(answer.body.data.authenticatedAt))
    const rows = await app.services.database.db
      .selectFrom('audit')
      .select(['account_id', 'detail'])
      .where('action', '=', 'session.reauthenticate')
      .where('object_id', '=', amy.sessionId)
      .execute()
    expect(rows).toMatchObject([{ account_id: amy.accountId, detail: { way: 'password' } }])
    app.clock.advance({ minutes: limits.reauthenticationMinutes, seconds: 1 })
    expect(await guarded({ ...amy, token: renewed.body.access_token })).toBe(401)
  })

  test('a body with missing or incomplete credentials is refused', async () => {
    await stale(people.amy)
    for (const body of [{}, { otp: '123456' }, { challenge_token: 'a'.repeat(43) }]) {
      const answer = await prove(people.amy, body)
      expect([answer.status, answer.body.error]).toEqual([400, 'session.invalid_request'])
    }
    expect(await guarded(people.amy)).toBe(401)
  })
})

describe('wrong passwords', () => {
  test('T67: wrong passwords count as failed sign-ins: after 5 a captcha is required, after 10 the account is locked', async () => {
    const ben = await stale(people.ben)
    for (let count = 0; count < limits.accountFailuresCaptcha; count++) {
      const { status, body } = await prove(ben, wrong)
      expect([status, body.error, Object.keys(body.fields ?? {})]).toEqual([
        400,
        'account.wrong_password',
        ['password'],
      ])
    }
    expect((await prove(ben, right)).body.error).toBe('captcha.required')
    const rest = limits.accountFailuresLocked - limits.accountFailuresCaptcha
    for (let count = 0; count < rest; count++) {
      const answer = await prove(ben, { ...wrong, ...(await captchaFields(app)) })
      expect(answer.body.error).toBe('account.wrong_password')
    }
    const locked = await prove(ben, { ...right, ...(await captchaFields(app)) })
    expect([locked.status, locked.body.error]).toEqual([429, 'session.locked'])
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    const elsewhere = await signIn(app, ben.email, password, { 'x-forwarded-for': '198.51.100.77' })
    expect(elsewhere.body.key).toBe('session.locked')
    expect(await guarded(ben)).toBe(401)
  })

  test('failed sign-ins from other devices do not lock a device on which the user has signed in', async () => {
    const first = await signIn(app, people.bob.email, password)
    const cookies = first.headers.getSetCookie()
    expect(cookies.map((one) => /Path=([^;]+)/.exec(one)?.[1])).toEqual([
      '/oauth/token',
      '/restful/accounts/reauthenticate',
    ])
    await addAttempts(app, `login:account:${people.bob.email}`, limits.accountFailuresLocked)
    const bob = await stale({ ...people.bob, token: first.body.access_token, sessionId: first.body.jti })
    expect((await prove(bob, right)).status).toBe(429)
    expect((await prove(bob, right, { cookie: cookies[1]!.split(';')[0]! })).status).toBe(200)
  })
})

describe('with a second factor', () => {
  let secret = ''
  const otpOf = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() })

  beforeAll(async () => {
    const { call } = as(app, people.carol)
    secret = (await call('twoFactor.beginTotp')).body.data.secret
    await call('twoFactor.confirmTotp', { body: { otp: otpOf() } })
  })

  async function begin(person: Person): Promise<MfaChallenge> {
    const answer = await prove(person, right)
    expect([answer.status, answer.body.error]).toEqual([400, 'session.mfa_required'])
    return answer.body as unknown as MfaChallenge
  }

  test('T67: an account with a second factor needs the password and a code', async () => {
    const carol = await stale(people.carol)
    const { mfa_token, mfa_methods } = await begin(carol)
    expect(mfa_methods).toEqual(['otp', 'recovery_code'])
    expect(await guarded(carol)).toBe(401)
    const miss = await prove(carol, { mfa_token, otp: '000000' })
    expect(miss.body.error).toBe('session.second_factor_wrong')
    expect((await prove(carol, { mfa_token, otp: otpOf() })).status).toBe(200)
    expect(await guarded(carol)).toBe(200)
  })

  test('T67: a second step that another account has started is refused', async () => {
    const [carol, amy] = [await stale(people.carol), await stale(people.amy)]
    const { mfa_token } = await begin(carol)
    const answer = await prove(amy, { mfa_token, otp: otpOf() })
    expect([answer.status, answer.body.error]).toEqual([400, 'session.mfa_expired'])
    expect([await guarded(amy), await guarded(carol)]).toEqual([401, 401])
  })

  test('a passkey is accepted without the password, and the passkey of another account is refused', async () => {
    const add = async (person: Person, device: Authenticator) => {
      const { call } = as(app, person)
      const { challengeToken, options } = (await call('twoFactor.beginPasskey')).body.data
      const body = { ...device.create(options), challengeToken, name: 'Laptop' }
      expect((await call('twoFactor.confirmPasskey', { body })).status).toBe(200)
    }
    const [own, other] = [createAuthenticator(origin), createAuthenticator(origin)]
    await add(people.erin, own)
    await add(people.dave, other)
    const erin = await stale(people.erin)
    const proveBy = async (device: Authenticator) => {
      const begun = await as(app, undefined).call('session.createPasskeyChallenge')
      const { challenge_token, options } = begun.body as unknown as {
        challenge_token: string
        options: { challenge: string; rpId: string }
      }
      return prove(erin, { challenge_token, ...device.sign(options) })
    }
    expect((await proveBy(other)).body.error).toBe('session.passkey_refused')
    expect(await guarded(erin)).toBe(401)
    expect((await proveBy(own)).status).toBe(200)
    expect(await guarded(erin)).toBe(200)
  })
})
