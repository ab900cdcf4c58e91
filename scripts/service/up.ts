import { chmodSync, mkdirSync } from 'node:fs'
import { SettingsError } from '../../apps/server/src/config/config.ts'
import { printStep } from '../places.ts'
import { createBackupKey } from './backup-key.ts'
import { printBackupAdvice, printBackupKey } from './backups.ts'
import { isRunning, restartService, runServer, waitUntilReady } from './control.ts'
import { findOrCreateRunner, type Installation, isRoot, readStarted } from './installation.ts'
import { assertPortFree } from './port.ts'
import { prepareData, prepareVersion } from './prepare.ts'
import { findRun } from './run.ts'
import {
  createKeyFile,
  createSettingsFile,
  type InstalledSettings,
  listIgnoredSettings,
  localUrl,
  readSettings,
} from './settings-file.ts'
import { hasSystemd, installUnit, readLastSentences } from './systemd.ts'

// The first start creates the database.
const readyLimitMs = 120_000

/**
 * Installs this checkout and runs it as a service; does only what is not done yet. Without systemd it prepares everything and
 * prints the command that runs the portal.
 * @throws SettingsError that names missing settings and their file
 */
export async function up(installation: Installation): Promise<void> {
  const valid = prepareSettings(installation)
  await assertPortFree(installation, valid)
  const version = prepareVersion(installation, valid)
  // After everything that may fail, because a new key is printed only once.
  const newKey = await createBackupKey(installation, findOrCreateRunner())
  if (newKey !== undefined) printBackupKey(installation, newKey)
  const settings = readSettings(installation)
  prepareData(installation, settings, version)
  const usesSystemd = findRun(installation) === undefined && hasSystemd()
  const isUnitNew = usesSystemd && installUnit(installation, settings)
  if (!usesSystemd && !isRunning(installation)) {
    printStep('systemd does not run here. This command runs the portal in the foreground:')
    console.log(`  ${commandLine(installation, 'run')}`)
    await printAdvice(installation, settings, version)
    return
  }
  const started = readStarted(settings.dataFolder)
  const isCurrent = started?.version === version && started.settings === settings.digest
  if (isUnitNew || !isCurrent || !isRunning(installation)) {
    printStep('starting the service')
    restartService(installation)
  }
  try {
    await waitUntilReady(installation, settings, version, readyLimitMs)
  } catch (error) {
    const logs = `\`${commandLine(installation, 'logs')}\` prints the log.`
    const sentences = usesSystemd ? readLastSentences(installation) : ''
    throw new Error(`${(error as Error).message} ${logs}${sentences === '' ? '' : ` Its end:\n${sentences}`}`)
  }
  printStep(`version ${version} runs on ${localUrl(settings.config, '')}, for ${settings.config.publicUrl}`)
  await printAdvice(installation, settings, version)
  printAdministratorLink(installation, settings, version)
}

/** Creates the files of settings that are missing. @returns the settings, which may lack the keys of the backups */
function prepareSettings(installation: Installation): InstalledSettings {
  const runner = findOrCreateRunner()
  mkdirSync(installation.home, { recursive: true })
  // The user of the service must be able to enter the folder; its secrets have their own modes.
  if (runner) chmodSync(installation.home, 0o755)
  const isNew = createSettingsFile(installation, runner)
  createKeyFile(installation, runner)
  try {
    return readSettings(installation, { PONTIC_BACKUP_RECIPIENTS: 'age1new' })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const what = isNew ? 'was created' : 'needs changes'
    throw new SettingsError(
      `${installation.settingsFile} ${what}. Edit it and run \`pontic up\` again:\n${error.message}`,
    )
  }
}

async function printAdvice(
  installation: Installation,
  settings: InstalledSettings,
  version: string,
): Promise<void> {
  for (const sentence of listIgnoredSettings(installation, settings)) printStep(`WARNING: ${sentence}`)
  await printBackupAdvice(installation, settings, version)
}

function printAdministratorLink(
  installation: Installation,
  settings: InstalledSettings,
  version: string,
): void {
  const { code, output } = runServer(installation, settings, version, ['administrator'], 'pipe')
  if (code !== 0) throw new Error(`The link for the first administrator could not be created.\n${output}`)
  if (!output.includes('has a password already')) console.log(output)
}

/** The command that an administrator types for this installation, from its current version. */
export function commandLine({ home }: Installation, command: string): string {
  const isDefault = home === (isRoot ? '/var/lib/pontic' : '')
  return `${home}/current/scripts/pontic.mjs ${command}${isDefault ? '' : ` --home ${home}`}`
}
