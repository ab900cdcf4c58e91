import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { renderMail } from './render-mail.ts'
import { sendMail } from './send-mail.ts'

const publicUrl = 'https://cases.example.com'
const received: { raw: string; recipients: string[] }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    let raw = ''
    stream.on('data', (chunk: Buffer) => {
      raw += chunk.toString('utf8')
    })
    stream.on('end', () => {
      received.push({ raw, recipients: session.envelope.rcptTo.map((to) => to.address) })
      done()
    })
  },
})
let app: TestApp

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  app = await startTestApp({ PONTIC_SMTP_URL: `smtp://127.0.0.1:${port}`, PONTIC_PUBLIC_URL: publicUrl })
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const content = {
  to: 'bob@northlight.example',
  language: 'en_US',
  template: 'partner_applied',
  name: 'Bob',
  params: { organization: 'Brookside Dental', recipient: 'Northlight Lab' },
  link: '/partner',
} as const

async function sendAndRead(mail: Parameters<typeof sendMail>[2]): Promise<Email> {
  await app.services.database.transaction((tx) => sendMail(tx, app.services, mail))
  await app.runJobs()
  return await PostalMime.parse(received.at(-1)!.raw)
}

test('a mail is sent by SMTP as HTML and plain text, with a link to the portal and a message id', async () => {
  const mail = await sendAndRead(content)
  expect(mail.to).toEqual([expect.objectContaining({ address: content.to })])
  expect(mail.from?.address).toBe('no-reply@cases.example.com')
  expect(mail.subject).toBe('Partnership application from Brookside Dental')
  expect(mail.text).toContain(`${publicUrl}/partner`)
  expect(mail.html).toContain(`href="${publicUrl}/partner"`)
  expect(mail.html).not.toMatch(/<script|<img|src=/)
  expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@cases\.example\.com>$/)
})

test('a mail of a transaction that is rolled back is not sent', async () => {
  const count = received.length
  const undone = app.services.database.transaction(async (tx) => {
    await sendMail(tx, app.services, content)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await app.runJobs()
  expect(received).toHaveLength(count)
})

test('T60: line breaks in names become spaces, and no other recipient gets the mail', async () => {
  const organization = 'Evil\r\nBcc: carol@harbour.example\r\n\r\n<b>Clinic</b>'
  const mail = await sendAndRead({
    ...content,
    name: 'Bob\nBcc: x@y.example',
    params: { ...content.params, organization },
  })
  expect(mail.subject).toBe('Partnership application from Evil Bcc: carol@harbour.example <b>Clinic</b>')
  expect(mail.bcc).toBeUndefined()
  expect(mail.html).toContain('&lt;b&gt;Clinic&lt;/b&gt;')
  expect(received.at(-1)?.recipients).toEqual([content.to])
})

test('T60: a mail to an address that contains a second address does not reach the second one', async () => {
  const count = received.length
  await app.services.database.transaction((tx) =>
    sendMail(tx, app.services, { ...content, to: 'bob@northlight.example,carol@harbour.example' }),
  )
  await app.runJobs()
  expect(received.slice(count).flatMap((mail) => mail.recipients)).not.toContain('carol@harbour.example')
})

test('T20: a mail contains links to the portal only', () => {
  for (const link of [
    'https://evil.example/x',
    '//evil.example/x',
    'javascript:alert(1)',
    '/\\evil.example',
  ]) {
    expect(() => renderMail({ ...content, link }, publicUrl)).toThrow()
  }
})

test.each(['zh_CN', 'zh_TW', 'ja_JP'] as const)('a mail in %s has no space after a full stop', (language) => {
  const params = { organization: '明月', number: 'C26-7F3K9Q', reason: '' }
  const mail = {
    language,
    template: 'order_question',
    params,
    name: '林悦',
    link: '/',
    canBeSwitchedOff: true,
  } as const
  expect(renderMail(mail, publicUrl).text).not.toContain('。 ')
})

test('T20: the link of a mail does not depend on the headers of the request that caused it', async () => {
  const { createPeople } = await import('../../test/people.ts')
  const people = await createPeople(app)
  await fetch(`${app.url}/restful/accounts/sendPwdResetEmail`, {
    method: 'POST',
    body: JSON.stringify({ email: people.alice.email }),
    headers: {
      'content-type': 'application/json',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    },
  })
  await app.runJobs()
  const mail = received.findLast((one) => one.recipients.includes(people.alice.email))
  expect(mail?.raw).not.toContain('evil.example')
  expect((await PostalMime.parse(mail!.raw)).text).toContain(`${publicUrl}/`)
})
