/**
 * The command line of the server. Without an argument it runs a node. `migrate` brings the database to the newest schema.
 * `administrator` prints a new link for the first platform administrator. `replay-erasures` repeats erasures after the database
 * was restored from a backup. `reencrypt` encrypts stored secrets with the present key. `storage move` copies files from one storage to another, and `storage empty` removes the copied files
 * from the first. `backup`, `verify` and `restore` make, check and restore backups.
 */
import { enableCompileCache } from 'node:module'
import type { App } from './app.ts'
import { type Config, parseConfig, SettingsError } from './config/config.ts'
import type { BackupCommand } from './platform/backup/commands.ts'

// Halves the start time of a node. Only modules that are imported after this line are cached.
enableCompileCache()

/** EX_CONFIG of sysexits.h: the configuration is wrong, so a restart does not help. */
const settingsExitCode = 78

async function runMigrate(): Promise<void> {
  const ownerUrl = process.env.PONTIC_DATABASE_OWNER_URL ?? ''
  if (ownerUrl === '')
    throw new SettingsError('PONTIC_DATABASE_OWNER_URL is missing: migrating needs the owner’s role.')
  const { migrate } = await import('./platform/db/migrate.ts')
  const applied = await migrate(ownerUrl)
  console.log(
    applied.length > 0 ? `pontic: applied ${applied.join(', ')}` : 'pontic: the database is up to date',
  )
}

function stopOnSignals(app: App): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * Logs unhandled rejections instead of exiting. The job queue causes some when PostgreSQL becomes unreachable, and an exit
 * would abort the uploads on this node.
 */
function logUnhandledRejections({ services }: App): void {
  process.on('unhandledRejection', (reason) => {
    const { message, stack } = reason instanceof Error ? reason : new Error(String(reason))
    services.log.error({ err: { message, stack } }, 'Unhandled promise rejection.')
  })
}

async function fillDemo(app: App, config: Config): Promise<void> {
  if (config.mode !== 'demo') return
  const { demoSignIns, seedDemo } = await import('./demo/seed.ts')
  if (await seedDemo(app.services)) console.log('pontic: the demo is filled')
  for (const line of demoSignIns()) console.log(line)
}

function printLink(link: string): void {
  console.log(`pontic: the first administrator sets a password here, once and within 24 hours:\n  ${link}`)
}

async function printFirstAdministratorLink(app: App, config: Config): Promise<void> {
  if (config.mode !== 'production') return
  const { createFirstAdministratorLink } = await import('./people/accounts/first-administrator.service.ts')
  const link = await createFirstAdministratorLink(app.services)
  if (link !== undefined) printLink(link)
}

/**
 * Prints a new link for the first administrator, and earlier links become invalid. Prints only a message if a platform
 * administrator has a password.
 */
async function runAdministrator(): Promise<void> {
  const [{ buildApp }, { createFirstAdministratorLink }] = await Promise.all([
    import('./app.ts'),
    import('./people/accounts/first-administrator.service.ts'),
  ])
  const app = await buildApp(parseConfig(process.env))
  const link = await createFirstAdministratorLink(app.services, true)
  if (link === undefined) console.log('pontic: a platform administrator has a password already')
  else printLink(link)
  await app.close()
}

/** Repeats the recorded erasures after the database was restored from a backup (threat T64). */
async function runReplayErasures(): Promise<void> {
  const [{ buildApp }, { replayErasures }] = await Promise.all([
    import('./app.ts'),
    import('./cases/patients/replay.service.ts'),
  ])
  const app = await buildApp(parseConfig(process.env))
  const { cases, accounts } = await replayErasures(app.services)
  console.log(`pontic: erased ${cases} cases and ${accounts} accounts again`)
  await app.close()
}

/** Encrypts stored secrets with the present key. @throws Error if a secret can be decrypted with neither key */
async function runReencrypt(): Promise<void> {
  const config = parseConfig(process.env)
  if (!config.databaseOwnerUrl)
    throw new SettingsError('PONTIC_DATABASE_OWNER_URL is missing: the command needs the owner’s role.')
  const [{ openEncryptor }, { reencryptSecrets }] = await Promise.all([
    import('./platform/secrets/encryptor.ts'),
    import('./platform/secrets/reencrypt.ts'),
  ])
  const { secrets, faults } = await reencryptSecrets(config.databaseOwnerUrl, await openEncryptor(config))
  for (const fault of faults) console.error(`pontic: ${fault}`)
  if (faults.length > 0) throw new Error(`${faults.length} secrets could not be decrypted.`)
  console.log(`pontic: ${secrets} secrets are encrypted with the present key`)
}

/** Moves files between storages while nodes run (decision 0077). @throws Error if a file is damaged */
async function runStorage(): Promise<void> {
  const action = process.argv[3]
  if (action !== 'move' && action !== 'empty')
    throw new SettingsError(
      'Commands: storage move copies all files from PONTIC_STORAGE_ALSO_READS to PONTIC_STORAGE, storage empty removes the copied files from PONTIC_STORAGE_ALSO_READS.',
    )
  const [{ buildApp }, { emptySource, moveFiles }] = await Promise.all([
    import('./app.ts'),
    import('./platform/storage/move.service.ts'),
  ])
  const app = await buildApp(parseConfig(process.env))
  try {
    const run = action === 'move' ? moveFiles : emptySource
    await run(app.services, (line) => console.log(`pontic: ${line}`))
  } finally {
    await app.close()
  }
}

/** Runs a command for backups (decision 0080). */
async function runBackups(name: BackupCommand): Promise<void> {
  const [{ buildApp }, { runBackupCommand }] = await Promise.all([
    import('./app.ts'),
    import('./platform/backup/commands.ts'),
  ])
  await runBackupCommand(name, { args: process.argv.slice(3), environment: process.env, buildApp })
}

async function runNode(): Promise<void> {
  const config = parseConfig(process.env)
  if (config.mode === 'demo' && config.isDemoPublic) {
    console.warn(
      'pontic: this demo can be reached from other machines, and its passwords are known to everybody',
    )
  }
  const { buildApp } = await import('./app.ts')
  const app = await buildApp(config)
  stopOnSignals(app)
  logUnhandledRejections(app)
  await app.listen()
  await fillDemo(app, config)
  await printFirstAdministratorLink(app, config)
  console.log(`pontic: ready on ${config.publicUrl}`)
}

const commands: Readonly<Record<string, () => Promise<void>>> = {
  '': runNode,
  migrate: runMigrate,
  administrator: runAdministrator,
  'replay-erasures': runReplayErasures,
  reencrypt: runReencrypt,
  storage: runStorage,
  backup: () => runBackups('backup'),
  verify: () => runBackups('verify'),
  restore: () => runBackups('restore'),
}
const command = commands[process.argv[2] ?? '']
try {
  if (!command)
    throw new SettingsError(
      'Commands: (none) runs a node, migrate brings the database to the newest schema, administrator prints a new link for the first administrator, replay-erasures repeats erasures after a backup was restored, reencrypt encrypts stored secrets with the present key, storage move and storage empty move files to another storage, backup makes a backup, verify checks it, restore restores it.',
    )
  await command()
} catch (error) {
  console.error(`pontic: ${(error as Error).message}`)
  process.exit(error instanceof SettingsError ? settingsExitCode : 1)
}
