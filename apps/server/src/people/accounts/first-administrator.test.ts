import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database.ts'
import { as } from '../../test/people.ts'
import { signIn } from '../../test/sign-in.ts'
import { createFirstAdministratorLink } from './first-administrator.service.ts'

const email = 'first.admin@cases.example.com'
const password = 'Molar-and-incisor-7'
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({
    PONTIC_MODE: 'production',
    PONTIC_PUBLIC_URL: 'https://cases.example.com',
    PONTIC_SMTP_URL: 'smtp://127.0.0.1:1',
    PONTIC_SECRET_KEY: 'a secret of more than thirty-two characters',
    PONTIC_FIRST_ADMINISTRATOR: 'First.Admin@cases.example.com',
  })
})
afterAll(() => app.close())

const codeOf = (link: string | undefined) => {
  expect(link).toMatch(/^https:\/\/cases\.example\.com\/resetpwd#code=[\w-]{43}$/)
  return link?.split('#code=')[1]
}
const setPassword = (code: string | undefined) =>
  as(app, undefined).call('accounts.resetPwdByEmailCode', {
    body: { code, newPwd: passwordDigest(password) },
  })

test('two nodes that start on an empty database create one link, which sets the first administrator’s password once within 24 hours', async () => {
  const second = await app.startSecondNode()
  const links = await Promise.all(
    [app, second, app, second].map((node) => createFirstAdministratorLink(node.services)),
  )
  const printed = links.filter((link) => link !== undefined)
  expect(printed).toHaveLength(1)
  const expired = codeOf(printed[0])
  app.clock.advance({ hours: limits.passwordResetHours, seconds: 1 })
  expect((await setPassword(expired)).body.error).toBe('account.code_invalid')

  const next = codeOf(await createFirstAdministratorLink(app.services))
  expect(await createFirstAdministratorLink(app.services)).toBeUndefined()
  const forced = codeOf(await createFirstAdministratorLink(app.services, true))
  expect((await setPassword(next)).body.error).toBe('account.code_invalid')
  expect((await setPassword(forced)).status).toBe(200)
  expect((await setPassword(forced)).body.error).toBe('account.code_invalid')

  const { status, body } = await signIn(app, email, password)
  expect(status).toBe(200)
  expect(body).toMatchObject({ authorities: ['ROLE_ADMIN'], org_admin_flag: true, organization_type: 255 })
  const { call } = as(app, { token: body.access_token } as never)
  // In production users of the platform must set up a second factor before anything else.
  expect(body.two_factor_needed).toBe(true)
  const refused = await call('orders.list', { body: {} })
  expect([refused.status, refused.body.error]).toEqual([403, 'two_factor.needed'])
  expect((await call('twoFactor.get')).body.data.requiredBy).toBe('platform')
  const { secret } = (await call('twoFactor.beginTotp')).body.data
  const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.clock.now().getTime(),
  })
  expect((await call('twoFactor.confirmTotp', { body: { otp } })).status).toBe(200)
  expect((await call('orders.list', { body: {} })).status).toBe(200)
  expect((await signIn(app, email, password)).body.error).toBe('mfa_required')
  for (const isForced of [false, true])
    expect(await createFirstAdministratorLink(app.services, isForced)).toBeUndefined()
  const { db } = app.services.database
  expect(await db.selectFrom('account').select('email').execute()).toEqual([{ email }])
  expect(app.logLines.join('')).not.toContain(forced)
})

const entry = fileURLToPath(new URL('../../main.ts', import.meta.url))

/** Runs `main.ts` with a command until it exits or is ready. @returns its output, and the links in the output */
async function runMain(databaseUrl: string, command: string[]): Promise<{ text: string; links: string[] }> {
  const child = spawn(process.execPath, [entry, ...command], {
    env: {
      ...process.env,
      PONTIC_MODE: 'production',
      PONTIC_PORT: '0',
      PONTIC_DATA: app.dataFolder,
      PONTIC_DATABASE_URL: databaseUrl,
      PONTIC_PUBLIC_URL: 'https://cases.example.com',
      PONTIC_SMTP_URL: 'smtp://127.0.0.1:1',
      PONTIC_SECRET_KEY: 'a secret of more than thirty-two characters',
      PONTIC_LOG_LEVEL: 'silent',
    },
  })
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk.toString()
    if (text.includes('pontic: ready')) child.kill('SIGTERM')
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  await new Promise((resolve) => child.on('close', resolve))
  return { text, links: text.match(/https:\/\/\S+#code=[\w-]{43}/g) ?? [] }
}

test('only the first start on an empty database prints the link, and the command “administrator” prints another one', async () => {
  const database = await createTestDatabase()
  const first = await runMain(database.appUrl, [])
  expect([first.text, first.links.length]).toEqual([expect.stringContaining('pontic: ready'), 1])
  expect((await runMain(database.appUrl, [])).links).toEqual([])
  const renewed = await runMain(database.appUrl, ['administrator'])
  expect([renewed.text, renewed.links.length]).toEqual([
    expect.stringContaining('once and within 24 hours'),
    1,
  ])
  expect(renewed.links).not.toEqual(first.links)
  await database.drop()
})
