import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { createKeyPair } from '../../apps/server/src/platform/backup/age.ts'
import { printStep } from '../places.ts'
import { readUrls } from '../postgres.ts'
import { type Memory, passwordStatements } from '../postgres-cluster.ts'
import { printBackupKey } from './backups.ts'
import { isRunning, restartService, runServer, waitUntilReady } from './control.ts'
import { findCurrentVersion, findRunner, type Installation } from './installation.ts'
import { type InstalledSettings, readSettings } from './settings-file.ts'

/** Secrets that `pontic rotate` replaces. */
export const rotatable = ['secret-key', 'encryption-key', 'backup-key', 'database'] as const
type Rotatable = (typeof rotatable)[number]

const titles: Record<Rotatable, string> = {
  'secret-key': 'the secret key is replaced',
  'encryption-key': 'the encryption key is replaced',
  'backup-key': 'the key of the backups is replaced',
  database: 'the passwords of the database are replaced',
}
const readyLimitMs = 120_000
const newKey = () => randomBytes(32).toString('base64url')

/**
 * Replaces a secret of a running installation and restarts its service.
 * @throws Error that says what to do, if the secret is not one that `pontic up` has created, or the service does not run
 */
export async function rotate(installation: Installation, what: string | undefined): Promise<void> {
  const name = rotatable.find((one) => one === what)
  if (name === undefined) throw new Error(`Name what to rotate: ${rotatable.join(', ')}.`)
  const version = findCurrentVersion(installation)
  if (version === undefined || !isRunning(installation))
    throw new Error('The service does not run. Run `pontic up`.')
  const steps: Record<Rotatable, () => Promise<void>> = {
    'secret-key': async () => rotateSecretKey(installation),
    'encryption-key': async () => rotateEncryptionKey(installation, version),
    'backup-key': () => rotateBackupKey(installation),
    database: () => rotateDatabasePasswords(readSettings(installation)),
  }
  await steps[name]()
  printStep('restarting the service')
  restartService(installation)
  const settings = readSettings(installation)
  await waitUntilReady(installation, settings, version, readyLimitMs)
  const after: Partial<Record<Rotatable, string>> = { 'encryption-key': 'reencrypt', 'backup-key': 'backup' }
  const command = after[name]
  if (command !== undefined) {
    const { code, output } = runServer(installation, settings, version, [command], 'pipe')
    if (code !== 0)
      throw new Error(`${titles[name]}, but \`pontic server ${command}\` failed. Run it again.\n${output}`)
    console.log(output)
  }
  printStep(titles[name])
}

/** @throws Error if one of these values is set in the file of settings, which belongs to the operator */
function assertGenerated({ settingsFile }: Installation, names: readonly string[]): void {
  const own = parseEnv(readFileSync(settingsFile, 'utf8'))
  for (const name of names)
    if (own[name])
      throw new Error(`${name} is set in ${settingsFile}. Change it there, and run \`pontic up\`.`)
}

/** Replaces lines of the key file, which a crash leaves old or new. @throws Error if a value is set in the file of settings */
function writeKeyFile(installation: Installation, values: Record<string, string>): void {
  const { keyFile } = installation
  assertGenerated(installation, Object.keys(values))
  let text = readFileSync(keyFile, 'utf8')
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${value}`
    const old = new RegExp(`^${name}=.*$`, 'm')
    text = old.test(text) ? text.replace(old, () => line) : `${text.trimEnd()}\n${line}\n`
  }
  const half = `${keyFile}.half`
  writeFileSync(half, text, { mode: 0o600 })
  const runner = findRunner()
  if (runner) chownSync(half, runner.uid, runner.gid)
  renameSync(half, keyFile)
}

/** The key for stored secrets is the secret key by default, and must not change with it. */
function rotateSecretKey(installation: Installation): void {
  const { config } = readSettings(installation)
  const { PONTIC_ENCRYPTION_KEY: own } = readSettings(installation).env
  writeKeyFile(installation, {
    ...(own ? {} : { PONTIC_ENCRYPTION_KEY: config.encryptionKey }),
    PONTIC_SECRET_KEY: newKey(),
  })
}

/** @throws Error if secrets still need the key before the present one, which would be lost */
function rotateEncryptionKey(installation: Installation, version: string): void {
  const settings = readSettings(installation)
  const { config } = settings
  if (config.encryptionKeyBefore !== '') {
    const { code, output } = runServer(installation, settings, version, ['reencrypt'], 'pipe')
    if (code !== 0) throw new Error(`Some secrets still need the key of the last rotation.\n${output}`)
  }
  writeKeyFile(installation, {
    PONTIC_ENCRYPTION_KEY_BEFORE: config.encryptionKey,
    PONTIC_ENCRYPTION_KEY: newKey(),
  })
}

/** A file with the old secret key stays readable for restores: the new key is added before the old one. */
async function rotateBackupKey(installation: Installation): Promise<void> {
  const { backupKeyFile } = installation
  assertGenerated(installation, ['PONTIC_BACKUP_RECIPIENTS', 'PONTIC_BACKUP_KEY_FILE'])
  const { secret, recipient } = await createKeyPair()
  const old = existsSync(backupKeyFile) ? readFileSync(backupKeyFile, 'utf8') : ''
  const text = `# Secret key of the backups of Pontic. Without it no backup can be read.\n# public key: ${recipient}\n${secret}\n${old}`
  writeFileSync(backupKeyFile, text, { mode: 0o600 })
  writeKeyFile(installation, { PONTIC_BACKUP_RECIPIENTS: recipient })
  printBackupKey(installation, text)
}

/** Gives the roles of the built-in PostgreSQL new passwords. They are in a file first, so that no crash loses them. */
async function rotateDatabasePasswords({ isEmbedded, dataFolder }: InstalledSettings): Promise<void> {
  const file = join(dataFolder, 'postgres.json')
  const urls = readUrls(dataFolder)
  if (!isEmbedded || urls === undefined)
    throw new Error('The database is not the built-in one. Change its passwords there, and in the settings.')
  const memory = JSON.parse(readFileSync(file, 'utf8')) as Memory
  const passwords = { super: newKey(), owner: newKey(), app: newKey() }
  const next = { ...memory, passwords }
  const runner = findRunner()
  writeFileSync(`${file}.next`, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
  if (runner) chownSync(`${file}.next`, runner.uid, runner.gid)
  const client = new pg.Client({ connectionString: urls.superUrl })
  await client.connect()
  try {
    // Statements of one message are one transaction.
    await client.query(passwordStatements(passwords).join(';'))
  } finally {
    await client.end()
  }
  renameSync(`${file}.next`, file)
}
