import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Postgres, startPostgres } from '../../../../scripts/postgres.ts'
import { type App, buildApp } from '../app.ts'
import { parseConfig } from '../config/config.ts'
import { openArchive } from '../platform/backup/archive.service.ts'
import { runBackupCommand } from '../platform/backup/commands.ts'
import { getBackupConfig, openVault, withVault } from '../platform/backup/vault.ts'

/** A portal with the built-in database in its data folder, as `npm start` runs it. Jobs do not run. */
export type BackedUpPortal = App & {
  url: string
  clock: { now: () => Date }
  postgres: Postgres
  /** Stops the node and PostgreSQL. The data folder stays. */
  stop: () => Promise<void>
}

/** Settings of a node with this data folder. */
export const settingsOf = (dataFolder: string, backup: Readonly<Record<string, string>>) => ({
  PONTIC_MODE: 'demo',
  PONTIC_PORT: '0',
  PONTIC_DATA: dataFolder,
  PONTIC_DRAIN_SECONDS: '0',
  PONTIC_STOP_SECONDS: '0',
  PONTIC_LOG_LEVEL: 'silent',
  PONTIC_DATABASE_CONNECTIONS: '6',
  ...backup,
})

/** Starts PostgreSQL and a node. Migrates an empty database. @param runsJobs whether the node also makes backups */
export async function startBackedUpPortal(
  dataFolder: string,
  backup: Readonly<Record<string, string>>,
  runsJobs = false,
): Promise<BackedUpPortal> {
  const postgres = await startPostgres({ dataFolder, settings: { fsync: 'off' }, isScratch: true })
  const config = parseConfig({
    ...settingsOf(dataFolder, backup),
    PONTIC_DATABASE_URL: postgres.appUrl,
    PONTIC_DATABASE_OWNER_URL: postgres.ownerUrl,
  })
  const app = await buildApp(config, { checksReplies: true, log: pino({ level: 'silent' }), runsJobs })
  const url = await app.listen()
  return {
    ...app,
    url,
    clock: { now: () => new Date() },
    postgres,
    stop: async () => {
      await app.close()
      await postgres.stop()
    },
  }
}

/** Runs a command for backups with these settings, as `main.ts` does. @returns the lines that it prints */
export async function runCommand(
  name: Parameters<typeof runBackupCommand>[0],
  args: string[],
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  const lines: string[] = []
  const print = console.log
  console.log = (line: string) => void lines.push(line)
  try {
    await runBackupCommand(name, { args, environment, buildApp })
  } finally {
    console.log = print
  }
  return lines
}

/** Copies what has changed to the backups, as a node does every few seconds. */
export async function copyChanges({ services }: App): Promise<void> {
  await withVault(openVault(getBackupConfig(services.config)), async (vault) => {
    const archive = await openArchive(services, vault)
    try {
      await archive.copyChanges(vault)
    } finally {
      await archive.close()
    }
  })
}

/** Creates temporary folders, which `remove` removes. */
export function createFolders(): { next: (name: string) => string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'pontic-backup-'))
  return {
    next: (name) => mkdtempSync(join(root, `${name}-`)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Removes a restored cluster. For root it is not in the data folder, and it is no scratch cluster that later runs remove. */
export function removeCluster(dataFolder: string): void {
  const { cluster } = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8')) as {
    cluster: string
  }
  rmSync(cluster, { recursive: true, force: true })
}
