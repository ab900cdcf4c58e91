import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '../processes.ts'
import { findRunner, type Installation, readStarted, versionFolder } from './installation.ts'
import { findRun } from './run.ts'
import { commandEnv, type Env, type InstalledSettings, localUrl } from './settings-file.ts'
import { countRestarts, hasSystemd, systemctl, unitFile, unitState } from './systemd.ts'
import { nodeOf } from './versions.ts'

/** What runs the service: systemd, a process of `pontic run`, or nothing. */
export type Manager = 'systemd' | 'foreground' | undefined

const pollEveryMs = 200
const probeLimitMs = 3_000
const stopLimitMs = 120_000
const failuresMax = 3

/** Finds what runs the service of an installation. */
export function findManager(installation: Installation): Manager {
  if (findRun(installation) !== undefined) return 'foreground'
  return hasSystemd() && existsSync(unitFile(installation)) ? 'systemd' : undefined
}

/** Whether the manager of the service runs it, or tries to after a failure. */
export function isRunning(installation: Installation): boolean {
  if (findManager(installation) !== 'systemd') return findRun(installation) !== undefined
  return /^(?:active|activating|reloading)$/.test(unitState(installation))
}

/** What to do if the built-in database is stopped together with the service. */
export const stoppedText = 'The portal is stopped, and its database with it. Start it first: `pontic up`'

/** Whether the built-in database is stopped together with the service. */
export const isDatabaseStopped = (installation: Installation, { isEmbedded }: InstalledSettings): boolean =>
  isEmbedded && !isRunning(installation)

/** @throws Error that says what to do, if the built-in database is stopped together with the service */
export function assertDatabaseRuns(installation: Installation, settings: InstalledSettings): void {
  if (isDatabaseStopped(installation, settings)) throw new Error(stoppedText)
}

/** Starts the service, or restarts it with the current version and settings. @throws Error without a manager */
export function restartService(installation: Installation): void {
  const run = findRun(installation)
  if (run !== undefined) process.kill(run.pid, 'SIGUSR2')
  else if (findManager(installation) === 'systemd') systemctl('restart', installation.unit)
  else throw new Error('The service does not run.')
}

/** Stops the service. Resolves when it has ended. @returns false if it did not run */
export async function stopService(installation: Installation): Promise<boolean> {
  if (!isRunning(installation)) return false
  const run = findRun(installation)
  if (run === undefined) {
    systemctl('stop', installation.unit)
    return true
  }
  process.kill(run.pid, 'SIGTERM')
  const endMs = performance.now() + stopLimitMs
  while (isAlive(run.pid)) {
    if (performance.now() > endMs) throw new Error(`Process ${run.pid} does not end.`)
    await wait(pollEveryMs)
  }
  return true
}

/** Answers of `/readyz`: the status, or undefined if nothing answers. */
export async function probe(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeLimitMs) })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

/** Where a node runs, and the digest of its settings; undefined if any settings will do. */
type Expected = Pick<InstalledSettings, 'dataFolder' | 'config'> & { digest: string | undefined }

/**
 * Waits until a version of the service answers with the given settings.
 * @throws Error if it ends for good, fails three times, or does not answer within the limit
 */
export async function waitUntilReady(
  installation: Installation,
  settings: Expected,
  version: string,
  limitMs: number,
): Promise<void> {
  const endMs = performance.now() + limitMs
  const failuresBefore = countFailures(installation)
  while (!(await isReady(settings, version))) {
    if (!isRunning(installation)) throw new Error('The service has ended.')
    if (countFailures(installation) - failuresBefore >= failuresMax)
      throw new Error('The service fails again and again.')
    if (performance.now() > endMs)
      throw new Error(`The service does not answer at /readyz within ${limitMs / 1000} s.`)
    await wait(pollEveryMs)
  }
}

/** How often the manager of the service has started it again after a failure. */
const countFailures = (installation: Installation): number =>
  findRun(installation)?.failures ?? (hasSystemd() ? countRestarts(installation) : 0)

async function isReady(settings: Expected, version: string): Promise<boolean> {
  const started = readStarted(settings.dataFolder)
  if (started?.version !== version || !isAlive(started.pid)) return false
  if (settings.digest !== undefined && started.settings !== settings.digest) return false
  return (await probe(localUrl(settings.config, '/readyz'))) === 200
}

/**
 * Runs a command of the server of an installed version, such as `migrate`, as the user of the service.
 * @param output `inherit` prints, `pipe` returns the output
 */
export function runServer(
  installation: Installation,
  settings: InstalledSettings,
  version: string,
  args: readonly string[],
  output: 'inherit' | 'pipe',
): { code: number; output: string } {
  const folder = versionFolder(installation, version)
  const done = spawnSync(nodeOf(folder), [join(folder, 'apps/server/src/main.ts'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: output === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: serverEnv(isForBackups(args) && settings.isEmbedded ? settings.env : commandEnv(settings)),
    ...findRunner(),
  })
  if (done.error) return { code: 1, output: done.error.message }
  return { code: done.status ?? 1, output: `${done.stdout ?? ''}${done.stderr ?? ''}`.trim() }
}

/** Commands that find the built-in database themselves, and that work without one. */
const isForBackups = ([command = '']: readonly string[]) => ['backup', 'verify', 'restore'].includes(command)

/** Environment of a process of the server: its settings, and nothing of the administrator's shell except the path. */
export const serverEnv = (env: Env): Env => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'production',
  ...env,
})
