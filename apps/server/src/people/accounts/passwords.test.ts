import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { password } from '../../test/registration.ts'
import { renew, setPassword, signIn, type TokenAnswer, tryToken } from '../../test/sign-in.ts'

let app: TestApp
let people: People
let person: Person
let session: TokenAnswer['body']
const next = 'Canine-and-crown-9'

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.advance({ days: 1 })
  await setPassword(app, people.alice, password)
  session = (await signIn(app, people.alice.email, password)).body
  person = { ...people.alice, token: session.access_token, sessionId: session.jti }
})

async function listMails(to: string, subject: string | RegExp) {
  return (await app.readMails()).filter((mail) => mail.to === to && new RegExp(subject).test(mail.subject))
}

const change = (pwd: string, newPwd: string, who = person) =>
  as(app, who).call('accounts.changePassword', {
    body: { pwd: passwordDigest(pwd), newPwd: passwordDigest(newPwd) },
  })

describe('changing the password with the current one', () => {
  test('T11: a change of the password revokes all sessions, closes their streams, and sends a mail', async () => {
    const stream = await fetch(`${app.url}/restful/events`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    const reader = stream.body!.getReader()
    expect((await change(password, next)).status).toBe(200)
    const readToEnd = async () => {
      for (;;) if ((await reader.read()).done) return
    }
    await readToEnd().catch(() => {})
    expect(await tryToken(app, session.access_token)).toBe(401)
    expect((await renew(app, session.refresh_token)).body.error).toBe('invalid_grant')
    expect((await signIn(app, people.alice.email, password)).body.key).toBe('session.wrong_credentials')
    expect((await signIn(app, people.alice.email, next)).status).toBe(200)
    expect(await listMails(people.alice.email, 'Your password was changed')).toHaveLength(1)
  })

  test('a wrong current password, an unchanged one and a common one are refused at their fields', async () => {
    const outcome = async (pwd: string, newPwd: string) => {
      const { status, body } = await change(pwd, newPwd)
      return [status, body.error, Object.keys(body.fields ?? {})]
    }
    expect(await outcome('Wrong-one-11', next)).toEqual([400, 'account.wrong_password', ['pwd']])
    expect(await outcome(password, password)).toEqual([400, 'account.password_same', ['newPwd']])
    expect(await outcome(password, 'password1')).toEqual([400, 'account.password_too_common', ['newPwd']])
    expect(await tryToken(app, session.access_token)).toBe(200)
  })

  test('wrong current passwords are limited, so that a stolen session cannot guess them', async () => {
    for (let tries = 0; tries < limits.passwordTriesPerQuarterHour; tries++) {
      expect((await change('Wrong-one-11', next)).status).toBe(400)
    }
    const refused = await change(password, next)
    expect([refused.status, refused.body.error]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('T18: one of two concurrent changes sets the password', async () => {
    const outcomes = await Promise.all([change(password, next), change(password, 'Bridge-of-the-11')])
    expect(outcomes.some(({ status }) => status === 200)).toBe(true)
    const works = [next, 'Bridge-of-the-11'].map((one) => signIn(app, people.alice.email, one))
    const good = (await Promise.all(works)).filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
  })
})

describe('resetting the password with a code of six digits', () => {
  const send = (who = person) => as(app, who).call('accounts.sendResetCode')
  const reset = (code: string, newPwd = next, who = person) =>
    as(app, who).call('accounts.resetPassword', { body: { code, newPwd: passwordDigest(newPwd) } })
  const readCode = async () => {
    const [mail] = await listMails(people.alice.email, 'password code')
    return /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
  }
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('T11: the mailed code sets a new password and revokes all sessions, and spaces in the code are ignored', async () => {
    expect((await send()).status).toBe(200)
    const code = await readCode()
    expect((await reset(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await tryToken(app, session.access_token)).toBe(401)
    expect((await signIn(app, people.alice.email, next)).status).toBe(200)
  })

  test('T18: one of two concurrent uses of a code succeeds', async () => {
    await send()
    const code = await readCode()
    const outcomes = await Promise.all([reset(code), reset(code, 'Bridge-of-the-11')])
    expect(outcomes.map(({ status }) => status).sort()[0]).toBe(200)
    expect(outcomes.map(({ status }) => status).sort()[1]).not.toBe(200)
  })

  test('T18: a code becomes invalid after five wrong tries, after ten minutes, and by a newer code', async () => {
    await send()
    const first = await readCode()
    for (let tries = 0; tries < limits.typedCodeTriesMax; tries++) {
      const wrong = await reset(wrongCode(first))
      expect([wrong.status, wrong.body.error]).toEqual([400, 'account.typed_code_wrong'])
    }
    expect((await reset(first)).body.error).toBe('account.typed_code_wrong')
    app.clock.advance({ minutes: 2 })
    await send()
    const second = await readCode()
    app.clock.advance({ seconds: limits.typedCodeMinutes * 60 + 1 })
    expect((await reset(second)).body.error).toBe('account.typed_code_wrong')
    await send()
    const third = await readCode()
    app.clock.advance({ minutes: 2 })
    await send()
    if (third !== (await readCode())) expect((await reset(third)).body.error).toBe('account.typed_code_wrong')
  })

  test('T18: another account cannot use the code, and at most one code a minute is sent', async () => {
    await send()
    const code = await readCode()
    const foreign = await reset(code, next, people.bob)
    expect([foreign.status, foreign.body.error]).toEqual([400, 'account.typed_code_wrong'])
    const again = await send()
    expect([again.status, again.body.error]).toEqual([429, 'request.too_many'])
    expect(Number(again.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await reset(code)).status).toBe(200)
  })
})

describe('verifying a mobile number by SMS', () => {
  const readSms = async (): Promise<{ to: string; text: string }[]> => {
    await app.runJobs()
    return (await (await fetch(`${app.url}/dev/sms`)).json()) as { to: string; text: string }[]
  }
  const ask = (mobile: string, who = person) =>
    as(app, who).call('accounts.sendMobileCode', { body: { mobile } })
  const set = (mobile: string, code: string, who = person) =>
    as(app, who).call('accounts.setMobile', { body: { mobile, code } })
  const telephone = async () =>
    (await as(app, person).call('accounts.get', { params: { username: 'me' } })).body.data.telephone

  test('a user verifies a mobile number, and removes it', async () => {
    expect((await ask('+44 7700 900-123')).status).toBe(200)
    const [sms] = await readSms()
    expect(sms?.to).toBe('+447700900123')
    const code = /\d{6}/.exec(sms?.text ?? '')?.[0] ?? ''
    const swapped = await set('+447700900124', code)
    expect([swapped.status, swapped.body.error]).toEqual([400, 'account.typed_code_wrong'])
    expect(await telephone()).toBeNull()
    expect((await set('0044 7700 900123', code)).status).toBe(200)
    expect(await telephone()).toBe('+447700900123')
    expect((await set('+447700900123', code)).status).toBe(400)
    await as(app, person).call('accounts.update', { body: { acceptsOrderSms: true } })
    expect((await as(app, person).call('accounts.removeMobile')).status).toBe(200)
    const account = (await as(app, person).call('accounts.get', { params: { username: 'me' } })).body.data
    expect([account.telephone, account.acceptsOrderSms]).toEqual([null, false])
  })

  test('T18: a code of another purpose is refused', async () => {
    await as(app, person).call('accounts.sendResetCode')
    const [mail] = await listMails(people.alice.email, 'password code')
    const code = /\d{6}/.exec(mail?.subject ?? '')?.[0] ?? ''
    await ask('+447700900125')
    const crossed = await set('+447700900125', code)
    const [sms] = await readSms()
    if (!sms?.text.includes(code)) expect(crossed.body.error).toBe('account.typed_code_wrong')
  })

  test('an invalid international number is refused, and at most one SMS a minute is sent', async () => {
    for (const mobile of ['07700 900123', '+0 123456789', '12', '+44 7700 9001234567', '+44x7700900123']) {
      const { status, body } = await ask(mobile, people.bob)
      expect([mobile, status, Object.keys(body.fields ?? {})]).toEqual([mobile, 400, ['mobile']])
    }
    const both = await Promise.all([ask('+447700900126', people.bob), ask('+447700900127', people.bob)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
  })
})
