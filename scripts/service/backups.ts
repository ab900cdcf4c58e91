import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SettingsError } from '../../apps/server/src/config/config.ts'
import { isOnDataDisk } from '../../apps/server/src/platform/backup/target.ts'
import { printStep } from '../places.ts'
import { assertDatabaseRuns, isRunning, runServer } from './control.ts'
import { findCurrentVersion, findOrCreateRunner, type Installation } from './installation.ts'
import { prepareData, prepareVersion } from './prepare.ts'
import { type InstalledSettings, readSettings } from './settings-file.ts'

/** Options of `pontic restore` and `pontic verify`. `key`: a file with the secret key, if it is not where `pontic up` created it. */
type BackupOptions = { to?: string | undefined; files?: boolean | undefined; key?: string | undefined }

/**
 * Runs `backup` or `verify` of the server with the settings of the installation.
 * @param args arguments of the command of the server, such as `list`
 * @returns the exit code
 */
export function runBackup(
  installation: Installation,
  command: 'backup' | 'verify',
  args: readonly string[],
  { key }: BackupOptions,
): number {
  const version = findCurrentVersion(installation)
  if (version === undefined) throw new Error('Nothing is installed. Run `pontic up`.')
  const settings = readSettings(installation)
  if (command === 'backup' && args.length === 0) assertDatabaseRuns(installation, settings)
  const run = (more: Record<string, string>) =>
    runServer(
      installation,
      { ...settings, env: { ...settings.env, ...more } },
      version,
      [command, ...args],
      'inherit',
    ).code
  return command === 'backup' ? run({}) : withSecretKey(installation, settings, key, run)
}

/**
 * Restores database and files of an installation that does not run. Installs this checkout first if nothing is installed, as on
 * a new machine. It starts nothing, because a new database would begin new backups in the same place.
 * @returns the exit code of the server's command `restore`
 * @throws Error that says what to do, if a file is missing or the service runs
 */
export function runRestore(installation: Installation, { to, files, key }: BackupOptions): number {
  const { settingsFile, keyFile } = installation
  if (!existsSync(settingsFile))
    throw new Error(`${settingsFile} is missing. Copy it and ${keyFile} from the place where you keep them.`)
  if (isRunning(installation)) throw new Error('The portal runs. Stop it first: `pontic stop`')
  const settings = readSettings(installation)
  if (!settings.env.PONTIC_BACKUP_TARGET)
    throw new SettingsError(
      `PONTIC_BACKUP_TARGET is missing in ${settingsFile}: it names where the backups are.`,
    )
  return withSecretKey(installation, settings, key, (more) => {
    const version = prepareVersion(installation, settings)
    prepareData(installation, settings, version)
    const args = ['restore', ...(files ? ['--files'] : ['--to', to ?? ''])]
    return runServer(
      installation,
      { ...settings, env: { ...settings.env, ...more } },
      version,
      args,
      'inherit',
    ).code
  })
}

/**
 * Runs `work` with the setting that names the file with the secret key. The file belongs to the operator, and the server runs as
 * the user of the service, so it gets a copy in memory for that time.
 */
function withSecretKey<Result>(
  { backupKeyFile }: Installation,
  { env }: InstalledSettings,
  given: string | undefined,
  work: (more: Record<string, string>) => Result,
): Result {
  const file = resolve(given ?? (env.PONTIC_BACKUP_KEY_FILE || backupKeyFile))
  if (!existsSync(file))
    throw new Error(`${file} does not exist. Name the file with the secret key of the backups: --key <file>`)
  // On a new machine the user does not exist yet.
  const runner = findOrCreateRunner()
  if (!runner) return work({ PONTIC_BACKUP_KEY_FILE: file })
  const folder = mkdtempSync('/run/pontic-key-')
  try {
    const copy = join(folder, 'key.txt')
    copyFileSync(file, copy)
    for (const path of [folder, copy]) chownSync(path, runner.uid, runner.gid)
    chmodSync(copy, 0o400)
    return work({ PONTIC_BACKUP_KEY_FILE: copy })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Prints the secret key of the backups, once after its creation. @param text the file with the key */
export function printBackupKey({ settingsFile, keyFile, backupKeyFile }: Installation, text: string): void {
  const secret = text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-'))
  console.log(`
  The secret key of the backups. It is printed only this time. Without it nobody can read a backup.

    ${secret}

  Keep it in a password manager and on paper, together with ${settingsFile} and ${keyFile}.
  Then delete the file that has it here: rm ${backupKeyFile}
`)
}

/**
 * Prints the target of the backups, whether it can be used, and what the operator has to do so that backups survive the loss of
 * this machine.
 */
export async function printBackupAdvice(
  installation: Installation,
  settings: InstalledSettings,
  version: string,
): Promise<void> {
  const { settingsFile, backupKeyFile } = installation
  const { config, dataFolder } = settings
  if (config.backup === undefined)
    return printStep('there are no backups, because PONTIC_BACKUP_TARGET is not set')
  const { code, output } = runServer(installation, settings, version, ['backup', 'list'], 'pipe')
  printStep(
    code === 0
      ? `backups are encrypted and stored in ${config.backup.target}`
      : `WARNING: no backups can be stored in ${config.backup.target}\n${output}`,
  )
  if (await isOnDataDisk(config.backup, dataFolder))
    printStep(
      `  this folder is on the same disk as the data, and would be lost with it. Set PONTIC_BACKUP_TARGET in ${settingsFile} to another disk or machine`,
    )
  if (existsSync(backupKeyFile))
    printStep(`  their secret key is still in ${backupKeyFile}. Keep it elsewhere, then delete the file`)
}
