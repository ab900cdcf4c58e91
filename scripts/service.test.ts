import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { havePeer, replacePart, runTool } from '../apps/server/src/test/peers.ts'
import {
  haveCaddy,
  haveNginx,
  type SecureProxy,
  startCaddy,
  startSecureNginx,
} from '../apps/server/src/test/proxies.ts'
import { root } from './places.ts'
import { findFreePort } from './ports.ts'
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
const started = () =>
  JSON.parse(readFileSync(settings('data/service.json'), 'utf8')) as { version: string; pid: number }
const isReady = () => expect.poll(() => statusOf(`${service.url}/readyz`)).toBe(200)
const versions = () => service.pontic(['status']).then(({ output }) => /✓ version {3}(.*)/.exec(output)?.[1])

test('the first `pontic up` creates the file of settings and names what is missing', async () => {
  const { exitCode, output } = await service.pontic(['up'])
  expect(output).toContain('pontic.env was created')
  expect(output).toMatch(/PONTIC_PUBLIC_URL is missing.*\nPONTIC_SMTP_URL is missing/)
  expect(output).not.toContain('PONTIC_SECRET_KEY is missing')
  expect(exitCode).toBe(78)
  // The secret key of the backups is printed once, and not by a command that fails.
  expect([existsSync(settings('versions')), existsSync(settings('backup-key.txt'))]).toEqual([false, false])
  expect((await service.pontic(['status'])).exitCode).toBe(78)
  expect(await service.pontic(['--help'])).toEqual({ exitCode: 0, output: expect.stringMatching(/^Usage: /) })
  const logs = await service.pontic(['logs', '--lines', 'all'])
  expect(logs).toEqual({ exitCode: 1, output: expect.stringContaining('--lines needs a number of lines.') })
})

test('`pontic up` names the program that has taken the port', async () => {
  appendFileSync(
    settings('pontic.env'),
    'PONTIC_PUBLIC_URL=https://cases.example.com\nPONTIC_SMTP_URL=smtp://127.0.0.1:9\nPONTIC_MAILFROM=x\n',
  )
  const { port } = new URL(service.url)
  const other = createServer().listen(Number(port), '127.0.0.1')
  try {
    const { exitCode, output } = await service.pontic(['up'])
    expect(output).toMatch(
      process.platform === 'linux'
        ? new RegExp(`Port ${port} is taken by .+ \\(process ${process.pid}\\)`)
        : `Port ${port} is taken`,
    )
    expect(exitCode).toBe(1)
  } finally {
    await new Promise((resolve) => other.close(resolve))
  }
})

test('`pontic up` and `pontic run` lead to the first page and the link for the first administrator', async () => {
  const key = readFileSync(settings('key.env'), 'utf8')
  expect([modeOf('key.env'), modeOf('pontic.env') & 0o007]).toEqual([0o600, 0])
  const { exitCode, output } = await service.pontic(['up'])
  expect(output).toContain('run --home')
  const [secret = ''] = /AGE-SECRET-KEY-\w+/.exec(output) ?? []
  expect(readFileSync(settings('backup-key.txt'), 'utf8')).toContain(`\n${secret}\n`)
  expect([secret === '', modeOf('backup-key.txt')]).toEqual([false, 0o600])
  expect(readFileSync(settings('key.env'), 'utf8')).not.toContain(secret)
  expect(exitCode).toBe(0)
  expect(output).toContain('WARNING: PONTIC_MAILFROM in ')
  expect((await service.pontic(['status'])).exitCode).toBe(1)
  const stopped = { exitCode: 1, output: expect.stringContaining('The portal is stopped') }
  expect(await service.pontic(['backup'])).toEqual(stopped)
  const env = readFileSync(settings('pontic.env'), 'utf8')
  const sftp = `PONTIC_BACKUP_TARGET=sftp://127.0.0.1:${await findFreePort()}/x\nPONTIC_BACKUP_USER=x\nPONTIC_BACKUP_PASSWORD=x\nPONTIC_BACKUP_HOST_KEY=SHA256:x\n`
  writeFileSync(settings('pontic.env'), env + sftp)
  expect((await service.pontic(['up'])).output).toMatch(
    /WARNING: no backups can be stored in sftp:.*\n.*No server answers at this address/,
  )
  writeFileSync(settings('pontic.env'), env)
  run = service.startRun()
  await expect.poll(() => statusOf(`${service.url}/readyz`)).toBe(200)
  expect(await statusOf(`${service.url}/`)).toBe(200)
  await expect
    .poll(run.output)
    .toMatch(/first administrator.*\n +https:\/\/cases\.example\.com\/resetpwd#code=/)
  expect(await accounts()).toEqual(['admin@cases.example.com'])
  expect(readFileSync(settings('key.env'), 'utf8')).toMatch(
    new RegExp(`^${key}# Public key .*\nPONTIC_BACKUP_RECIPIENTS=age1\\w+\n$`),
  )
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

test('another `pontic up` restarts nothing, and `pontic status` says that all is well and names the first backup', async () => {
  const before = readFileSync(settings('data/service.json'), 'utf8')
  const { exitCode, output } = await service.pontic(['up'])
  expect([exitCode, output]).toEqual([0, expect.stringContaining('resetpwd#code=')])
  expect(output).toMatch(/this folder is on the same disk[\s\S]*their secret key is still in/)
  expect(output).not.toContain('AGE-SECRET-KEY-')
  expect(readFileSync(settings('data/service.json'), 'utf8')).toBe(before)
  await expect
    .poll(() => service.query(`select last_sent_at from outlet_state where name = 'backup'`))
    .toEqual([expect.any(Date)])
  const status = await service.pontic(['status'])
  // The secret key of the backups and their folder are still on this machine.
  expect(status.output).toMatch(
    /✓ backup +newest of [\s\S]*! warning .*home-backups[\s\S]*! warning .*backup-key\.txt[\s\S]*! warning +PONTIC_MAILFROM /,
  )
  expect(status.output).toContain(`${service.url}/readyz answers 200`)
  // The disk of the machine that runs the tests may be nearly full.
  const faults = status.output.split('\n').filter((line) => line.startsWith('✗'))
  expect(faults.filter((line) => !line.startsWith('✗ disk '))).toEqual([])
  expect(status.exitCode).toBe(faults.length === 0 ? 0 : 1)
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
  return /^ *(sed .*deploy\/nginx\.conf)/m.exec(guide)?.[1] ?? ''
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
  // The new version has another default.
  const settingsFile = 'scripts/service/settings-file.ts'
  const text = readFileSync(join(root, settingsFile), 'utf8')
  const broken = createVersion(service.source, join(service.folder, 'broken'), '0.2.0', {
    [settingsFile]: replacePart(text, /PONTIC_DRAIN_SECONDS: '0'/, "PONTIC_DRAIN_SECONDS: '1'"),
    'scripts/service/serve.ts': "throw new Error('This version does not run.')\n",
    'apps/server/src/platform/db/migrations/9001_upgrade_test.sql':
      'alter table account add column upgrade_test text;\n',
  })
  const env = readFileSync(settings('pontic.env'), 'utf8')
  writeFileSync(settings('pontic.env'), `${env}PONTIC_BACKUP_TARGET=none\n`)
  const refused = await service.pontic(['upgrade'], broken)
  writeFileSync(settings('pontic.env'), env)
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

// In the full run each version is installed with the whole web app.
if (process.env.PONTIC_TEST_LONG === '1') {
  /** Creates a version and upgrades to it without a backup. */
  async function upgradeTo(version: string, files: Record<string, string>) {
    const from = createVersion(service.source, join(service.folder, version), version, files)
    return await service.pontic(['upgrade', '--without-backup', '--to', from])
  }

  /** Makes the checkout of the test a repository, with a tag of another version. */
  function tagVersion(version: string, tag: string): void {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    const git = (...args: string[]) => execFileSync('git', ['-C', service.source, ...author, ...args])
    const manifest = join(service.source, 'package.json')
    const text = readFileSync(manifest, 'utf8')
    // Other versions have hard links to the file.
    rmSync(manifest)
    writeFileSync(manifest, text.replace('"version": "0.1.0"', `"version": "${version}"`))
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Test')
    git('tag', tag)
    writeFileSync(manifest, text)
  }

  /** Starts the service after `pontic stop`. */
  async function startAgain(home = service.home) {
    expect((await service.pontic(['up'], service.source, home)).output).toContain('run --home')
    run = service.startRun(home)
    await isReady()
  }

  test('an upgrade with a migration makes a backup before it and keeps the data, and goes back by command', async () => {
    const { version: old } = started()
    const from = createVersion(service.source, join(service.folder, '0.3.0'), '0.3.0', {
      'apps/server/src/platform/db/migrations/9002_upgrade_test.sql':
        'alter table account add column second_test text;\n',
    })
    const countBackups = async () =>
      (await service.pontic(['backup', 'list'])).output.split('completed').length - 1
    const backups = await countBackups()
    const { output, exitCode } = await service.pontic(['upgrade', '--to', from])
    expect([exitCode, output]).toEqual([0, expect.stringContaining('applied 9002_upgrade_test.sql')])
    expect(await countBackups()).toBe(backups + 1)
    expect(started().version).toMatch(/^0\.3\.0-/)
    expect(await accounts()).toEqual(['admin@cases.example.com'])
    const back = await service.pontic(['upgrade', '--back'])
    expect([back.exitCode, started().version]).toEqual([0, old])
    expect(await statusOf(service.url)).toBe(200)
    expect(await service.query('select second_test from account')).toEqual([null])
  })

  test('a version that does not start on another port, or whose migration fails, does not restart the service', async () => {
    const before = started()
    const ended = await upgradeTo('0.3.1', { 'apps/server/src/app.ts': "throw new Error('broken')\n" })
    expect([ended.exitCode, ended.output]).toEqual([1, expect.stringContaining('does not start')])
    const failed = await upgradeTo('0.3.2', {
      'apps/server/src/platform/db/migrations/9003_broken.sql': 'select nothing_at_all();\n',
    })
    expect([failed.exitCode, failed.output]).toEqual([1, expect.stringContaining('9003_broken.sql failed')])
    expect(started()).toEqual(before)
    expect(await statusOf(`${service.url}/readyz`)).toBe(200)
  })

  test('a Git tag is installed, at most two older versions are kept, and the same version is not installed again', async () => {
    tagVersion('0.4.0', 'v0.4.0')
    const upgraded = await service.pontic(['upgrade', '--without-backup', '--to', 'v0.4.0'])
    expect([upgraded.exitCode, started().version]).toEqual([0, expect.stringMatching(/^0\.4\.0-/)])
    const again = await service.pontic(['upgrade', '--without-backup', '--to', 'v0.4.0'])
    expect([again.exitCode, again.output]).toEqual([0, expect.stringContaining('installed already')])
    expect((await upgradeTo('0.5.0', {})).exitCode).toBe(0)
    expect(
      readdirSync(settings('versions'))
        .map((name) => name.replace(/-.*/, ''))
        .sort(),
    ).toEqual(['0.1.0', '0.4.0', '0.5.0'])
    const unknown = await service.pontic(['upgrade', '--to', 'v9'])
    expect([unknown.exitCode, unknown.output]).toEqual([
      1,
      expect.stringContaining('neither a folder nor a Git tag'),
    ])
    expect(await accounts()).toEqual(['admin@cases.example.com'])
  })

  test('after `kill -9` of the service, its portal or its PostgreSQL the portal answers again with its data', async () => {
    const postmaster = () =>
      Number.parseInt(readFileSync(settings('data/postgres/postmaster.pid'), 'utf8'), 10)
    const portal = () =>
      Number(
        execFileSync('pgrep', ['-P', String(started().pid), '-f', 'server/src/main.ts'], {
          encoding: 'utf8',
        }),
      )
    for (const find of [() => started().pid, portal, postmaster]) {
      for (let round = 0; round < 3; round++) {
        const pid = find()
        await service.query(`insert into outlet_state (name) values ('kill ${find.name} ${round}')`)
        process.kill(pid, 'SIGKILL')
        await expect
          .poll(() =>
            Promise.resolve()
              .then(find)
              .catch(() => pid),
          )
          .not.toBe(pid)
        await isReady()
      }
    }
    expect(await service.query(`select count(*)::int from outlet_state where name like 'kill %'`)).toEqual([
      9,
    ])
    expect((await service.pontic(['status'])).exitCode).toBe(0)
  })

  test('after `pontic stop` and `pontic up` the data are there', async () => {
    expect((await service.pontic(['stop'])).exitCode).toBe(0)
    await startAgain()
    expect(await accounts()).toEqual(['admin@cases.example.com'])
  })

  test('`pontic rotate` replaces each secret, and the portal answers with its data', async () => {
    const secrets = (): Record<string, string | undefined> => ({
      ...parseEnv(readFileSync(settings('key.env'), 'utf8')),
      database: readFileSync(settings('data/postgres.json'), 'utf8'),
    })
    const before = secrets()
    for (const what of ['secret-key', 'encryption-key', 'backup-key', 'database']) {
      const { exitCode, output } = await service.pontic(['rotate', what])
      expect([exitCode, output]).toEqual([0, expect.stringMatching(/(?:is|are) replaced$/m)])
    }
    const after = secrets()
    for (const name of ['PONTIC_SECRET_KEY', 'PONTIC_BACKUP_RECIPIENTS', 'database'])
      expect(after[name]).not.toBe(before[name])
    // The secret key was the encryption key until then.
    expect(after).toMatchObject({ PONTIC_ENCRYPTION_KEY_BEFORE: before.PONTIC_SECRET_KEY })
    expect(readFileSync(settings('backup-key.txt'), 'utf8').match(/^AGE-SECRET-KEY-/gm)).toHaveLength(2)
    expect(await accounts()).toEqual(['admin@cases.example.com'])
    expect((await service.pontic(['rotate', 'nothing'])).output).toContain('Name what to rotate')
  })

  test('`pontic restore` restores into an empty data folder, and on another machine with the kept files only', async () => {
    expect((await service.pontic(['restore', '--to', 'latest'])).output).toContain('The portal runs')
    expect((await service.pontic(['backup'])).output).toContain('is complete and readable')
    // This backup knows the old passwords, and the changes after it contain the new ones.
    expect((await service.pontic(['rotate', 'database'])).exitCode).toBe(0)
    await service.query(`insert into outlet_state (name) values ('restored')`)
    const to = new Date().toISOString()
    expect((await service.pontic(['backup'])).output).toContain('is complete and readable')
    expect((await service.pontic(['verify'])).output).toContain('all are readable')
    await service.pontic(['stop'])
    const refused = await service.pontic(['restore', '--to', 'latest'])
    expect([refused.exitCode, refused.output]).toEqual([1, expect.stringContaining('move the old one away')])
    renameSync(settings('data'), settings('data.broken'))
    const restored = await service.pontic(['restore', '--to', to])
    expect([restored.exitCode, restored.output]).toEqual([0, expect.stringContaining('the portal can start')])
    await startAgain()
    expect(await service.query(`select name from outlet_state where name = 'restored'`)).toEqual(['restored'])
    await service.pontic(['stop'])
    const other = join(service.folder, 'other')
    mkdirSync(other)
    chmodSync(other, 0o755)
    for (const name of ['pontic.env', 'key.env', 'backup-key.txt'])
      copyFileSync(settings(name), join(other, name))
    appendFileSync(join(other, 'pontic.env'), `PONTIC_BACKUP_TARGET=${service.home}-backups\n`)
    const moved = await service.pontic(['restore', '--to', 'latest'], service.source, other)
    expect([moved.exitCode, moved.output]).toEqual([0, expect.stringContaining('the portal can start')])
    await startAgain(other)
    expect((await service.pontic(['stop'], service.source, other)).exitCode).toBe(0)
    await startAgain()
  })
}

test('`pontic stop` ends the portal and PostgreSQL, and `pontic status` fails then', async () => {
  expect((await service.pontic(['stop'])).output).toContain('the service is stopped')
  expect(await statusOf(`${service.url}/readyz`)).toBeUndefined()
  const { output, exitCode } = await service.pontic(['status'])
  expect(output).toMatch(/✗ service[\s\S]*✗ database[\s\S]*✗ health/)
  expect(exitCode).toBe(1)
})
