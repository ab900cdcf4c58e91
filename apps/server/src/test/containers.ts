import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { havePeer } from './peers.ts'

const user = 'pontic-podman'
const home = `/home/${user}`
const timeoutMs = 600_000

// crun refuses machines on which control groups of version 1 and 2 are mounted together. runc runs there, too.
const runtime = existsSync('/sys/fs/cgroup/unified') ? 'runc' : 'crun'
// A machine may not let podman raise limits.
const containersConf = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "${runtime}"
`
// The kernel's own overlay works in a user namespace. podman of Debian 12 would copy the image for each container otherwise.
const storageConf = `[storage]
driver = "overlay"
`

/**
 * Whether images can be built and run, for `test.skipIf`. Installs buildah and podman as root on Debian. Making the base of Debian
 * needs root.
 */
export const haveContainers = (): boolean =>
  process.getuid?.() === 0 &&
  havePeer(
    ['buildah', 'podman', 'debootstrap', 'newuidmap', 'slirp4netns', 'catatonit', runtime],
    [
      ...['buildah', 'podman', 'debootstrap', 'uidmap', 'slirp4netns', 'catatonit', runtime],
      ...['netavark', 'aardvark-dns', 'fuse-overlayfs'],
    ],
  )

/** The exit code of a program, and what it has printed to both outputs. */
export type Ran = { code: number | null; output: string }

/** Runs a program. @returns its exit code and output */
export function tryProgram(command: string, args: readonly string[], env = process.env): Ran {
  const limits = { timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 }
  const done = spawnSync(command, args, { cwd: '/', env, encoding: 'utf8', ...limits })
  return { code: done.status, output: `${done.stdout ?? ''}${done.stderr ?? ''}`.trimEnd() }
}

/** Runs a program. @returns its output @throws Error with the output if it fails */
export function runProgram(command: string, args: readonly string[], env = process.env): string {
  const { code, output } = tryProgram(command, args, env)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

/** podman. */
export type Podman = {
  /** Environment with which programs use the same podman. */
  environment: NodeJS.ProcessEnv
  /** Runs podman. @returns its exit code and output */
  try: (...args: readonly string[]) => Ran
  /** Runs podman. @returns its output @throws Error with the output if it fails */
  run: (...args: readonly string[]) => string
  close: () => void
}

/** Opens podman of the user of the test, with the images of buildah. `close` leaves its containers. */
export function openPodman(): Podman {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-podman-'))
  const file = join(folder, 'containers.conf')
  writeFileSync(file, containersConf)
  // Periodic health checks need systemd. Tests run them themselves.
  const environment = { ...process.env, CONTAINERS_CONF: file, DISABLE_HC_SYSTEMD: 'true' }
  return {
    environment,
    try: (...args) => tryProgram('podman', args, environment),
    run: (...args) => runProgram('podman', args, environment),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const environmentOfUser = {
  PATH: process.env.PATH,
  HOME: home,
  XDG_RUNTIME_DIR: `${home}/run`,
  DISABLE_HC_SYSTEMD: 'true',
}
const asUser = (args: readonly string[]) => [
  ...['--reuid', user, '--regid', user, '--init-groups', 'podman'],
  ...args,
]

/**
 * Creates a user without rights, and opens podman of that user with one image.
 * @param image an image of buildah
 */
export function openRootlessPodman(image: string): Podman {
  removeUser()
  runProgram('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/sh', user])
  mkdirSync(environmentOfUser.XDG_RUNTIME_DIR, { mode: 0o700 })
  const settings = join(home, '.config/containers')
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'containers.conf'), containersConf)
  writeFileSync(join(settings, 'storage.conf'), storageConf)
  const podman: Podman = {
    environment: environmentOfUser,
    try: (...args) => tryProgram('setpriv', asUser(args), environmentOfUser),
    run: (...args) => runProgram('setpriv', asUser(args), environmentOfUser),
    close: removeUser,
  }
  const archive = join(home, 'image.tar')
  runProgram('buildah', ['push', '--quiet', image, `docker-archive:${archive}:${image}`])
  chmodSync(archive, 0o644)
  runProgram('chown', ['--recursive', `${user}:${user}`, home])
  podman.run('load', '--quiet', '--input', archive)
  rmSync(archive)
  return podman
}

/** Removes the user with its containers, volumes and images, also those of an earlier run that was killed. */
function removeUser(): void {
  if (tryProgram('id', [user]).code !== 0) return
  if (existsSync(environmentOfUser.XDG_RUNTIME_DIR)) {
    tryProgram('setpriv', asUser(['rm', '--all', '--force', '--time', '0']), environmentOfUser)
    // Ends the process that keeps the user namespace.
    tryProgram('setpriv', asUser(['system', 'migrate']), environmentOfUser)
  }
  runProgram('userdel', ['--force', user])
  rmSync(home, { recursive: true, force: true })
}
