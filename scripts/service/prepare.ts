import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { printStep, root } from '../places.ts'
import {
  findCurrentVersion,
  findOrCreateRunner,
  type Installation,
  setCurrentVersion,
  versionFolder,
} from './installation.ts'
import type { InstalledSettings } from './settings-file.ts'
import { installVersion, keepVersion, nameVersion, nodeOf } from './versions.ts'

/** Installs this checkout, unless another version is installed already. @returns the version to run */
export function prepareVersion(installation: Installation, { config }: InstalledSettings): string {
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

/**
 * Creates the folders of the data and of the backups for the user of the service, and lets it read the settings.
 * @throws Error that says what to do, if that user cannot enter the installation or write backups
 */
export function prepareData(
  installation: Installation,
  { dataFolder, env }: InstalledSettings,
  version: string,
): void {
  const runner = findOrCreateRunner()
  const target = env.PONTIC_BACKUP_TARGET ?? ''
  const folders = [dataFolder, ...(isAbsolute(target) ? [target] : [])]
  for (const path of folders) {
    if (existsSync(path)) continue
    mkdirSync(path, { recursive: true, mode: 0o700 })
    if (runner) chownSync(path, runner.uid, runner.gid)
  }
  if (runner) {
    chownSync(dataFolder, runner.uid, runner.gid)
    chownSync(installation.settingsFile, 0, runner.gid)
    chmodSync(installation.settingsFile, 0o640)
    // Root may have created these files, or copied them from another machine.
    const sshKeyFile = env.PONTIC_BACKUP_SSH_KEY_FILE ?? ''
    const isOwn = dirname(sshKeyFile) === dirname(installation.settingsFile)
    for (const file of [installation.keyFile, ...(isOwn ? [sshKeyFile] : [])])
      if (existsSync(file)) chownSync(file, runner.uid, runner.gid)
    const folder = versionFolder(installation, version)
    const done = spawnSync(nodeOf(folder), ['--version'], { cwd: folder, ...runner })
    if (done.status !== 0)
      throw new Error(
        `The user pontic cannot enter ${installation.home}. Choose a folder that all users may enter, with --home.`,
      )
  }
  for (const path of folders) {
    const user = runner ? 'The user pontic' : 'This user'
    if (spawnSync('test', ['-w', path, '-a', '-x', path], { ...runner }).status !== 0)
      throw new Error(`${user} cannot write to ${path}.${runner ? ` Allow it: chown pontic: ${path}` : ''}`)
  }
}
