import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import pg from 'pg'
import { isOnDataDisk } from '../../apps/server/src/platform/backup/target.ts'
import { findWritableUrl } from '../../apps/server/src/platform/db/servers.ts'
import { levelOfSpace } from '../../apps/server/src/platform/storage/space.ts'
import { isRunning, probe } from './control.ts'
import { listSilentServers } from './database-servers.ts'
import { findCurrentVersion, type Installation, readStarted } from './installation.ts'
import {
  commandEnv,
  type InstalledSettings,
  listIgnoredSettings,
  localUrl,
  readSettings,
} from './settings-file.ts'
import { listVersions } from './versions.ts'

/** A line of `pontic status`. A warning needs attention, but everything works. */
type Row = { name: string; isWell: boolean; isWarning?: boolean; text: string }

const warningOf = (text: string): Row => ({ name: 'warning', isWell: true, isWarning: true, text })

const gigabyte = 1_000_000_000
const connectLimitMs = 3_000
const defaultBackupHours = 24
const hourMs = 3_600_000
const archiveLateMs = 15 * 60_000

/**
 * Prints the state of an installation, a line for each part. @returns whether all parts are well
 * @throws Error if nothing is installed
 */
export async function printStatus(installation: Installation): Promise<boolean> {
  const settings = readSettings(installation)
  const rows: Row[] = [
    serviceRow(installation),
    versionRow(installation, settings),
    ...(await databaseRows(settings)),
    ...(await serverWarnings(settings)),
    storageRow(settings),
    await diskRow(settings),
    await healthRow(settings),
    ...(await backupWarnings(installation, settings)),
    ...settingsWarnings(installation, settings),
  ]
  for (const { name, isWell, isWarning, text } of rows)
    console.log(`${isWarning ? '!' : isWell ? '✓' : '✗'} ${name.padEnd(9)} ${text}`)
  return rows.every(({ isWell }) => isWell)
}

function serviceRow(installation: Installation): Row {
  const isWell = isRunning(installation)
  return { name: 'service', isWell, text: isWell ? 'runs' : 'does not run' }
}

function versionRow(installation: Installation, { dataFolder }: InstalledSettings): Row {
  const current = findCurrentVersion(installation)
  const running = readStarted(dataFolder)?.version
  const old = listVersions(installation).filter((one) => one !== current)
  const more = old.length > 0 ? `, older: ${old.join(', ')}` : ''
  if (current === undefined) return { name: 'version', isWell: false, text: 'nothing is installed' }
  if (running !== undefined && running !== current)
    return { name: 'version', isWell: false, text: `${current}, but ${running} was started` }
  return { name: 'version', isWell: true, text: `${current}${more}` }
}

/**
 * What the database says: its size, its newest migration, when the newest backup was made, when changes were last copied to the
 * backups, and since when either of them and mails have failed.
 */
type Facts = {
  bytes: string
  last: string
  backupAt: Date | null
  archivedAt: Date | null
  failingSince: Date | null
  mailFailingAt: Date | null
  mailFailure: string | null
}

async function readFacts(settings: InstalledSettings): Promise<Facts> {
  const client = new pg.Client({
    connectionString: await findWritableUrl(commandEnv(settings).PONTIC_DATABASE_URL ?? ''),
    connectionTimeoutMillis: connectLimitMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Facts>(
      `select pg_database_size(current_database())::text as bytes,
        (select max(name) from pontic_migration) as last,
        (select last_sent_at from outlet_state where name = 'backup') as "backupAt",
        (select failing_since from outlet_state where name = 'mail') as "mailFailingAt",
        (select failure from outlet_state where name = 'mail') as "mailFailure",
        (select last_sent_at from outlet_state where name = 'archive') as "archivedAt",
        (select min(failing_since) from outlet_state where name in ('backup', 'archive')) as "failingSince"`,
    )
    return rows[0]!
  } finally {
    await client.end()
  }
}

async function databaseRows(settings: InstalledSettings): Promise<Row[]> {
  const kind = settings.isEmbedded ? 'built-in PostgreSQL' : 'PostgreSQL of PONTIC_DATABASE_URL'
  try {
    const facts = await readFacts(settings)
    const text = `${kind}, ${formatBytes(Number(facts.bytes))}, schema ${facts.last}`
    return [{ name: 'database', isWell: true, text }, backupRow(settings, facts), ...mailRows(facts)]
  } catch (error) {
    return [{ name: 'database', isWell: false, text: `${kind} does not answer: ${(error as Error).message}` }]
  }
}

/** Servers without which the portal still works, such as a standby that nodes could not move to. */
async function serverWarnings(settings: InstalledSettings): Promise<Row[]> {
  const silent = await listSilentServers(commandEnv(settings))
  return silent.map(warningOf)
}

/**
 * Rates the newest backup and the copies of changes, as the health page does. A backup takes time, too, so it may be half an
 * interval late. A failure that has just begun is a warning.
 */
export function backupRow(
  { env }: Pick<InstalledSettings, 'env'>,
  { backupAt, archivedAt, failingSince }: Pick<Facts, 'backupAt' | 'archivedAt' | 'failingSince'>,
): Row {
  const target = env.PONTIC_BACKUP_TARGET
  if (!target)
    return { name: 'backup', isWell: true, isWarning: true, text: 'none: PONTIC_BACKUP_TARGET is not set' }
  const newest = backupAt === null ? 'none yet' : `newest of ${backupAt.toISOString()}`
  const ageMs = (at: Date | null) => (at === null ? Infinity : Date.now() - at.getTime())
  const row = (isWell: boolean, isWarning: boolean, more: string): Row => ({
    name: 'backup',
    isWell,
    isWarning,
    text: `${newest}, stored in ${target}${more}`,
  })
  const isLate = ageMs(archivedAt) > archiveLateMs
  if (failingSince !== null)
    return row(
      !isLate,
      !isLate,
      `; has been failing since ${failingSince.toISOString()}, \`pontic logs\` has the reason`,
    )
  if (archivedAt !== null && isLate)
    return row(false, false, `; changes since ${archivedAt.toISOString()} are not in it`)
  const everyMs = Number(env.PONTIC_BACKUP_EVERY_HOURS || defaultBackupHours) * hourMs
  const isOld = ageMs(backupAt) > everyMs * 1.5
  return row(!isOld, false, isOld && backupAt !== null ? ': too old' : '')
}

/** A warning only, because the reason may be a single address. */
function mailRows({ mailFailingAt, mailFailure }: Facts): Row[] {
  if (mailFailingAt === null) return []
  const text = `none was sent since ${mailFailingAt.toISOString()} (${mailFailure}): check PONTIC_SMTP_URL and the mail server`
  return [{ name: 'mail', isWell: true, isWarning: true, text }]
}

/** Names in the file of the settings that have no effect. */
const settingsWarnings = (installation: Installation, settings: InstalledSettings): Row[] =>
  listIgnoredSettings(installation, settings).map(warningOf)

/** What would be lost together with this machine. */
async function backupWarnings(
  { settingsFile, backupKeyFile }: Installation,
  { config, dataFolder }: InstalledSettings,
): Promise<Row[]> {
  if (config.backup === undefined) return []
  const { target, keyFile } = config.backup
  const rows: Row[] = []
  const warn = (text: string) => rows.push(warningOf(text))
  if (await isOnDataDisk(config.backup, dataFolder))
    warn(`${target} is on the same disk as the data: set PONTIC_BACKUP_TARGET in ${settingsFile}`)
  const key = [backupKeyFile, keyFile].find((file) => file !== undefined && existsSync(file))
  if (key !== undefined)
    warn(`the secret key of the backups is still on this machine: keep ${key} elsewhere, then delete it here`)
  return rows
}

function storageRow({ config, dataFolder }: InstalledSettings): Row {
  const isDisk = config.storage.place === 'disk'
  return {
    name: 'storage',
    isWell: true,
    text: isDisk ? `disk, ${dataFolder}/storage` : `S3, bucket ${config.storage.s3?.bucket}`,
  }
}

async function diskRow({ dataFolder }: InstalledSettings): Promise<Row> {
  try {
    const { blocks, bavail, bsize } = await statfs(dataFolder)
    const [totalBytes, freeBytes] = [blocks * bsize, bavail * bsize]
    const isWell = levelOfSpace(totalBytes, freeBytes) === 'fine'
    const text = `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} free in ${dataFolder}`
    return { name: 'disk', isWell, text: isWell ? text : `${text}: enlarge the disk` }
  } catch (error) {
    return { name: 'disk', isWell: false, text: (error as Error).message }
  }
}

async function healthRow({ config }: InstalledSettings): Promise<Row> {
  const url = localUrl(config, '/readyz')
  const status = await probe(url)
  const isWell = status === 200
  return { name: 'health', isWell, text: `${url} answers ${status ?? 'nothing'}` }
}

const formatBytes = (bytes: number): string =>
  bytes >= gigabyte ? `${(bytes / gigabyte).toFixed(1)} GB` : `${(bytes / 1_000_000).toFixed(0)} MB`
