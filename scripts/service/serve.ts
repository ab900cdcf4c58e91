/**
 * Runs the PostgreSQL and the portal of an installation in the foreground, as the user of the service: systemd and `pontic run`
 * start this file of the current version. Exits with 78 if the settings are wrong, which a restart would not fix.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { SettingsError } from '../../apps/server/src/config/config.ts'
import { type App, settingsExitCode, stopOnSignals, superviseApp } from '../app-process.ts'
import { openDatabase } from '../database.ts'
import { printStep, root, serverEntry } from '../places.ts'
import { readUrls } from '../postgres.ts'
import { findInstallation, prepareStartedFile, type Started } from './installation.ts'
import { readSettings } from './settings-file.ts'

const marginMs = 10_000

async function serve(home: string | undefined): Promise<void> {
  // The files of the portal and of PostgreSQL are only for the user of the service.
  process.umask(0o077)
  const settings = readSettings(findInstallation(home))
  const { env, config, dataFolder } = settings
  const started: Started = { pid: process.pid, version: basename(root), settings: settings.digest }
  writeFileSync(prepareStartedFile(dataFolder), `${JSON.stringify(started)}\n`)
  // `openDatabase` starts no PostgreSQL if the settings name one.
  if (!settings.isEmbedded) process.env.PONTIC_DATABASE_URL = env.PONTIC_DATABASE_URL
  let app: App | undefined
  const database = await openDatabase(() => void app?.restart(appEnv()), dataFolder)
  const appEnv = () => {
    // The portal runs without the owner of the database, which only migrations need.
    const { PONTIC_DATABASE_OWNER_URL: _owner, ...withoutOwner } = { ...env, ...database.env() }
    return { NODE_ENV: 'production', PONTIC_DATABASE_OWNER_URL: '', ...withoutOwner }
  }
  const stop = async () => {
    await app?.stop()
    await database.stop()
  }
  stopOnSignals(stop)
  if (settings.isEmbedded && config.backup === undefined) await dropBackupSlots(dataFolder)
  const exitCode = migrate({ ...env, ...database.env() })
  if (exitCode !== 0) {
    await stop()
    process.exit(exitCode)
  }
  app = superviseApp({
    env: appEnv(),
    nodeArgs: ['--import', join(root, 'scripts/follow-parent.ts')],
    stopLimitMs: config.drainMs + config.stopMs + marginMs,
    onEnd: (code) => void stop().then(() => process.exit(code)),
  })
}

/** Without backups, their replication slot would keep the write-ahead log until the disk is full. */
async function dropBackupSlots(folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: readUrls(folder)?.superUrl })
  await client.connect()
  try {
    await client.query(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots
        where slot_name like 'pontic\\_backup\\_%' and not active`,
    )
  } finally {
    await client.end()
  }
}

/** Migrates the database if the owner's URL is known. @returns the exit code of the command */
function migrate(env: Record<string, string>): number {
  if (!env.PONTIC_DATABASE_OWNER_URL) return 0
  const done = spawnSync(process.execPath, [serverEntry, 'migrate'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  return done.status ?? 1
}

const { values } = parseArgs({ options: { home: { type: 'string' } } })
await serve(values.home).catch((error: unknown) => {
  printStep((error as Error).message)
  process.exit(error instanceof SettingsError ? settingsExitCode : 1)
})
