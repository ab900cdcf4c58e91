import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { printStep, root } from './places.ts'

const isRoot = process.getuid?.() === 0

/** Finds a command on the PATH or in `/usr/sbin`, where Debian has servers; undefined if it is not installed. */
export function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Whether packages can be installed: as root on Debian or a derivative. */
export const canInstall = (): boolean => isRoot && findOnPath('apt-get') !== undefined

/**
 * Installs packages. Concurrent processes wait for each other. Only prints a failure, so the caller must check whether the
 * commands exist.
 */
export function installFromDebian(packages: string[], why: string): void {
  printStep(`installing ${packages.join(', ')} from Debian for ${why}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // `--close`: otherwise a service that a package starts would inherit the descriptor of the lock and keep the lock.
  const flockArgs = ['--close', '/var/lib/dpkg']
  run('flock', [...flockArgs, 'sh', join(root, 'scripts/install-debian.sh'), ...packages], env)
}

/** Runs a command and prints a failure. */
export function run(command: string, args: string[], env = process.env): void {
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0)
    console.error(`pontic: ${command} ${args.join(' ')} ended with ${done.status ?? done.error}`)
}
