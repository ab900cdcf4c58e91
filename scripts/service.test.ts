import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { havePeer, runTool } from '../apps/server/src/test/peers.ts'
import {
  haveCaddy,
  haveNginx,
  type SecureProxy,
  startCaddy,
  startSecureNginx,
} from '../apps/server/src/test/proxies.ts'
import { root } from './places.ts'
import { findInstallation } from './service/installation.ts'
import { readSettings } from './service/settings-file.ts'
import { formatUnit } from './service/systemd.ts'
import { createVersion, prepareService, statusOf } from './service/test-service.ts'

// The tests of this file use one installation, in their order, because its creation takes several seconds. systemd does not run
// in continuous integration, so `pontic run` runs the service.

let service: Awaited<ReturnType<typeof prepareService>>
let run: { output: () => string }
beforeAll(async () => {
  service = await prepareService()
})
afterAll(() => service.remove())

const settings = (name: string) => join(service.home, name)
const modeOf = (name: string) => statSync(settings(name)).mode & 0o777
const accounts = () => service.query('select email from account')
const versions = () => service.pontic(['status']).then(({ output }) => /✓ version {3}(.*)/.exec(output)?.[1])

test('the first `pontic up` creates the file of settings and names what is missing', async () => {
  const { exitCode, output } = await service.pontic(['up'])
  expect(output).toContain('pontic.env was created')
  expect(output).toMatch(/PONTIC_PUBLIC_URL is missing.*\nPONTIC_SMTP_URL is missing/)
  expect(output).not.toContain('PONTIC_SECRET_KEY is missing')
  expect(exitCode).toBe(78)
  expect(existsSync(settings('versions'))).toBe(false)
  expect((await service.pontic(['status'])).exitCode).toBe(78)
})

test('`pontic up` and `pontic run` lead to the first page and the link for the first administrator', async () => {
  const key = readFileSync(settings('key.env'), 'utf8')
  expect([modeOf('key.env'), modeOf('pontic.env') & 0o007]).toEqual([0o600, 0])
  appendFileSync(
    settings('pontic.env'),
    'PONTIC_PUBLIC_URL=https://cases.example.com\nPONTIC_SMTP_URL=smtp://127.0.0.1:9\n',
  )
  const { exitCode, output } = await service.pontic(['up'])
  expect(output).toContain('run --home')
  expect(exitCode).toBe(0)
  expect((await service.pontic(['status'])).exitCode).toBe(1)
  run = service.startRun()
  await expect.poll(() => statusOf(`${service.url}/readyz`)).toBe(200)
  expect(await statusOf(`${service.url}/`)).toBe(200)
  await expect
    .poll(run.output)
    .toMatch(/first administrator.*\n +https:\/\/cases\.example\.com\/resetpwd#code=/)
  expect(await accounts()).toEqual(['admin@cases.example.com'])
  expect(readFileSync(settings('key.env'), 'utf8')).toBe(key)
})

test.skipIf(!havePeer(['systemd-analyze'], ['systemd']))(
  'the unit is valid for systemd, and its protections are rated as good',
  () => {
    const installation = findInstallation(service.home)
    const file = join(service.folder, 'pontic.service')
    writeFileSync(file, formatUnit(installation, readSettings(installation), true))
    expect(runTool('systemd-analyze', ['verify', file])).toBe('')
    const rating = runTool('systemd-analyze', ['security', '--offline=true', file])
    expect(rating).toMatch(/Overall exposure level for pontic\.service: [01]\.\d OK/)
    expect(readFileSync(file, 'utf8')).toMatch(
      /^TimeoutStopSec=75$[\s\S]*^RestartPreventExitStatus=78$[\s\S]*^User=pontic$/m,
    )
  },
)

test('another `pontic up` restarts nothing, and `pontic status` says that all is well', async () => {
  const before = readFileSync(settings('data/service.json'), 'utf8')
  const { exitCode, output } = await service.pontic(['up'])
  expect([exitCode, output]).toEqual([0, expect.stringContaining('resetpwd#code=')])
  expect(readFileSync(settings('data/service.json'), 'utf8')).toBe(before)
  const status = await service.pontic(['status'])
  expect(status.output).toContain(`${service.url}/readyz answers 200`)
  expect(status.output).not.toContain('✗')
  expect(status.exitCode).toBe(0)
})

/** Status and security header of a page that is fetched with a certificate authority. */
function openSecure(url: string, ca: string): Promise<(number | string | undefined)[]> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { ca: readFileSync(ca), agent: false }, (incoming) => {
      incoming.resume().once('end', () => {
        resolve([incoming.statusCode, incoming.headers['content-type']])
      })
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

const firstPage = [200, 'text/html; charset=utf-8']
/** The command of the guide that changes nginx.conf for one machine. */
const nginxCommand = () => {
  const guide = readFileSync(join(root, 'docs/operations/install.md'), 'utf8')
  return /^ *(sed [\s\S]*?deploy\/nginx\.conf)/m.exec(guide)?.[1] ?? ''
}

test.skipIf(!haveCaddy() || !haveNginx())(
  'Caddy and nginx serve the first page with a certificate, and Caddy logs no query when the portal does not answer',
  async () => {
    const caddy: SecureProxy = await startCaddy({ nodes: [service] })
    try {
      const { ca } = caddy.files
      await expect.poll(() => existsSync(caddy.files.key)).toBe(true)
      await expect.poll(() => openSecure(caddy.url, ca).catch(() => [])).toEqual(firstPage)
      const nginx = await startSecureNginx({ nodes: [service] }, nginxCommand(), caddy.files)
      await expect.poll(() => openSecure(nginx.url, ca).catch(() => [])).toEqual(firstPage)
      await nginx.stop()
    } finally {
      await caddy.stop()
    }
    const alone = await startCaddy({ nodes: [{ url: 'http://127.0.0.1:9' }] })
    try {
      await expect.poll(() => existsSync(alone.files.ca)).toBe(true)
      const open = () =>
        openSecure(`${alone.url}/oauth/token?password=marker`, alone.files.ca).catch(() => [])
      await expect.poll(async () => (await open())[0]).toBe(502)
      await expect.poll(alone.log).toContain('connection refused')
      expect(alone.log()).not.toContain('marker')
    } finally {
      await alone.stop()
    }
  },
)

test('an upgrade without a backup is refused, and one that fails goes back to the old version and its data', async () => {
  const current = await versions()
  const broken = createVersion(service.source, join(service.folder, 'broken'), '0.2.0', {
    'scripts/service/serve.ts': "throw new Error('This version does not run.')\n",
    'apps/server/src/platform/db/migrations/9001_upgrade_test.sql':
      'alter table account add column upgrade_test text;\n',
  })
  const refused = await service.pontic(['upgrade'], broken)
  expect(refused.output).toContain('nothing was changed')
  expect(refused.exitCode).toBe(1)
  const failed = await service.pontic(['upgrade', '--without-backup', '--wait', '120'], broken)
  expect(failed.output).toMatch(
    /trying version 0\.2\.0[\s\S]*Version 0\.2\.0-\w+ does not run\. Version .* runs again/,
  )
  expect(failed.exitCode).toBe(1)
  expect(await statusOf(`${service.url}/readyz`)).toBe(200)
  expect(await accounts()).toEqual(['admin@cases.example.com'])
  // The migration of the failed version remains, and the old version works with it.
  expect(await service.query('select upgrade_test from account')).toEqual([null])
  expect(await versions()).toBe(current)
})

test('`pontic stop` ends the portal and PostgreSQL, and `pontic status` fails then', async () => {
  expect((await service.pontic(['stop'])).output).toContain('the service is stopped')
  expect(await statusOf(`${service.url}/readyz`)).toBeUndefined()
  const { output, exitCode } = await service.pontic(['status'])
  expect(output).toMatch(/✗ service[\s\S]*✗ database[\s\S]*✗ health/)
  expect(exitCode).toBe(1)
})
