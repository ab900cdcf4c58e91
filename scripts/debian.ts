import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { printStep, root } from './places.ts'

const isRoot = process.getuid?.() === 0

/** Path of a command: on the PATH, or in Debian's folders for servers; undefined if it is not installed. */
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
 * Installs packages, one process at a time: the second one finds what the first has installed. Failures are printed; check for
 * the commands afterwards.
 */
export function installFromDebian(packages: string[], why: string): void {
  printStep(`installing ${packages.join(', ')} from Debian for ${why}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // Without the descriptor of the lock, which a service started by a package would keep.
  const alone = ['--close', '/var/lib/dpkg']
  run('flock', [...alone, 'sh', join(root, 'scripts/install-debian.sh'), ...packages], env)
}

/** Runs a command and prints a failure. */
export function run(command: string, args: string[], env = process.env): void {
  const done = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (done.status !== 0)
    console.error(`pontic: ${command} ${args.join(' ')} ended with ${done.status ?? done.error}`)
}
