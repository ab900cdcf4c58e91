import { passwordDigest } from '@pontic/client'
import { limits, portalClient } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { captchaFields } from '../../test/captcha.ts'
import { as, clientFields, createPeople, type People } from '../../test/people.ts'
import { callToken, setPassword, signIn, type TokenAnswer, tryToken } from '../../test/sign-in.ts'
import { countPasswordRuns, hashPassword, isCommonPassword, setPasswordCost } from './password.shared.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'
const from = (address: string) => ({ 'x-forwarded-for': address })

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
  for (const person of [people.alice, people.amy, people.bob, people.erin, people.dave]) {
    await setPassword(app, person, password)
  }
})
afterAll(() => app.close())

const update = (person: { accountId: string }, set: Record<string, unknown>) =>
  app.services.database.db.updateTable('account').set(set).where('id', '=', person.accountId).execute()

describe('signing in', () => {
  test('a sign-in returns every field of the session', async () => {
    const { status, body, headers } = await signIn(app, people.alice.email, password)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({
      token_type: 'bearer',
      scope: 'portal',
      expires_in: limits.accessTokenMinutes * 60,
      username: people.alice.email,
      authorities: ['ROLE_CLINIC'],
      org_admin_flag: true,
      rememberMe: false,
      language: 'en_US',
      membership: 'active',
      account_id: people.alice.accountId,
      organization_id: people.alice.organizationId,
      organization_name: 'Brookside Dental',
      organization_type: 1,
    })
    expect(await tryToken(app, body.access_token)).toBe(200)
    const row = await app.services.database.db
      .selectFrom('session')
      .select('account_id')
      .where('id', '=', body.jti)
      .executeTakeFirst()
    expect(row?.account_id).toBe(people.alice.accountId)
  })

  test('a sign-in with remember-me returns the flag, the language and the permissions', async () => {
    await update(people.amy, { language: 'zh_CN' })
    const { body } = await signIn(app, people.amy.email, password, {}, { remember_me: 'true' })
    expect(body).toMatchObject({ rememberMe: true, language: 'zh_CN', org_admin_flag: false })
    await update(people.amy, { language: 'en_US' })
  })

  test('a sign-in accepts the email address in capitals and with surrounding spaces', async () => {
    expect((await signIn(app, `  ${people.alice.email.toUpperCase()} `, password)).status).toBe(200)
  })

  test('a client other than the portal’s gets 401 invalid_client', async () => {
    const fields = {
      grant_type: 'password',
      username: people.alice.email,
      password: passwordDigest(password),
    }
    for (const client of [
      { client_id: portalClient.id, client_secret: 'other' },
      { client_id: 'other', client_secret: portalClient.secret },
    ]) {
      const answer = await callToken(app, { ...fields, ...client })
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    }
  })

  test('an unknown grant, or one with missing fields, is refused as in RFC 6749 §5.2', async () => {
    const unknown = await callToken(app, { grant_type: 'client_credentials' })
    expect([unknown.status, unknown.body.error]).toEqual([400, 'unsupported_grant_type'])
    const lacking = await callToken(app, { grant_type: 'password', username: people.alice.email })
    expect([lacking.status, lacking.body.error]).toEqual([400, 'invalid_request'])
    const nothing = await callToken(app, { grant_type: 'refresh_token' })
    expect([nothing.status, nothing.body.error]).toEqual([400, 'invalid_request'])
  })

  test('only the right password gets the reason of a refusal: disabled, banned, unverified, too simple', async () => {
    const { amy, erin } = people
    const at = app.clock.now()
    const keyOf = async (email: string, word = password) =>
      (await signIn(app, email, word, from('198.51.100.20'))).body.key
    await update(amy, { disabled_at: at })
    expect(await keyOf(amy.email)).toBe('session.disabled')
    await update(amy, { disabled_at: null, email_verified_at: null })
    expect(await keyOf(amy.email)).toBe('session.unverified')
    await update(amy, { email_verified_at: at })
    const ban = (banned_at: Date | null) =>
      app.services.database.db
        .updateTable('organization')
        .set({ banned_at })
        .where('id', '=', erin.organizationId)
        .execute()
    await ban(at)
    expect(await keyOf(erin.email)).toBe('session.banned')
    await ban(null)
    await setPassword(app, amy, 'Summer2026!')
    expect(await keyOf(amy.email, 'Summer2026!')).toBe('session.password_too_simple')
    expect(await keyOf(amy.email, 'Summer2026?')).toBe('session.wrong_credentials')
  })

  // Includes passwords that break the rule, repeats, the empty one, and some that only the digest list contains.
  const common = [
    'Password1',
    '1q2w3e4r',
    'password',
    '12345678',
    'aaaaaaaa',
    'abc',
    '',
    '7777777',
    'klaster',
  ]

  test.each(common)('the common password %j is refused when set and reported at sign-in', async (word) => {
    const { amy } = people
    await setPassword(app, amy, password)
    const session = (await signIn(app, amy.email, password, from('198.51.100.21'))).body
    const changed = await as(app, { ...amy, token: session.access_token }).call('accounts.changePassword', {
      body: { pwd: passwordDigest(password), newPwd: passwordDigest(word) },
    })
    expect([changed.status, changed.body.error]).toEqual([400, 'account.password_too_common'])
    await setPassword(app, amy, word)
    expect((await signIn(app, amy.email, word, from('198.51.100.21'))).body.key).toBe(
      'session.password_too_simple',
    )
  })

  test('an uncommon password is accepted', async () => {
    for (const word of ['Molar-and-incisor-7', 'x9$Kq2vL', 'grüner Zahn 41'])
      expect(await isCommonPassword(passwordDigest(word))).toBe(false)
  })
})

test('T14: a wrong password gets the same reply for unknown, active, disabled and unverified accounts, after one argon2 run and the same statements', async () => {
  const { dave, amy, bob } = people
  await update(dave, { disabled_at: app.clock.now() })
  await update(amy, { email_verified_at: null })
  const seen: unknown[] = []
  const readStatements = captureStatements()
  for (const email of ['nobody@pontic.example', bob.email, dave.email, amy.email, people.ben.email]) {
    const before = countPasswordRuns()
    readStatements()
    const { status, body } = await signIn(app, email, 'not-the-password-1', from('198.51.100.14'))
    seen.push([status, { ...body, requestId: undefined }, countPasswordRuns() - before, readStatements()])
  }
  await update(dave, { disabled_at: null })
  await update(amy, { email_verified_at: app.clock.now() })
  const statements = expect.arrayContaining([expect.stringContaining('insert into attempt')])
  expect(seen[0]).toMatchObject([
    400,
    { error: 'invalid_grant', key: 'session.wrong_credentials' },
    1,
    statements,
  ])
  for (const one of seen) expect(one).toEqual(seen[0])
})

/** Captures all SQL statements of the application. @returns a function that returns the statements since its last call */
function captureStatements(): () => string[] {
  const wrapped = new WeakSet<object>()
  let texts: string[] = []
  app.services.database.pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    const recording = (...input: unknown[]) => {
      const [first] = input
      texts.push(typeof first === 'string' ? first : (first as { text: string }).text)
      return query(...input)
    }
    client.query = recording as typeof client.query
  })
  return () => {
    const found = texts
    texts = []
    return found
  }
}

describe('T13: guessing passwords', () => {
  let captchas = 0
  /** Signs in from an IP address, with a solved captcha if one is required. */
  const guess = async (email: string, word: string, address: string, headers = {}) => {
    const all = { ...from(address), ...headers }
    const first = await signIn(app, email, word, all)
    if (first.body.key !== 'captcha.required') return first
    const fields = await captchaFields(app, from(`192.0.2.${++captchas % 250}`))
    return signIn(app, email, word, all, fields)
  }
  const fail = (email: string, address: string, headers = {}) =>
    guess(email, 'not-the-password-1', address, headers)

  // Resets the attempts of earlier tests.
  beforeEach(() => app.clock.advance({ minutes: limits.failureWindowMinutes }))

  test('T13: after 10 failures a known or unknown account gets 429 with Retry-After, even with the right password', async () => {
    for (const email of [people.bob.email, 'stranger@pontic.example']) {
      const failed: TokenAnswer[] = []
      for (let n = 0; n < limits.accountFailuresLocked; n++)
        failed.push(await fail(email, `198.51.100.${n + 100}`))
      expect(failed.map((one) => one.status)).toEqual(failed.map(() => 400))
      const locked = await signIn(app, email, password, from('198.51.100.30'))
      expect([locked.status, locked.body.key]).toEqual([429, 'session.locked'])
      const seconds = Number(locked.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(limits.failureWindowMinutes * 60)
    }
    app.clock.advance({ minutes: limits.failureWindowMinutes })
    expect((await signIn(app, people.bob.email, password, from('198.51.100.30'))).status).toBe(200)
  })

  test('T13: a locked user can sign in on a known device, which has its own counter', async () => {
    const before = await signIn(app, people.alice.email, password, from('198.51.100.40'))
    const cookie = before.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(before.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict/)
    for (let n = 0; n <= limits.accountFailuresLocked; n++)
      await fail(people.alice.email, `198.51.100.${n + 60}`)
    expect((await signIn(app, people.alice.email, password, from('198.51.100.42'))).status).toBe(429)
    const known = await signIn(app, people.alice.email, password, { ...from('198.51.100.40'), cookie })
    expect(known.status).toBe(200)
    // The cookie is bound to the account and cannot be forged.
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const value of [forged.slice(0, -8), `${cookie}x`]) {
      const answer = await signIn(app, people.alice.email, password, {
        ...from('198.51.100.40'),
        cookie: value,
      })
      expect(answer.status).toBe(429)
    }
    for (let n = 0; n < limits.accountFailuresLocked; n++)
      await fail(people.alice.email, '198.51.100.43', { cookie })
    const guessed = await signIn(app, people.alice.email, password, { ...from('198.51.100.44'), cookie })
    expect(guessed.status).toBe(429)
  })

  test('T13: after 100 failures an IP address gets 429, and other IP addresses and right passwords are not counted', async () => {
    const address = '203.0.113.9'
    for (let n = 0; n < 5; n++)
      expect((await signIn(app, people.erin.email, password, from(address))).status).toBe(200)
    for (let n = 0; n < limits.addressFailuresLocked; n++)
      expect((await fail(`guess${n}@pontic.example`, address)).body.key).toBe('session.wrong_credentials')
    expect((await signIn(app, people.erin.email, password, from(address))).status).toBe(429)
    expect((await signIn(app, people.erin.email, password, from('203.0.113.10'))).status).toBe(200)
  })
})

test('a burst of sign-ins does not block other calls', async () => {
  setPasswordCost('recommended')
  onTestFinished(() => setPasswordCost('lowest'))
  expect(await hashPassword(passwordDigest(password))).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  let answered = 0
  const storm = Array.from({ length: 60 }, async (_, n) => {
    const { status } = await signIn(app, people.erin.email, password, from(`192.0.2.${n}`), {
      username: `storm${n}@pontic.example`,
    })
    answered++
    return status
  })
  expect(await tryToken(app, people.alice.token)).toBe(200)
  // The call must not wait for all sign-ins. The number of finished sign-ins depends on the machine.
  expect(answered).toBeLessThan(50)
  expect(new Set(await Promise.all(storm))).toEqual(new Set([400]))
})

test('T12: the query of GET /oauth/token and the returned tokens are in no log line and no table', async () => {
  const address = (fields: Record<string, string>) =>
    `${app.url}/oauth/token?${new URLSearchParams({ ...clientFields, ...fields })}`
  const digest = passwordDigest(password)
  const good = await fetch(address({ grant_type: 'password', username: people.erin.email, password: digest }))
  expect(good.status).toBe(200)
  const session = (await good.json()) as TokenAnswer['body']
  const wrong = passwordDigest('secret marker 1')
  const refused = await fetch(
    address({ grant_type: 'password', username: 'marker-user@pontic.example', password: wrong }),
  )
  expect(refused.status).toBe(400)
  const renewed = await fetch(address({ grant_type: 'refresh_token', refresh_token: session.refresh_token }))
  expect(renewed.status).toBe(200)
  const next = (await renewed.json()) as TokenAnswer['body']
  await fetch(address({ grant_type: 'password', password: 'marker-that-is-no-digest', unknown: 'marker-x' }))
  const tokens = [session.access_token, session.refresh_token, next.access_token, next.refresh_token]
  const log = app.logLines.join('\n')
  expect(log).toContain('session.createByQuery')
  for (const marker of [digest, wrong, 'marker-user', 'marker-that-is-no-digest', 'marker-x', ...tokens]) {
    expect(log).not.toContain(marker)
  }
  for (const marker of [digest, wrong, ...tokens]) expect(await tablesWith(marker)).toEqual([])
})

async function tablesWith(marker: string): Promise<string[]> {
  const { db } = app.services.database
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'
    and tablename not in (select inhrelid::regclass::text from pg_inherits)`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const hit =
      await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${marker}%`} limit 1`.execute(db)
    if (hit.rows.length > 0) found.push(name)
  }
  return found
}

test('GET /oauth/token returns 405 if the setting turns it off', async () => {
  const strict = await startTestApp({ PONTIC_TOKEN_BY_QUERY: 'no' })
  const query = new URLSearchParams({ ...clientFields, grant_type: 'password' })
  const response = await fetch(`${strict.url}/oauth/token?${query}`)
  const body = (await response.json()) as TokenAnswer['body']
  await strict.close()
  expect([response.status, body.key]).toEqual([405, 'session.get_switched_off'])
})
