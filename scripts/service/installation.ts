import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { findOrCreateUser, findUser, type Runner } from '../postgres-place.ts'

/** Paths of a production installation. */
export type Installation = {
  /** Folder of the installed versions, of the secret key, and by default of the data. */
  home: string
  /** File of the operator with the settings. */
  settingsFile: string
  /** File with the secret key that `pontic up` creates. */
  keyFile: string
  /** File with the secret key of the backups that `pontic up` creates. The operator moves it to another place. */
  backupKeyFile: string
  /** Folder of the backups unless the settings name another target. It is beside the installation. */
  backupFolder: string
  /** Name of the systemd unit, without `.service`. */
  unit: string
}

/** A node that `pontic run` or systemd has started. `settings`: the digest of its settings. */
export type Started = { pid: number; version: string; settings: string }

export const isRoot = process.getuid?.() === 0
const systemHome = '/var/lib/pontic'
const systemSettingsFile = '/etc/pontic/pontic.env'

/**
 * Returns the paths of the installation in a folder. Without one: `/var/lib/pontic` for root, a folder of the user for others.
 * The settings of `/var/lib/pontic` are in `/etc/pontic/pontic.env`, those of other installations in their folder.
 */
export function findInstallation(folder?: string): Installation {
  const home = resolve(folder ?? (isRoot ? systemHome : join(homedir(), '.local/share/pontic')))
  const name = basename(home)
  const settingsFile = home === systemHome ? systemSettingsFile : join(home, 'pontic.env')
  return {
    home,
    settingsFile,
    keyFile: join(home, 'key.env'),
    backupKeyFile: join(dirname(settingsFile), 'backup-key.txt'),
    backupFolder: `${home}-backups`,
    unit: name.startsWith('pontic') ? name : `pontic-${name}`,
  }
}

/** Folder of an installed version. */
export const versionFolder = ({ home }: Installation, version: string) => join(home, 'versions', version)

/** Name of the version that is started next; undefined if nothing is installed. */
export function findCurrentVersion({ home }: Installation): string | undefined {
  const link = join(home, 'current')
  return existsSync(link) ? basename(realpathSync(link)) : undefined
}

/** Selects the version that is started next. */
export function setCurrentVersion(installation: Installation, version: string): void {
  const link = join(installation.home, 'current')
  const half = `${link}.${process.pid}`
  symlinkSync(join('versions', version), half)
  renameSync(half, link)
}

/**
 * The user of the service: the system user `pontic` for root, because neither PostgreSQL nor the portal should run as root;
 * undefined for the current user.
 */
export const findRunner = (): Runner => (isRoot ? findUser() : undefined)

/** As `findRunner`, but creates the system user. @throws Error if that is not possible */
export const findOrCreateRunner = (): Runner => (isRoot ? findOrCreateUser() : undefined)

const startedFile = (dataFolder: string) => join(dataFolder, 'service.json')

/** Path of the file in which a node records itself. */
export function prepareStartedFile(dataFolder: string): string {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  return startedFile(dataFolder)
}

/** The node that was started last, whether or not it still runs; undefined if there was none. */
export function readStarted(dataFolder: string): Started | undefined {
  try {
    return JSON.parse(readFileSync(startedFile(dataFolder), 'utf8')) as Started
  } catch {
    return undefined
  }
}
