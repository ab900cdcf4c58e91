import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Config, parseConfig } from '../../apps/server/src/config/config.ts'
import { settingsTable } from '../../apps/server/src/config/settings.ts'
import { readUrls } from '../postgres.ts'
import type { Runner } from '../postgres-place.ts'
import { noBackups } from './backup-key.ts'
import type { Installation } from './installation.ts'

/** Environment variables of a node. */
export type Env = Record<string, string>

/** Settings of an installation with the defaults of one machine. `config` is validated. */
export type InstalledSettings = {
  env: Env
  config: Config
  dataFolder: string
  /** Whether the database is the embedded PostgreSQL in the data folder. */
  isEmbedded: boolean
  /** Changes if a setting in the files or the secret key changes, not with the defaults of a version. */
  digest: string
}

// The built-in database has no address before its first start.
const unknownDatabase = 'postgresql://pontic_app@127.0.0.1/pontic'

const template = `# Settings of Pontic, one a line. All of them: docs/generated/settings.md
# Run \`pontic up\` again after a change.

# Public address of the portal, such as https://cases.example.com. A proxy with a certificate serves it.
PONTIC_PUBLIC_URL=
# Mail server, such as smtps://user:password@mail.example.com:465
PONTIC_SMTP_URL=
# Sender of mails, such as Pontic <no-reply@example.com>
PONTIC_MAIL_FROM=
# Email address of the first administrator
PONTIC_FIRST_ADMINISTRATOR=
# Where backups are stored: a folder on another disk, an SFTP server or a bucket of S3 (docs/operations/backup.md).
# Without a value they are in a folder beside the installation, on the same machine. The value none turns backups off.
PONTIC_BACKUP_TARGET=
`

/**
 * Creates the file of the settings if it is missing, with the settings that are environment variables of this command. Only its
 * owner and the user of the service can read it, because it contains passwords.
 * @returns whether the file is new
 */
export function createSettingsFile({ settingsFile }: Installation, runner: Runner): boolean {
  if (existsSync(settingsFile)) return false
  mkdirSync(dirname(settingsFile), { recursive: true })
  let text = template
  for (const { name } of settingsTable) {
    const value = process.env[name]
    if (!value) continue
    const line = `${name}=${quote(value)}`
    const empty = new RegExp(`^${name}=$`, 'm')
    text = empty.test(text) ? text.replace(empty, () => line) : `${text}${line}\n`
  }
  writeFileSync(settingsFile, text, { mode: 0o640, flag: 'wx' })
  chmodSync(settingsFile, runner ? 0o640 : 0o600)
  if (runner) chownSync(settingsFile, 0, runner.gid)
  return true
}

/** Quotes a value for `parseEnv`, which knows three kinds of quotes and no escapes. */
function quote(value: string): string {
  if (/^[\w:/@.,+-]*$/.test(value)) return value
  const mark = ["'", '"', '`'].find((one) => !value.includes(one))
  if (mark === undefined) throw new Error('A setting that contains three kinds of quotes cannot be stored.')
  return `${mark}${value}${mark}`
}

/** Creates the secret key if neither the settings nor the key file have one. The file has mode 600. */
export function createKeyFile(installation: Installation, runner: Runner): void {
  const { keyFile, settingsFile } = installation
  if (existsSync(keyFile) || parseEnv(readFileSync(settingsFile, 'utf8')).PONTIC_SECRET_KEY) return
  const text = `# Created by \`pontic up\`. Keep a copy: without it stored secrets and links are lost.\nPONTIC_SECRET_KEY=${randomBytes(32).toString('base64url')}\n`
  writeFileSync(keyFile, text, { mode: 0o600, flag: 'wx' })
  if (runner) chownSync(keyFile, runner.uid, runner.gid)
}

/**
 * Reads and validates the settings of an installation.
 * @param assumed values of settings that are not set
 * @throws SettingsError that names each missing or invalid setting
 * @throws Error if this user cannot read the file
 */
export function readSettings(installation: Installation, assumed: Env = {}): InstalledSettings {
  const { settingsFile, keyFile } = installation
  const stored: Env = {
    ...(existsSync(keyFile) ? readEnvFile(keyFile) : {}),
    ...readEnvFile(settingsFile),
  }
  const given: Env = { ...assumed, ...stored }
  const dataFolder = given.PONTIC_DATA || join(installation.home, 'data')
  const isEmbedded = !given.PONTIC_DATABASE_URL
  const env: Env = {
    // There is no other node to which the proxy could send requests meanwhile.
    PONTIC_DRAIN_SECONDS: '0',
    PONTIC_TRUSTED_PROXIES: '127.0.0.1,::1',
    PONTIC_BACKUP_LOCAL_KEY_FILE: installation.backupKeyFile,
    ...given,
    PONTIC_BACKUP_TARGET: backupTargetOf(installation, given, isEmbedded),
    PONTIC_MODE: 'production',
    PONTIC_DATA: dataFolder,
  }
  const config = parseConfig(isEmbedded ? { ...env, PONTIC_DATABASE_URL: unknownDatabase } : env)
  const digest = createHash('sha256').update(JSON.stringify(stored)).digest('hex')
  return { env, config, dataFolder, isEmbedded, digest }
}

/**
 * Lists names in the file of the settings that are no settings, such as misspelled ones, and settings of the command line that the
 * file overrides.
 * @returns a sentence for each
 */
export function listIgnoredSettings({ settingsFile }: Installation, { env }: InstalledSettings): string[] {
  const known = new Set<string>(settingsTable.map(({ name }) => name))
  const unknown = Object.keys(readEnvFile(settingsFile)).filter((name) => !known.has(name))
  const overridden = [...known].filter((name) => process.env[name] && process.env[name] !== env[name])
  return [
    ...unknown.map((name) => `${name} in ${settingsFile} is not the name of a setting, and has no effect`),
    ...overridden.map((name) => `${name} of the command line has no effect: change it in ${settingsFile}`),
  ]
}

/** Backups are on by default as soon as `pontic up` has created keys for them. */
function backupTargetOf({ backupFolder }: Installation, given: Env, isEmbedded: boolean): string {
  const { PONTIC_BACKUP_TARGET: target = '' } = given
  if (target === noBackups) return ''
  const hasKey = Boolean(given.PONTIC_BACKUP_RECIPIENTS || given.PONTIC_BACKUP_KEY_FILE)
  return target === '' && isEmbedded && hasKey ? backupFolder : target
}

/** Reads a file of settings; empty values count as missing. */
function readEnvFile(file: string): Env {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      throw new Error(`${file} is missing: nothing is installed here. Run \`pontic up\`.`)
    throw new Error(`${file} cannot be read (${code}): run this command as root or as its owner.`)
  }
  return Object.fromEntries(
    Object.entries(parseEnv(text)).filter((row): row is [string, string] => Boolean(row[1])),
  )
}

/**
 * Environment of a command of the server, such as `migrate`. Contains the URLs of the built-in PostgreSQL.
 * @throws Error if that PostgreSQL has never run
 */
export function commandEnv({ env, dataFolder, isEmbedded }: InstalledSettings): Env {
  if (!isEmbedded) return env
  const urls = readUrls(dataFolder)
  if (urls === undefined) throw new Error('The database does not exist yet. Run `pontic up`.')
  return { ...env, PONTIC_DATABASE_URL: urls.appUrl, PONTIC_DATABASE_OWNER_URL: urls.ownerUrl }
}

/** Address of a page of the node on this machine. */
export function localUrl({ host, port }: Config, path: string): string {
  const local = ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host
  return `http://${local.includes(':') ? `[${local}]` : local}:${port}${path}`
}
