import { limits } from '@pontic/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { solveCaptcha } from '../../test/captcha.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { setPassword, signIn } from '../../test/sign-in.ts'
import { guardAvailability } from './captcha.service.ts'
import { captchaCode } from './captcha-code.shared.ts'
import { signs } from './glyphs.ts'
import { drawSvg } from './picture.ts'

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

// Earlier tests leave attempts behind; advancing the clock clears them.
beforeEach(() => app.clock.advance({ minutes: limits.failureWindowMinutes }))

const tryBob = (word: string, fields: Record<string, string> = {}) =>
  signIn(app, people.bob.email, word, from(newAddress()), fields)

/** Fails to sign in until a captcha is required. */
async function failOften(): Promise<void> {
  app.clock.advance({ hours: 1 })
  for (let n = 0; n < limits.accountFailuresCaptcha; n++)
    expect((await tryBob('wrong-word-1')).status).toBe(400)
}

const toFields = ({ codeId, code }: { codeId: string; code: string }) => ({ code_id: codeId, code })
const wrongCode = (code: string) => (code.startsWith('A') ? `C${code.slice(1)}` : `A${code.slice(1)}`)

describe('the picture', () => {
  test('each request for the picture of a captcha gets the same PNG, which is not cacheable', async () => {
    const { codeId } = await solveCaptcha(app, 'login')
    const get = () => fetch(`${app.url}/restful/accounts/code/${codeId}`)
    const [first, second] = [await get(), await get()]
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(first.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(bytes.equals(Buffer.from(await second.arrayBuffer()))).toBe(true)
    const { width, height, format } = await sharp(bytes).metadata()
    expect([width, height, format]).toEqual([432, 144, 'png'])
  })

  test('every character of a captcha is drawn, and each seed distorts it differently', () => {
    for (const sign of signs) {
      const drawn = drawSvg(sign, 7)
      expect([sign, drawn.split('<path').length]).toEqual([sign, expect.any(Number)])
      expect(drawn.split('<path').length).toBeGreaterThan(drawSvg('', 7).split('<path').length)
    }
    expect(drawSvg('A', 1)).not.toBe(drawSvg('A', 2))
    expect(drawSvg('W2Y', 3)).not.toMatch(/NaN|undefined|<text|font/)
  })

  test('T17: an unknown or expired captcha has no picture', async () => {
    const statusOf = async (id: string) => (await fetch(`${app.url}/restful/accounts/code/${id}`)).status
    expect(await statusOf('0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f')).toBe(404)
    expect(await statusOf('1')).toBe(400)
    const { codeId } = await solveCaptcha(app, 'login')
    app.clock.advance({ minutes: limits.captchaMinutes, seconds: 1 })
    expect(await statusOf(codeId)).toBe(404)
  })

  test('the code of a captcha is neither in its row nor in the log', async () => {
    const { codeId, code } = await solveCaptcha(app, 'login')
    await tryBob('wrong-word-1', { code_id: codeId, code })
    const row = await app.services.database.db
      .selectFrom('captcha')
      .selectAll()
      .where('id', '=', codeId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(code)
    expect(app.logLines.join('')).not.toContain(code)
  })
})

describe('T13: the captcha for signing in', () => {
  test('T13: after 5 failures of an account even the right password needs a captcha, with a refusal as in RFC 6749 §5.2', async () => {
    await failOften()
    const asked = await tryBob(password)
    expect([asked.status, asked.body.error, asked.body.key]).toEqual([
      400,
      'captcha_required',
      'captcha.required',
    ])
    const solved = await solveCaptcha(app, 'login')
    expect((await tryBob(password, toFields({ ...solved, code: solved.code.toLowerCase() }))).status).toBe(
      200,
    )
    // The right password has reset the number of failures.
    expect((await tryBob(password)).status).toBe(200)
  })

  test('T13: after 20 failures from an IP address every sign-in from it needs a captcha, and sign-ins from other addresses do not', async () => {
    app.clock.advance({ hours: 1 })
    const address = newAddress()
    const guess = (n: number) => signIn(app, `guess${n}@pontic.example`, 'wrong-word-1', from(address))
    for (let n = 0; n < limits.addressFailuresCaptcha; n++)
      expect((await guess(n)).body.key).toBe('session.wrong_credentials')
    expect((await guess(99)).body.key).toBe('captcha.required')
    expect((await signIn(app, people.bob.email, password, from(address))).body.key).toBe('captcha.required')
    expect((await tryBob(password)).status).toBe(200)
  })

  test('T13: sign-ins without the required captcha do not count as failures, so that they do not lock the account', async () => {
    await failOften()
    for (let n = 0; n < limits.accountFailuresLocked + 2; n++)
      expect((await tryBob('wrong-word-1')).body.key).toBe('captcha.required')
    expect((await tryBob(password, toFields(await solveCaptcha(app, 'login')))).status).toBe(200)
  })

  test('T14: an unknown account needs a captcha after as many failures as an existing account', async () => {
    app.clock.advance({ hours: 1 })
    const nobody = () => signIn(app, 'nobody-here@pontic.example', 'wrong-word-1', from(newAddress()))
    const keys: (string | undefined)[] = []
    for (let n = 0; n <= limits.accountFailuresCaptcha; n++) keys.push((await nobody()).body.key)
    expect(keys.slice(0, -1)).toEqual(keys.slice(0, -1).map(() => 'session.wrong_credentials'))
    expect(keys.at(-1)).toBe('captcha.required')
  })
})

describe('T17: answers that a captcha accepts', () => {
  test('T17: a solved captcha is valid once', async () => {
    await failOften()
    const solved = toFields(await solveCaptcha(app, 'login'))
    expect((await tryBob('wrong-word-1', solved)).body.key).toBe('session.wrong_credentials')
    expect((await tryBob(password, solved)).body.key).toBe('captcha.required')
  })

  test('T17: of twenty concurrent requests with the same captcha answer exactly one is accepted', async () => {
    await failOften()
    const solved = toFields(await solveCaptcha(app, 'login'))
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryBob('wrong-word-1', solved)))
    const tried = answers.filter((one) => one.body.key === 'session.wrong_credentials')
    expect(tried).toHaveLength(1)
  })

  test('T17: the code of another captcha and a captcha for another purpose are refused', async () => {
    await failOften()
    const [one, other] = [await solveCaptcha(app, 'login'), await solveCaptcha(app, 'login')]
    const crossed = await tryBob(password, toFields({ codeId: one.codeId, code: other.code }))
    expect(crossed.body.key).toBe('captcha.wrong')
    expect(crossed.body.error).toBe('captcha_required')
    const foreign = await solveCaptcha(app, 'availability')
    expect((await tryBob(password, toFields(foreign))).body.key).toBe('captcha.required')
  })

  test('T17: after 5 wrong tries a new captcha is needed, even for the right code', async () => {
    await failOften()
    const { codeId, code } = await solveCaptcha(app, 'login')
    const keys: (string | undefined)[] = []
    for (let n = 0; n < limits.captchaTries; n++)
      keys.push((await tryBob(password, { code_id: codeId, code: wrongCode(code) })).body.key)
    expect(keys).toEqual([...Array(limits.captchaTries - 1).fill('captcha.wrong'), 'captcha.required'])
    expect((await tryBob(password, { code_id: codeId, code })).body.key).toBe('captcha.required')
  })

  test('T17: a captcha expires after 5 minutes', async () => {
    await failOften()
    const solved = toFields(await solveCaptcha(app, 'login'))
    app.clock.advance({ minutes: limits.captchaMinutes, seconds: 1 })
    expect((await tryBob(password, solved)).body.key).toBe('captcha.required')
  })

  test('an IP address gets at most 20 captchas a minute', async () => {
    app.clock.advance({ hours: 1 })
    const { call } = as(app, undefined, from(newAddress()))
    const ask = () => call('captcha.create', { body: { purpose: 'login', kind: 'graphic' } })
    for (let n = 0; n < limits.captchasPerMinute; n++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, refused.body.error]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the mailed captcha for people who cannot see the picture', () => {
  const askMail = (email: string | undefined, purpose = 'login') =>
    as(app, undefined, from(newAddress())).call('captcha.create', { body: { purpose, kind: 'mail', email } })
  const codeIn = (text: string | undefined) => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? ''

  test('a user signs in with the mailed code, which is not valid for another account', async () => {
    await failOften()
    const asked = await askMail(people.bob.email)
    const { codeId } = asked.body.data
    const [mail] = await app.readMails()
    expect([mail?.to, mail?.subject]).toEqual([people.bob.email, `Your code is ${codeIn(mail?.text)}`])
    const fields = toFields({ codeId, code: codeIn(mail?.text) })
    for (let n = 0; n < limits.accountFailuresCaptcha; n++)
      await signIn(app, people.alice.email, 'wrong-word-1', from(newAddress()))
    const other = await signIn(app, people.alice.email, 'wrong-word-1', from(newAddress()), fields)
    expect(other.body.key).toBe('captcha.wrong')
    expect((await tryBob(password, fields)).status).toBe(200)
  })

  test('T15: a mailed captcha for an unknown address gets the same reply, but no mail is sent', async () => {
    const before = (await app.readMails()).length
    const [known, unknown] = [await askMail(people.bob.email), await askMail('nobody-x@pontic.example')]
    expect([unknown.status, { ...unknown.body.data, codeId: '' }]).toEqual([
      known.status,
      { ...known.body.data, codeId: '' },
    ])
    const mails = await app.readMails()
    expect(mails.length - before).toBe(1)
    expect(mails[0]?.to).toBe(people.bob.email)
  })

  test('for a registration the code is mailed to an address without an account, at most 5 times an hour', async () => {
    app.clock.advance({ hours: 1 })
    const email = 'new-person@pontic.example'
    for (let n = 0; n < limits.codeMailsPerHour + 2; n++)
      expect((await askMail(email, 'availability')).status).toBe(200)
    const mails = (await app.readMails()).filter((mail) => mail.to === email)
    expect(mails).toHaveLength(limits.codeMailsPerHour)
  })

  test('a request for a mailed captcha without an email address is refused, and the reply names the field', async () => {
    const { status, body } = await askMail(undefined)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['email']])
  })
})

describe('T16: limits of calls that reveal whether an address or name is in use', () => {
  const guard = async (address: string, answer?: { codeId: string; code: string }) => {
    const { services } = app
    const call = { services, inOwnTransaction: services.database.transaction, request: { address } }
    return guardAvailability(call, answer).then(
      () => 'open',
      (error: { key: string }) => error.key,
    )
  }

  test('T16: five calls need no captcha, and then each solved captcha admits five more', async () => {
    app.clock.advance({ hours: 1 })
    const address = newAddress()
    const outcomes: string[] = []
    for (let n = 0; n < 6; n++) outcomes.push(await guard(address))
    expect(outcomes).toEqual(['open', 'open', 'open', 'open', 'open', 'captcha.required'])
    expect(await guard(address, await solveCaptcha(app, 'login'))).toBe('captcha.required')
    expect(await guard(address, await solveCaptcha(app, 'availability'))).toBe('open')
    app.clock.advance({ minutes: 1 })
    for (let n = 0; n < 4; n++) expect(await guard(address)).toBe('open')
    expect(await guard(address)).toBe('captcha.required')
  })

  test('T16: a robot that solves every captcha is limited to 10 calls a minute and 50 a day', async () => {
    app.clock.advance({ hours: 1 })
    const address = newAddress()
    let open = 0
    let last = ''
    for (let minute = 0; minute < 8; minute++) {
      for (let n = 0; n < limits.availabilityChecksPerMinute + 1; n++) {
        last = await guard(address, await solveCaptcha(app, 'availability', from(newAddress())))
        if (last === 'open') open++
      }
      expect(last).toBe('request.too_many')
      app.clock.advance({ minutes: 1 })
    }
    expect(open).toBe(limits.availabilityChecksPerDay)
  })
})

test('the codes of a mail and a picture with the same id differ, and so do the codes of two installations', () => {
  const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
  const codes = ['one', 'two'].flatMap((key) =>
    (['graphic', 'mail'] as const).map((kind) => captchaCode(key, { id, kind })),
  )
  expect(new Set(codes).size).toBe(4)
  expect(codes[1]).toMatch(/^\d{6}$/)
})
