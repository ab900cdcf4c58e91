import { limits, type MfaChallenge, passkeyGrant } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Authenticator, createAuthenticator, type Tampering } from '../../test/authenticator.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { callToken, setPassword, signIn, tryToken } from '../../test/sign-in.ts'
import { relyingParty } from './passkey.shared.ts'

let app: TestApp
let people: People
let device: Authenticator
const origin = 'https://cases.example.com'
const password = 'Molar-and-incisor-7'

beforeAll(async () => {
  app = await startTestApp({ PONTIC_PUBLIC_URL: origin })
  people = await createPeople(app)
  await setPassword(app, people.bob, password)
  await setPassword(app, people.erin, password)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.advance({ minutes: limits.failureWindowMinutes })
  const { db } = app.services.database
  await db.deleteFrom('passkey').execute()
  await db.deleteFrom('recovery_code').execute()
  await db.updateTable('account').set({ two_factor_at: null }).execute()
  device = createAuthenticator(origin)
})

async function addPasskey(person: Person, own = device, more: Tampering = {}, name = 'Bench laptop') {
  const { call } = as(app, person)
  const begun = await call('twoFactor.beginPasskey')
  const { challengeToken, options } = begun.body.data
  const made = own.create(options, more)
  return call('twoFactor.confirmPasskey', { body: { ...made, challengeToken, name } })
}

/** Signs in with a passkey and without a password. */
async function signInAlone(more: Tampering = {}, own = device) {
  const begun = await as(app, undefined).call('session.createPasskeyChallenge')
  const { challenge_token, options } = begun.body as unknown as {
    challenge_token: string
    options: { challenge: string; rpId: string; userVerification: string; allowCredentials: unknown[] }
  }
  expect([options.userVerification, options.allowCredentials]).toEqual(['required', []])
  const fields = { grant_type: passkeyGrant, challenge_token, ...own.sign(options, more) }
  return { fields, answer: await callToken(app, fields) }
}

test('a user adds a passkey and gets recovery codes, and the passkey is listed with its name', async () => {
  const added = await addPasskey(people.bob)
  expect([added.status, added.body.data.recoveryCodes?.length]).toEqual([200, limits.recoveryCodes])
  const { passkeys } = (await as(app, people.bob).call('twoFactor.get')).body.data
  expect(passkeys).toEqual([
    {
      id: expect.any(String),
      name: 'Bench laptop',
      isSynced: false,
      createdAt: expect.any(String),
      lastUsedAt: null,
    },
  ])
  const second = await addPasskey(people.bob, createAuthenticator(origin), {}, 'Key ring')
  expect(second.body.data.recoveryCodes).toBeNull()
})

test('a new passkey for another origin, host, challenge or account is refused', async () => {
  const refused = async (own: Authenticator, more: Tampering) =>
    (await addPasskey(people.bob, own, more)).body.error
  expect(await refused(createAuthenticator(origin), { origin: 'https://evil.example' })).toBe(
    'two_factor.passkey_refused',
  )
  expect(await refused(createAuthenticator(origin), { rpId: 'evil.example' })).toBe(
    'two_factor.passkey_refused',
  )
  await addPasskey(people.bob)
  expect((await addPasskey(people.erin)).body.error).toBe('two_factor.passkey_refused')
  const { call } = as(app, people.erin)
  const { challengeToken, options } = (await call('twoFactor.beginPasskey')).body.data
  const made = createAuthenticator(origin).create({ ...options, challenge: 'A'.repeat(43) })
  const body = { ...made, challengeToken, name: 'x' }
  expect((await call('twoFactor.confirmPasskey', { body })).body.error).toBe('two_factor.passkey_refused')
  // A challenge can be used only once and only by its account.
  expect((await call('twoFactor.confirmPasskey', { body })).body.error).toBe('two_factor.expired')
  const bobs = (await as(app, people.bob).call('twoFactor.beginPasskey')).body.data
  const stolen = {
    ...createAuthenticator(origin).create(bobs.options),
    challengeToken: bobs.challengeToken,
    name: 'x',
  }
  expect((await call('twoFactor.confirmPasskey', { body: stolen })).body.error).toBe('two_factor.expired')
})

describe('signing in with a passkey and without a password', () => {
  beforeEach(() => addPasskey(people.bob))

  test('a user signs in without a password, and the device becomes known', async () => {
    const { answer } = await signInAlone()
    expect([answer.status, answer.body.username]).toEqual([200, people.bob.email])
    expect(await tryToken(app, answer.body.access_token)).toBe(200)
    expect(answer.headers.get('set-cookie')).toContain('pontic_device_')
  })

  test('an assertion works once, and is refused from another device or origin, without user verification or with an old counter', async () => {
    const { fields, answer } = await signInAlone()
    expect(answer.status).toBe(200)
    expect((await callToken(app, fields)).body.key).toBe('session.passkey_refused')
    const keyOf = async (more: Tampering, own?: Authenticator) =>
      (await signInAlone(more, own)).answer.body.key
    expect(await keyOf({}, createAuthenticator(origin))).toBe('session.passkey_refused')
    expect(await keyOf({ origin: 'https://evil.example' })).toBe('session.passkey_refused')
    expect(await keyOf({ rpId: 'evil.example' })).toBe('session.passkey_refused')
    expect(await keyOf({ isUserVerified: false })).toBe('session.passkey_refused')
    expect(await keyOf({ signCount: 1 })).toBe('session.passkey_refused')
    expect((await signInAlone({ signCount: 50 })).answer.status).toBe(200)
  })

  test('a challenge expires after 5 minutes', async () => {
    const begun = await as(app, undefined).call('session.createPasskeyChallenge')
    const { challenge_token, options } = begun.body as never as {
      challenge_token: string
      options: { challenge: string; rpId: string }
    }
    app.clock.advance({ minutes: limits.mfaMinutes, seconds: 1 })
    const fields = { grant_type: passkeyGrant, challenge_token, ...device.sign(options) }
    expect((await callToken(app, fields)).body.key).toBe('session.passkey_refused')
  })

  test('the passkey of a disabled account is refused with the reason', async () => {
    const { db } = app.services.database
    const set = (disabled_at: Date | null) =>
      db.updateTable('account').set({ disabled_at }).where('id', '=', people.bob.accountId).execute()
    await set(app.clock.now())
    expect((await signInAlone()).answer.body.key).toBe('session.disabled')
    await set(null)
  })

  test('a removed passkey cannot sign in', async () => {
    const { call } = as(app, people.bob)
    const [passkey] = (await call('twoFactor.get')).body.data.passkeys
    expect(
      (await as(app, people.erin).call('twoFactor.removePasskey', { body: { id: passkey?.id } })).body.error,
    ).toBe('two_factor.passkey_not_found')
    expect((await call('twoFactor.removePasskey', { body: { id: passkey?.id } })).status).toBe(200)
    expect((await signInAlone()).answer.body.key).toBe('session.passkey_refused')
    expect((await signIn(app, people.bob.email, password)).status).toBe(200)
  })
})

describe('a passkey as the second step', () => {
  const begin = async (person: Person) =>
    (await signIn(app, person.email, password)).body as unknown as MfaChallenge & { key: string }
  const finish = (mfa: MfaChallenge, fields: Record<string, string>) =>
    callToken(app, { grant_type: 'password', mfa_token: mfa.mfa_token, ...fields })

  test('after the password a passkey without user verification is accepted', async () => {
    await addPasskey(people.bob)
    const mfa = await begin(people.bob)
    expect([mfa.key, mfa.mfa_methods]).toEqual(['session.mfa_required', ['passkey', 'recovery_code']])
    expect(mfa.passkey_options).toMatchObject({ rpId: 'cases.example.com', userVerification: 'preferred' })
    expect(mfa.passkey_options?.allowCredentials).toHaveLength(1)
    const answer = await finish(mfa, device.sign(mfa.passkey_options!, { isUserVerified: false }))
    expect(answer.status).toBe(200)
    expect((await finish(mfa, device.sign(mfa.passkey_options!))).body.key).toBe('session.mfa_expired')
  })

  test('the passkey of another account is refused as second step', async () => {
    const foreign = createAuthenticator(origin)
    await addPasskey(people.bob)
    await addPasskey(people.erin, foreign)
    const mfa = await begin(people.bob)
    const answer = await finish(mfa, foreign.sign(mfa.passkey_options!))
    expect(answer.body.key).toBe('session.second_factor_wrong')
  })
})

test('a portal at 127.0.0.1 has passkeys for localhost', () => {
  expect(relyingParty({ publicUrl: 'http://127.0.0.1:8080' })).toEqual({
    id: 'localhost',
    origin: 'http://localhost:8080',
  })
  expect(relyingParty({ publicUrl: origin })).toEqual({ id: 'cases.example.com', origin })
})
