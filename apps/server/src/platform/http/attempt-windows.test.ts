import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAttempts } from '../../test/attempts.ts'
import { captchaFields } from '../../test/captcha.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { setPassword, signIn, type TokenAnswer } from '../../test/sign-in.ts'

let app: TestApp
let people: People
const password = 'Molar-and-incisor-7'
const from = (address: string) => ({ 'x-forwarded-for': address })
let lastAddress = 0
const newAddress = () => `198.51.100.${++lastAddress}`

beforeAll(async () => {
  app = await startTestApp({ PONTIC_TRUSTED_PROXIES: '127.0.0.1' })
  people = await createPeople(app)
  await setPassword(app, people.bob, password)
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance({ days: 1 }))

/** Signs in from a new address and solves the captcha if one is required. */
async function attempt(email: string, word: string): Promise<TokenAnswer> {
  const first = await signIn(app, email, word, from(newAddress()))
  if (first.body.key !== 'captcha.required') return first
  return signIn(app, email, word, from(newAddress()), await captchaFields(app, from(newAddress())))
}

const waitOf = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'))
const minutesIn = (text: string | undefined) => Number(/(\d+) minute/.exec(text ?? '')?.[1])

/** Sets the clock to a minute before the end of a quarter of an hour. */
function endQuarter(): void {
  app.clock.beginHour()
  app.clock.advance({ minutes: 14 })
}

describe('failed sign-ins', () => {
  test('T13: failures before and after a quarter-hour boundary count together', async () => {
    endQuarter()
    for (let n = 0; n < 5; n++) expect((await attempt(people.bob.email, 'wrong-word-1')).status).toBe(400)
    app.clock.advance({ minutes: 2 })
    for (let n = 0; n < 5; n++) expect((await attempt(people.bob.email, 'wrong-word-1')).status).toBe(400)
    const locked = await attempt(people.bob.email, password)
    expect([locked.status, locked.body.key]).toEqual([429, 'session.locked'])
  })

  test('T13: Retry-After and the message contain the time of the next admitted try, and refused tries do not delay it', async () => {
    endQuarter()
    for (let n = 0; n < limits.accountFailuresLocked; n++) await attempt(people.bob.email, 'wrong-word-1')
    app.clock.advance({ minutes: 5 })
    for (let n = 0; n < 3; n++) await attempt(people.bob.email, 'wrong-word-1')
    const locked = await attempt(people.bob.email, password)
    const wait = waitOf(locked)
    expect([locked.status, minutesIn(locked.body.error_description)]).toEqual([429, Math.ceil(wait / 60)])
    app.clock.advance({ seconds: wait - 300 })
    const early = await attempt(people.bob.email, password)
    expect([early.status, waitOf(early) <= 300]).toEqual([429, true])
    app.clock.advance({ seconds: waitOf(early) })
    // The first failure has left the window, so one more try is admitted.
    expect((await attempt(people.bob.email, password)).status).toBe(200)
  })

  test('the right password resets the failures of the account', async () => {
    for (let n = 0; n < 4; n++) await attempt(people.bob.email, 'wrong-word-1')
    expect((await attempt(people.bob.email, password)).status).toBe(200)
    for (let n = 0; n < 5; n++) {
      const { body } = await signIn(app, people.bob.email, 'wrong-word-1', from(newAddress()))
      expect(body.key).toBe('session.wrong_credentials')
    }
  })

  test('sign-ins that are refused because of the IP address do not count as failures of the account', async () => {
    const address = newAddress()
    await addAttempts(app, `login:address:${address}`, limits.addressFailuresLocked)
    for (let n = 0; n < limits.accountFailuresLocked; n++)
      expect((await signIn(app, people.bob.email, password, from(address))).status).toBe(429)
    expect((await signIn(app, people.bob.email, password, from(newAddress()))).status).toBe(200)
  })
})

test('T16: availability checks before and after a quarter-hour boundary count together', async () => {
  endQuarter()
  const visitor = as(app, undefined, from(newAddress()))
  const ask = (n: number) =>
    visitor.call('accounts.checkEmailAvailable', { body: { email: `free${n}@pontic.example` } })
  for (let n = 0; n < 3; n++) expect((await ask(n)).status).toBe(200)
  app.clock.advance({ minutes: 2 })
  for (let n = 0; n < 2; n++) expect((await ask(n)).status).toBe(200)
  expect((await ask(9)).body.error).toBe('captcha.required')
  app.clock.advance({ minutes: 13 })
  expect((await ask(9)).status).toBe(200)
})

type Bound = {
  name: string
  key: string
  who: () => Person
  what: string
  max: number
  seconds: number
  ask: (person: Person) => Promise<{ status: number; headers: Headers; body: { error?: string } }>
}

const bounds: Bound[] = [
  {
    name: 'invitations of an organization in a day',
    key: 'invitation.too_many',
    who: () => people.erin,
    what: 'invitation:organization',
    max: limits.invitationsPerDay,
    seconds: 86_400,
    ask: (person) => as(app, person).call('invitations.create', { body: {} }),
  },
  {
    name: 'data exports of a user in an hour',
    key: 'request.too_many',
    who: () => people.carol,
    what: 'export:account',
    max: limits.dataExportsPerHour,
    seconds: 3600,
    ask: async (person) => {
      const headers = { authorization: `Bearer ${person.token}` }
      const answer = await fetch(`${app.url}/restful/accounts/export`, { headers })
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object }
    },
  },
  {
    name: 'tries of a user’s password in 15 minutes',
    key: 'request.too_many',
    who: () => people.amy,
    what: 'password:account',
    max: limits.passwordTriesPerQuarterHour,
    seconds: 900,
    ask: (person) =>
      as(app, person).call('accounts.changePassword', {
        body: { pwd: 'a'.repeat(64), newPwd: 'b'.repeat(64) },
      }),
  },
]

test.each(bounds)('$name are counted over a sliding window', async (bound) => {
  const person = bound.who()
  const [prefix, of] = bound.what.split(':')
  const subject = `${prefix}:${of === 'account' ? person.accountId : person.organizationId}`
  await addAttempts(app, subject, bound.max)
  // After nine tenths of a window a fixed window would usually have restarted.
  app.clock.advance({ seconds: bound.seconds * 0.9 })
  const refused = await bound.ask(person)
  expect([refused.status, refused.body.error]).toEqual([429, bound.key])
  expect(waitOf(refused)).toBeLessThanOrEqual(bound.seconds * 0.1)
  app.clock.advance({ seconds: waitOf(refused) })
  expect((await bound.ask(person)).body.error).not.toBe(bound.key)
})
