import type { BackupConfig } from '../../config/backup-settings.ts'
import { type Config, SettingsError } from '../../config/config.ts'
import { openSealer, readSecretKeys, recipientsOf } from './age.ts'
import type { Vault } from './objects.ts'
import { openTarget } from './target.ts'

/** Returns the settings of backups. @throws SettingsError if there is no target */
export function getBackupConfig({ backup }: Pick<Config, 'backup'>): BackupConfig {
  if (backup === undefined)
    throw new SettingsError('PONTIC_BACKUP_TARGET is missing: it names where backups are stored.')
  return backup
}

/**
 * Opens the target of the settings with the keys. The caller closes the target.
 * @throws SettingsError if a key is invalid or its file cannot be read
 * @throws Refusal with a key `transport.*` if the target cannot be reached
 */
export async function openVault(config: BackupConfig): Promise<Vault> {
  const secrets = config.keyFile === undefined ? [] : await readSecretKeys(config.keyFile)
  const recipients = config.recipients.length > 0 ? config.recipients : await recipientsOf(secrets)
  const sealer = await openSealer(recipients)
  return { target: await openTarget(config), sealer, secrets }
}

/** Opens the vault for a command that decrypts. @throws SettingsError without a secret key */
export async function openReadableVault(config: BackupConfig): Promise<Vault> {
  if (config.keyFile === undefined)
    throw new SettingsError(
      'PONTIC_BACKUP_KEY_FILE is missing: it names the file with the secret key, which the operator keeps.',
    )
  return await openVault(config)
}

/** Runs `work` with the target, and closes it. */
export async function withVault<Result>(
  opening: Promise<Vault>,
  work: (vault: Vault) => Promise<Result>,
): Promise<Result> {
  const vault = await opening
  try {
    return await work(vault)
  } finally {
    await vault.target.close()
  }
}
