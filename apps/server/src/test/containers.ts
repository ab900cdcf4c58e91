import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { havePeer } from './peers.ts'

const user = 'pontic-podman'
const home = `/home/${user}`
const timeoutMs = 600_000
const environment = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_RUNTIME_DIR: `${home}/run`,
  // Periodic health checks need systemd. The test runs them itself.
  DISABLE_HC_SYSTEMD: 'true',
}
// crun refuses machines on which control groups of version 1 and 2 are mounted together. runc runs there, too.
const runtime = existsSync('/sys/fs/cgroup/unified') ? ['--runtime', 'runc'] : []
// A machine may not let podman raise its own limits.
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']

/**
 * Whether images can be built and run without root, for `test.skipIf`. Installs buildah and podman as root on Debian. Building the base
 * needs root.
 */
export const haveContainers = (): boolean =>
  process.getuid?.() === 0 &&
  havePeer(
    ['buildah', 'podman', 'debootstrap', 'newuidmap', 'slirp4netns', ...(runtime.length > 0 ? ['runc'] : ['crun'])],
    ['buildah', 'podman', 'debootstrap', 'uidmap', 'slirp4netns', 'netavark', 'aardvark-dns', 'crun', 'runc'],
  )

const asUser = (args: readonly string[]) => [
  ...['--reuid', user, '--regid', user, '--init-groups', 'podman'],
  ...[...runtime, ...args],
]

/** The output and the exit code of a command. */
export type Ran = { code: number | null; output: string }

/** podman of a user without rights. */
export type Podman = {
  /** Runs podman. @returns its exit code, and both outputs */
  try: (...args: readonly string[]) => Ran
  /** Runs podman. @returns both outputs without the last line break @throws Error if it fails */
  run: (...args: readonly string[]) => string
  /** Options of `run` and `create` that the machine needs. */
  limits: readonly string[]
  /** Removes all containers, volumes and images of the user, and the user. */
  close: () => void
}

/** Runs a program. @returns its exit code, and both outputs */
export function tryProgram(command: string, args: readonly string[], environment = process.env): Ran {
  const done = spawnSync(command, args, {
    cwd: '/',
    env: environment,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: done.status, output: `${done.stdout ?? ''}${done.stderr ?? ''}`.trimEnd() }
}

/** Runs a program. @returns both outputs @throws Error with them if it fails */
export function runProgram(command: string, args: readonly string[], environment = process.env): string {
  const { code, output } = tryProgram(command, args, environment)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

/** Creates a system user that may use user namespaces, and gives it an image that buildah has built. */
export function openPodman(image: string): Podman {
  removeUser()
  runProgram('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/sh', user])
  const folder = mkdtempSync(join(tmpdir(), 'pontic-podman-'))
  chmodSync(folder, 0o755)
  mkdirSync(environment.XDG_RUNTIME_DIR, { mode: 0o700 })
  const settings = join(home, '.config/containers')
  mkdirSync(settings, { recursive: true })
  // The kernel's own overlay works in a user namespace. podman of Debian 12 would copy the image for each container otherwise.
  writeFileSync(join(settings, 'storage.conf'), '[storage]\ndriver = "overlay"\n')
  runProgram('chown', ['--recursive', `${user}:${user}`, home])
  const podman: Podman = {
    try: (...args) => tryProgram('setpriv', asUser(args), environment),
    run: (...args) => runProgram('setpriv', asUser(args), environment),
    limits,
    close: () => {
      removeUser()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const archive = join(folder, 'image.tar')
  runProgram('buildah', ['push', '--quiet', image, `docker-archive:${archive}:${image}`])
  chmodSync(archive, 0o644)
  podman.run('load', '--quiet', '--input', archive)
  rmSync(archive)
  return podman
}

/** Removes the user with its containers, volumes and images, also those of an earlier run that was killed. */
function removeUser(): void {
  if (tryProgram('id', [user]).code !== 0) return
  if (existsSync(environment.XDG_RUNTIME_DIR)) {
    tryProgram('setpriv', asUser(['rm', '--all', '--force', '--time', '0']), environment)
    // Ends the process that keeps the user namespace.
    tryProgram('setpriv', asUser(['system', 'migrate']), environment)
  }
  runProgram('userdel', ['--force', user])
  rmSync(home, { recursive: true, force: true })
}
