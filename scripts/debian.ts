import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, say } from './places.ts'

const isRoot = process.getuid?.() === 0

/** Where a command is: on the PATH, or where Debian keeps servers; undefined where it is not installed. */
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

/** Whether packages can be installed here: Debian, or a system like it, as root. */
export const canInstall = (): boolean => isRoot && findOnPath('apt-get') !== undefined

/**
 * Installs packages, one process at a time: who has waited finds what the other one has installed. What went wrong is
 * printed; look for the commands afterwards.
 */
export function installFromDebian(packages: string[], why: string): void {
  say(`installing ${packages.join(', ')} from Debian for ${why}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Closed: what a package starts must not keep the lock.
  const alone = ['--close', '/var/lib/dpkg']
  run('flock', [...alone, 'sh', join(root, 'scripts/install-debian.sh'), ...packages], env)
}

/** Runs a command to its end; a failure is printed. */
export function run(command: string, args: string[], env = process.env): void {
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0)
    console.error(`pontic: ${command} ${args.join(' ')} ended with ${done.status ?? done.error}`)
}
