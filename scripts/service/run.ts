import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsExitCode } from '../app-process.ts'
import { printStep } from '../places.ts'
import { isAlive } from '../processes.ts'
import { findCurrentVersion, findRunner, type Installation, versionFolder } from './installation.ts'
import { nodeOf } from './versions.ts'

const restartAfterMs = 1_000
const pidFile = ({ home }: Installation) => join(home, 'run.pid')

/** Process id of `pontic run` of an installation; undefined if it does not run. */
export function findRun(installation: Installation): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(installation), 'utf8'))
    return pid > 0 && isAlive(pid) && isRun(pid) ? pid : undefined
  } catch {
    return undefined
  }
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
  if (other !== undefined) throw new Error(`\`pontic run\` runs already, as process ${other}.`)
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
  writeFileSync(pidFile(installation), String(process.pid))
  try {
    for (;;) {
      isRestarting = false
      child = start(installation)
      const code = await exitCodeOf(child)
      child = undefined
      if (isStopping) return 0
      if (isRestarting) continue
      if (code === 0 || code === settingsExitCode) return code
      printStep(`the service ended with ${code}; starting it again`)
      await new Promise((resolve) => setTimeout(resolve, restartAfterMs))
      if (isStopping) return 0
    }
  } finally {
    rmSync(pidFile(installation), { force: true })
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
