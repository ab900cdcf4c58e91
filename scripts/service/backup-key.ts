import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { createKeyPair, readSecretKeys, recipientsOf } from '../../apps/server/src/platform/backup/age.ts'
import type { Runner } from '../postgres-place.ts'
import type { Installation } from './installation.ts'

/** Value of `PONTIC_BACKUP_TARGET` for an installation without backups. An empty value means the default. */
export const noBackups = 'none'

/**
 * Creates the keys of the backups, unless the settings name some, turn backups off, or name another database, which has backups of
 * its own. The public key becomes a setting in the key file. The secret key is written to a file that only the caller can read,
 * not the service.
 * @returns the text of the file with the secret key if it is new
 */
export async function createBackupKey(
  installation: Installation,
  runner: Runner,
): Promise<string | undefined> {
  const { settingsFile, keyFile, backupKeyFile } = installation
  const read = (file: string) => (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {})
  const given = { ...read(keyFile), ...read(settingsFile) }
  if (given.PONTIC_BACKUP_RECIPIENTS || given.PONTIC_BACKUP_KEY_FILE) return undefined
  if (given.PONTIC_BACKUP_TARGET === noBackups) return undefined
  if (given.PONTIC_DATABASE_URL && !given.PONTIC_BACKUP_TARGET) return undefined
  let text: string | undefined
  // A file without its public key is left by an interrupted command, or was copied from another machine.
  if (!existsSync(backupKeyFile)) {
    const { secret, recipient } = await createKeyPair()
    text = `# Secret key of the backups of Pontic. Without it no backup can be read.\n# public key: ${recipient}\n${secret}\n`
    mkdirSync(dirname(backupKeyFile), { recursive: true })
    writeFileSync(backupKeyFile, text, { mode: 0o600, flag: 'wx' })
  }
  const recipients = await recipientsOf(await readSecretKeys(backupKeyFile))
  appendFileSync(
    keyFile,
    `# Public key of the backups. ${backupKeyFile} had the secret key first.\nPONTIC_BACKUP_RECIPIENTS=${recipients.join()}\n`,
    { mode: 0o600 },
  )
  chmodSync(keyFile, 0o600)
  if (runner) chownSync(keyFile, runner.uid, runner.gid)
  return text
}
