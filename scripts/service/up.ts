import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { SettingsError } from '../../apps/server/src/config/config.ts'
import { printStep, root } from '../places.ts'
import { isRunning, restartService, runServer, waitUntilReady } from './control.ts'
import {
  findCurrentVersion,
  findOrCreateRunner,
  type Installation,
  isRoot,
  readStarted,
  setCurrentVersion,
  versionFolder,
} from './installation.ts'
import { findRun } from './run.ts'
import {
  createKeyFile,
  createSettingsFile,
  type InstalledSettings,
  localUrl,
  readSettings,
} from './settings-file.ts'
import { hasSystemd, installUnit } from './systemd.ts'
import { installVersion, keepVersion, nameVersion, nodeOf } from './versions.ts'

// The first start creates the database.
const readyLimitMs = 120_000

/**
 * Installs this checkout and runs it as a service; does only what is not done yet. Without systemd it prepares everything and
 * prints the command that runs the portal.
 * @throws SettingsError that names missing settings and their file
 */
export async function up(installation: Installation): Promise<void> {
  const settings = prepareSettings(installation)
  const version = prepareVersion(installation, settings)
  prepareData(installation, settings, version)
  const usesSystemd = findRun(installation) === undefined && hasSystemd()
  const isUnitNew = usesSystemd && installUnit(installation, settings)
  if (!usesSystemd && !isRunning(installation)) {
    printStep('systemd does not run here. This command runs the portal in the foreground:')
    console.log(`  ${commandLine(installation, 'run')}`)
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
    throw new Error(`${(error as Error).message} \`${commandLine(installation, 'logs')}\` shows why.`)
  }
  printStep(`version ${version} runs on ${localUrl(settings.config, '')}, for ${settings.config.publicUrl}`)
  printAdministratorLink(installation, settings, version)
}

function prepareSettings(installation: Installation): InstalledSettings {
  const runner = findOrCreateRunner()
  mkdirSync(installation.home, { recursive: true })
  // The user of the service must be able to enter the folder; its secrets have their own modes.
  if (runner) chmodSync(installation.home, 0o755)
  const isNew = createSettingsFile(installation, runner)
  createKeyFile(installation, runner)
  try {
    return readSettings(installation)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const what = isNew ? 'was created' : 'is not complete'
    throw new SettingsError(
      `${installation.settingsFile} ${what}. Edit it and run \`pontic up\` again:\n${error.message}`,
    )
  }
}

/** Installs this checkout, unless another version is installed already. @returns the version to run */
function prepareVersion(installation: Installation, { config }: InstalledSettings): string {
  const current = findCurrentVersion(installation)
  const wanted = nameVersion(root)
  if (current !== undefined && current !== wanted) {
    printStep(`version ${current} is installed; \`npx pontic upgrade\` installs ${wanted}`)
    return current
  }
  const version = installVersion(installation, root, config.variant)
  if (current === undefined) setCurrentVersion(installation, version)
  keepVersion(installation, version)
  return version
}

/** Creates the data folder for the user of the service. @throws Error if that user cannot enter the installation */
function prepareData(installation: Installation, { dataFolder }: InstalledSettings, version: string): void {
  const runner = findOrCreateRunner()
  if (!existsSync(dataFolder)) mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  if (!runner) return
  chownSync(dataFolder, runner.uid, runner.gid)
  chownSync(installation.settingsFile, 0, runner.gid)
  chmodSync(installation.settingsFile, 0o640)
  const folder = versionFolder(installation, version)
  const done = spawnSync(nodeOf(folder), ['--version'], { cwd: folder, ...runner })
  if (done.status !== 0)
    throw new Error(
      `The user pontic cannot enter ${installation.home}. Choose a folder that all users may enter, with --home.`,
    )
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
