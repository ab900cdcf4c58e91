import { parseArgs } from 'node:util'
import { type Config, parseConfig, SettingsError } from '../../config/config.ts'
import { Refusal } from '../http/fail.ts'
import type { Services } from '../services.ts'
import { createKeyPair } from './age.ts'
import { findEmbeddedUrls } from './embedded.ts'
import { makeBackup } from './make-backup.service.ts'
import { listBackups } from './manifests.ts'
import { finishRestore, type Restored, type RestoreTime, restoreAll } from './restore.service.ts'
import { describeTargetError } from './target-error.ts'
import { getBackupConfig, openReadableVault, openVault, withVault } from './vault.ts'
import { verifyBackup } from './verify.service.ts'

type Environment = Readonly<Record<string, string | undefined>>
/** Builds a node without starting it. */
type BuildApp = (config: Config) => Promise<{ services: Services; close: () => Promise<void> }>
type Context = { args: string[]; environment: Environment; buildApp: BuildApp }

/** Names of the commands for backups. */
export type BackupCommand = 'backup' | 'restore' | 'verify'

const print = (line: string) => console.log(`pontic: ${line}`)
const usage: Readonly<Record<BackupCommand, string>> = {
  backup:
    'Commands: backup makes a backup now, backup list lists the backups, backup key creates a pair of keys.',
  verify: 'Commands: verify checks the newest backup, verify ID another one.',
  restore:
    'Commands: restore --to latest or restore --to 2026-11-28T16:12:00Z restores database and files into an empty data folder; with --files only the files, after the database was restored with its own tool.',
}

/**
 * Runs a command for backups with the settings of a node.
 * @throws SettingsError if a setting or an argument is missing or invalid
 * @throws Error if the backup failed, is damaged, or could not be restored
 */
export async function runBackupCommand(name: BackupCommand, context: Context): Promise<void> {
  const commands = { backup: runBackup, verify: runVerify, restore: runRestore }
  try {
    await commands[name](context)
  } catch (error) {
    throw error instanceof Refusal ? new Error(describeTargetError(error), { cause: error }) : error
  }
}

/** Parses the settings. The built-in database needs no URLs, because its data folder has them. */
async function readConfig(environment: Environment): Promise<Config> {
  if (environment.PONTIC_DATABASE_URL) return parseConfig(environment)
  // The folder of the data is known only after parsing. Commands that need no database do not use the URL.
  const { dataFolder } = parseConfig({ ...environment, PONTIC_DATABASE_URL: 'postgresql://none' })
  const urls = await findEmbeddedUrls(dataFolder)
  return parseConfig({
    ...environment,
    PONTIC_DATABASE_URL: urls?.appUrl ?? 'postgresql://none',
    PONTIC_DATABASE_OWNER_URL: urls?.ownerUrl,
  })
}

async function runBackup({ args, environment, buildApp }: Context): Promise<void> {
  const [action, ...more] = args
  if (more.length > 0 || (action !== undefined && action !== 'list' && action !== 'key'))
    throw new SettingsError(usage.backup)
  if (action === 'key') return await printKeyPair()
  const config = await readConfig(environment)
  if (action === 'list') return await printBackups(config)
  getBackupConfig(config)
  // A backup must not change the schema, because it may precede an upgrade.
  const app = await buildApp({ ...config, databaseOwnerUrl: '' })
  try {
    const made = await makeBackup(app.services)
    if (made === undefined) throw new Error('Another process is making a backup. Wait until it has ended.')
    const { about, lost, cleanupError } = made
    print(
      `the backup ${about.id} is complete and readable: ${about.files} files, ${sizeOf(about.addedBytes)} added`,
    )
    if (about.database === null)
      print(
        'it contains no database, because the data folder has none and PONTIC_BACKUP_DATABASE_URL is not set',
      )
    for (const sha256 of lost) print(`WARNING: the file ${sha256} is missing or damaged in the storage`)
    if (cleanupError !== undefined)
      throw new Error(`Old backups could not be deleted. ${describeTargetError(cleanupError)}`)
  } finally {
    await app.close()
  }
}

async function printKeyPair(): Promise<void> {
  const { secret, recipient } = await createKeyPair()
  console.log(
    `# Keep this file away from the server and from the backups. Without it no backup can be read.\n# public key: ${recipient}\n${secret}`,
  )
  console.error(`pontic: PONTIC_BACKUP_RECIPIENTS=${recipient}`)
}

async function printBackups(config: Config): Promise<void> {
  const backups = await withVault(openVault(getBackupConfig(config)), listBackups)
  if (backups.length === 0) print('there is no backup')
  for (const { id, completedAt, files, addedBytes, database, version } of backups)
    print(
      `${id}  completed ${completedAt}  Pontic ${version}  ${database ? `PostgreSQL ${database.postgres}` : 'no database'}  ${files} files  ${sizeOf(addedBytes)} added`,
    )
}

async function runVerify({ args, environment }: Context): Promise<void> {
  const [id, ...more] = args
  if (more.length > 0) throw new SettingsError(usage.verify)
  const config = await readConfig(environment)
  const found = await withVault(openReadableVault(getBackupConfig(config)), (vault) =>
    verifyBackup(vault, id),
  )
  print(
    `checked the backup ${found.id}: ${found.parts} parts of the database, ${found.segments} segments of changes, ${found.files} files, ${found.records} records of erasures`,
  )
  for (const fault of found.faults) print(fault)
  if (found.faults.length > 0) throw new Error(`${found.faults.length} objects are missing or damaged.`)
  print('all are readable and have the right SHA-256')
}

async function runRestore(context: Context): Promise<void> {
  const { environment, buildApp } = context
  const { to, files } = parseRestoreArgs(context.args)
  if (!files && environment.PONTIC_DATABASE_URL)
    throw new SettingsError(
      'PONTIC_DATABASE_URL is set, so the database is not the built-in one. Restore it with its own tool, and then the files with restore --files.',
    )
  const config = await readConfig(environment)
  const vault = await openReadableVault(getBackupConfig(config))
  try {
    const restored = files
      ? await withApp(buildApp, config, (services) => finishRestore(services, vault, print))
      : await restoreAll({ vault, dataFolder: config.dataFolder, to, print }, (urls, work) =>
          withApp(buildApp, { ...config, databaseUrl: urls.appUrl, databaseOwnerUrl: urls.ownerUrl }, work),
        )
    printRestored(restored)
  } finally {
    await vault.target.close()
  }
}

function printRestored({ faults }: Pick<Restored, 'faults'>): void {
  for (const fault of faults) print(fault)
  if (faults.length > 0)
    throw new Error(
      `${faults.length} files could not be restored. Everything else is, and the portal can start.`,
    )
  print('everything is restored, and the portal can start')
}

async function withApp<Result>(
  buildApp: BuildApp,
  config: Config,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const app = await buildApp(config)
  try {
    return await work(app.services)
  } finally {
    await app.close()
  }
}

// A time without a zone would mean another moment on another machine.
const timeWithZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/

function parseRestoreArgs(args: string[]): { to: RestoreTime | undefined; files: boolean } {
  const { to, files } = parseOrRefuse(args)
  if (files || to === 'latest') return { to: undefined, files }
  const at = new Date(to ?? '')
  if (to === undefined || !timeWithZone.test(to) || Number.isNaN(at.getTime()))
    throw new SettingsError(usage.restore)
  // PostgreSQL knows no Z here. It compares microseconds, which a Date would lose.
  return { to: { at, text: to.replace('T', ' ').replace(/Z$/, '+00') }, files }
}

function parseOrRefuse(args: string[]): { to: string | undefined; files: boolean } {
  try {
    const { values } = parseArgs({ args, options: { to: { type: 'string' }, files: { type: 'boolean' } } })
    return { to: values.to, files: values.files ?? false }
  } catch {
    throw new SettingsError(usage.restore)
  }
}

const sizeOf = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
