import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsExitCode } from '../app-process.ts'
import { printStep } from '../places.ts'
import { isAlive } from '../processes.ts'
import { findCurrentVersion, findRunner, type Installation, versionFolder } from './installation.ts'
import { nodeOf } from './versions.ts'

const restartAfterMs = 1_000
const runFile = ({ home }: Installation) => join(home, 'run.json')

/** A process of `pontic run`. `failures`: how often the service has failed since its start. */
export type Run = { pid: number; failures: number }

/** Finds the process of `pontic run` of an installation; undefined if there is none. */
export function findRun(installation: Installation): Run | undefined {
  try {
    const run = JSON.parse(readFileSync(runFile(installation), 'utf8')) as Run
    return isAlive(run.pid) && isRun(run.pid) ? run : undefined
  } catch {
    return undefined
  }
}

/** Replaces the file, so that no reader sees half of it. */
function writeRun(installation: Installation, run: Run): void {
  const half = `${runFile(installation)}.half`
  writeFileSync(half, JSON.stringify(run))
  renameSync(half, runFile(installation))
}

/** Whether a process is a command of this folder: after a restart of the machine another process may have the id. */
function isRun(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('service/pontic.ts')
  } catch {
    return process.platform !== 'linux'
  }
}

/**
 * Runs the current version in the foreground, on machines without systemd. It does what systemd does: starts the version as the
 * user of the service, and again when it fails. SIGUSR2 restarts it, with another version if `current` has changed.
 * @returns the exit code
 * @throws Error if nothing is installed or it runs already
 */
export async function runInForeground(installation: Installation): Promise<number> {
  const other = findRun(installation)
  if (other !== undefined) throw new Error(`\`pontic run\` runs already, as process ${other.pid}.`)
  let child: ChildProcess | undefined
  let isStopping = false
  let isRestarting = false
  const stop = (signal: NodeJS.Signals) => {
    isStopping = true
    child?.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop('SIGTERM'))
  process.on('SIGUSR2', () => {
    isRestarting = true
    child?.kill('SIGTERM')
  })
  let failures = 0
  writeRun(installation, { pid: process.pid, failures })
  try {
    for (;;) {
      isRestarting = false
      child = start(installation)
      const code = await exitCodeOf(child)
      child = undefined
      if (isStopping) return 0
      if (isRestarting) continue
      if (code === 0 || code === settingsExitCode) return code
      writeRun(installation, { pid: process.pid, failures: ++failures })
      printStep(`the service ended with ${code}; starting it again`)
      await new Promise((resolve) => setTimeout(resolve, restartAfterMs))
      if (isStopping) return 0
    }
  } finally {
    rmSync(runFile(installation), { force: true })
  }
}

function start(installation: Installation): ChildProcess {
  const version = findCurrentVersion(installation)
  if (version === undefined) throw new Error('Nothing is installed. Run `pontic up`.')
  const folder = versionFolder(installation, version)
  const args = [join(folder, 'scripts/service/serve.ts'), '--home', installation.home]
  return spawn(nodeOf(folder), args, {
    cwd: folder,
    // Settings come from the file only, not from the shell of the administrator.
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own process group: Ctrl-C in the terminal reaches only this process, which then stops it.
    detached: true,
    ...findRunner(),
  })
}

function exitCodeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      printStep(error.message)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
