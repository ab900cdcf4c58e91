import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig, SettingsError } from '../../config/config.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople } from '../../test/people.ts'
import { openDevelopmentSmsSender } from './development-sms-sender.ts'
import { openGatewaySmsSender, type SmsGateway } from './gateway-sms-sender.ts'
import type { Sms, SmsSender } from './sms-sender.ts'

type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let app: TestApp
let server: Server
let url: string
let received: Received[] = []
let answer = { status: 200, body: '{"status":"queued"}', headers: {} as Record<string, string> }

beforeAll(async () => {
  app = await startTestApp()
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = incoming
    received.push({ method, url: path, headers, body: Buffer.concat(chunks).toString() })
    outgoing.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await app.close()
})
beforeEach(() => {
  received = []
  answer = { status: 200, body: '{"status":"queued"}', headers: {} }
})

const gateway = (over: Partial<SmsGateway> = {}): SmsGateway => ({
  url: `${url}/send`,
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret-of-the-gateway' },
  body: '{"to":"{to}","text":"{text}"}',
  accepted: '',
  ...over,
})

const hostile: Sms = { to: '+447700900123', text: 'Code "402913" \\ {to} & <b>\n张伟' }

/** Every implementation of `SmsSender` passes these tests. */
describe.each<[string, () => SmsSender, () => Promise<Sms[]>]>([
  [
    'the gateway',
    () => openGatewaySmsSender(gateway()),
    async () => received.map(({ body }) => JSON.parse(body) as Sms),
  ],
  [
    'the development mailbox',
    () => openDevelopmentSmsSender(app.services.database, app.clock.now),
    async () => {
      const rows = (await (await fetch(`${app.url}/dev/sms`)).json()) as Sms[]
      return rows.map(({ to, text }) => ({ to, text }))
    },
  ],
])('%s', (_name, open, list) => {
  test('a message is delivered unchanged, whatever characters it contains', async () => {
    await open().send(hostile)
    expect(await list()).toContainEqual(hostile)
  })

  test('each message is delivered separately', async () => {
    const smsSender = open()
    await Promise.all(['1', '2', '3'].map((text) => smsSender.send({ ...hostile, text })))
    const texts = (await list()).map(({ text }) => text)
    expect(texts).toEqual(expect.arrayContaining(['1', '2', '3']))
  })
})

describe('the request format of the provider', () => {
  test('the call of the gateway can be JSON with additional headers', async () => {
    await openGatewaySmsSender(gateway()).send(hostile)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/send' })
    expect(received[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-of-the-gateway',
      'content-type': 'application/json',
    })
  })

  test('the call of the gateway can be a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await openGatewaySmsSender(gateway({ headers, body: 'To={to}&Body={text}' })).send(hostile)
    const form = new URLSearchParams(received[0]?.body)
    expect(Object.fromEntries(form)).toEqual({ To: hostile.to, Body: hostile.text })
  })

  test('the call of the gateway can be XML', async () => {
    const headers = { 'content-type': 'text/xml; charset=utf-8' }
    await openGatewaySmsSender(gateway({ headers, body: '<m to="{digits}">{text}</m>' })).send(hostile)
    expect(received[0]?.body).toBe(
      '<m to="447700900123">Code &quot;402913&quot; \\ {to} &amp; &lt;b&gt;\n张伟</m>',
    )
  })

  test('the call of the gateway can be a GET with all values in its URL', async () => {
    await openGatewaySmsSender(gateway({ url: `${url}/get?n={digits}&t={text}`, body: '' })).send(hostile)
    expect(received[0]?.method).toBe('GET')
    const query = new URL(received[0]?.url ?? '', url).searchParams
    expect([query.get('n'), query.get('t')]).toEqual(['447700900123', hostile.text])
  })

  test('a refused message is reported as an error without the number, the text and the secret', async () => {
    const thrown = async (over: Partial<SmsGateway> = {}) => {
      const error = await openGatewaySmsSender(gateway(over))
        .send(hostile)
        .then(
          () => undefined,
          (reason: unknown) => reason as Error,
        )
      const text = `${error?.message} ${error?.stack}`
      for (const secret of ['402913', '900123', 'secret-of-the']) expect(text).not.toContain(secret)
      return error?.message
    }
    answer = { ...answer, status: 503 }
    expect(await thrown()).toBe('The SMS gateway answered 503.')
    answer = { ...answer, status: 200, body: '{"status":"failed"}' }
    expect(await thrown({ accepted: '"queued"' })).toBe('The SMS gateway did not take the message.')
    expect(await thrown()).toBeUndefined()
    answer = { status: 302, body: '', headers: { location: `${url}/elsewhere` } }
    expect(await thrown()).toMatch(/does not answer/)
    expect(received.map(({ url: path }) => path)).not.toContain('/elsewhere')
    expect(await thrown({ url: 'http://127.0.0.1:1/send?t={text}' })).toMatch(/does not answer/)
  })
})

test('the settings of a gateway are validated when the server starts', () => {
  const base = { PONTIC_MODE: 'demo', PONTIC_DATABASE_URL: 'postgresql://pontic_app@127.0.0.1/pontic' }
  const good = {
    ...base,
    PONTIC_SMS_URL: 'https://sms.example.com/{to}',
    PONTIC_SMS_HEADERS: '{"Authorization":"Bearer x"}',
    PONTIC_SMS_BODY: '{"text":"{text}"}',
  }
  expect(parseConfig(good).smsGateway).toEqual({
    url: 'https://sms.example.com/{to}',
    headers: { Authorization: 'Bearer x' },
    body: '{"text":"{text}"}',
    accepted: '',
  })
  expect(parseConfig(base).smsGateway).toBeUndefined()
  for (const wrong of [
    { PONTIC_SMS_URL: 'http://sms.example.com/{to}' },
    { PONTIC_SMS_URL: 'https://sms.example.com/' },
    { PONTIC_SMS_BODY: 'nothing' },
    { PONTIC_SMS_HEADERS: 'Authorization: Bearer x' },
    { PONTIC_SMS_HEADERS: '{"A":"x\\r\\nB: y"}' },
  ]) {
    expect(() => parseConfig({ ...good, ...wrong })).toThrow(SettingsError)
  }
})

test('an installation without a gateway refuses to send a code by SMS', async () => {
  const bare = await startTestApp({
    PONTIC_MODE: 'production',
    PONTIC_SMTP_URL: 'smtp://127.0.0.1:1',
    PONTIC_SECRET_KEY: 'a secret of more than thirty-two characters',
    PONTIC_PUBLIC_URL: 'https://cases.example.com',
  })
  const { alice } = await createPeople(bare)
  const refused = await as(bare, alice).call('accounts.sendMobileCode', { body: { mobile: '+447700900123' } })
  expect([refused.status, refused.body.error]).toEqual([409, 'account.sms_not_set'])
  await bare.close()
})
