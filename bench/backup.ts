import { createHash, randomFillSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { runDueErasures } from '../apps/server/src/cases/patients/due-erasures.service.ts'
import { createKeyPair } from '../apps/server/src/platform/backup/age.ts'
import { openArchive } from '../apps/server/src/platform/backup/archive.service.ts'
import { getBackupConfig, openVault, withVault } from '../apps/server/src/platform/backup/vault.ts'
import { newId } from '../apps/server/src/platform/db/ids.ts'
import {
  type BackedUpPortal,
  copyChanges,
  removeCluster,
  runCommand,
  settingsOf,
  startBackedUpPortal,
} from '../apps/server/src/test/backups.ts'
import { printStep, root } from '../scripts/places.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { urlsOf, withClient } from './cluster.ts'
import { atMost, type Scale, type Section, show } from './figures.ts'
import { fill } from './fill.ts'
import { createToken } from './people.ts'
import { callPortal } from './portal-files.ts'

const fileBytes = 20_000_000
const writesPerSecond = 20
const restoreSecondsMax = 600
const patient = 'Kestrelina Wintersprung'

type Times = {
  first: number
  second: number
  verify: number
  restore: number
  copies: number[]
  restoredFiles: number
  restoredOrders: number
  /** Name of an erased patient in the restored database. */
  erasedName: string
}

/**
 * Measures backup, check and restore of a portal with `orders` cases and `uploadBytes` of files, from a folder to a folder on the same
 * disk, and how long a copy of the changes takes while the portal writes. A patient is erased after the time to which the portal is
 * restored. Its data are removed before, as after the loss of a disk.
 */
export async function measureBackup(scale: Scale): Promise<Section> {
  const folder = join(root, '.cache/bench-backup')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { secret, recipient } = await createKeyPair()
  writeFileSync(join(folder, 'key.txt'), `${secret}\n`, { mode: 0o600 })
  const backup = {
    PONTIC_BACKUP_TARGET: join(folder, 'target'),
    PONTIC_BACKUP_RECIPIENTS: recipient,
    PONTIC_BACKUP_KEY_FILE: join(folder, 'key.txt'),
  }
  let portal: BackedUpPortal | undefined
  let remove = async () => {}
  try {
    portal = await startBackedUpPortal(join(folder, 'data'), backup)
    const { cluster } = JSON.parse(readFileSync(join(folder, 'data/postgres.json'), 'utf8')) as {
      cluster: string
    }
    remove = async () => {
      await portal?.stop()
      portal = undefined
      for (const path of [join(folder, 'data'), cluster]) rmSync(path, { recursive: true, force: true })
    }
    await fill(urlsOf(portal.postgres, 'pontic'), scale.orders)
    const files = await insertFiles(portal, Math.max(1, Math.round(scale.uploadBytes / fileBytes)))
    printStep(`backup: ${scale.orders} cases and ${files} files are filled`)
    const sizeBytes = await readSize(portal)
    return toSection(scale, files, sizeBytes, await measure({ portal, remove, folder, backup }, scale))
  } finally {
    await remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stores random files as pictures, which need no case. */
async function insertFiles({ services }: BackedUpPortal, count: number): Promise<number> {
  const { db } = services.database
  const [account] = await db.selectFrom('account').select(['id', 'organization_id']).limit(1).execute()
  const bytes = Buffer.alloc(fileBytes)
  for (let number = 0; number < count; number += 1) {
    randomFillSync(bytes)
    const sha256 = createHash('sha256').update(bytes).digest()
    await services.storage.putFile(sha256.toString('hex'), Readable.from([bytes]))
    const size = { size_bytes: fileBytes, width_px: 1, height_px: 1 }
    const owner = { account_id: account!.id, organization_id: account!.organization_id! }
    await db
      .insertInto('image')
      .values({ id: newId(), purpose: 'message', kind: 'png', sha256, ...size, ...owner })
      .execute()
  }
  return count
}

async function readSize({ postgres }: BackedUpPortal): Promise<number> {
  return await withClient(urlsOf(postgres, 'pontic').superUrl, async (client) => {
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    return Number(rows[0]!.size)
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return (performance.now() - startMs) / 1000
}

type Place = {
  portal: BackedUpPortal
  /** Stops the portal and removes its data. */
  remove: () => Promise<void>
  folder: string
  backup: Record<string, string>
}

async function measure({ portal, remove, folder, backup }: Place, scale: Scale): Promise<Times> {
  const settings = settingsOf(join(folder, 'data'), backup)
  const superUrl = urlsOf(portal.postgres, 'pontic').superUrl
  const orderId = await withClient(superUrl, namePatient)
  const first = await timed(() => runCommand('backup', [], settings))
  printStep('backup: the first one is complete')
  const copies = await measureCopies(portal, scale.seconds)
  const second = await timed(() => runCommand('backup', [], settings))
  const time = await withClient(superUrl, readTime)
  await erasePatient(portal, superUrl, orderId)
  await copyChanges(portal)
  const verify = await timed(() => runCommand('verify', [], settings))
  printStep('backup: checked')
  await remove()
  let lines: string[] = []
  const restoredFolder = join(folder, 'restored')
  const restore = await timed(async () => {
    lines = await runCommand('restore', ['--to', time], settingsOf(restoredFolder, backup))
  })
  const [, fetched = '0'] = /fetched (\d+) files/.exec(lines.join('\n')) ?? []
  try {
    const found = await readRestored(restoredFolder, orderId)
    return { first, second, verify, restore, copies, restoredFiles: Number(fetched), ...found }
  } finally {
    removeCluster(restoredFolder)
  }
}

/** Gives the patient of one case a name. @returns the id of the case */
async function namePatient(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `update orders set patient_name = $1 where id = (select min(id::text)::uuid from orders where status = 'completed')
     returning id`,
    [patient],
  )
  return rows[0]!.id
}

/** Returns the time of PostgreSQL in UTC, as the command for a restore reads it. */
async function readTime(client: Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  return rows[0]!.at
}

/** Erases the patient of a case, as after the 30 days in which an erasure can be withdrawn. */
async function erasePatient(portal: BackedUpPortal, superUrl: string, orderId: string): Promise<void> {
  const token = await withClient(superUrl, async (client) => {
    const { rows } = await client.query<{ clinic_id: string }>('select clinic_id from orders where id = $1', [
      orderId,
    ])
    const created = await createToken(client, rows[0]!.clinic_id)
    // An erasure needs a sign-in of the last minutes.
    await client.query('update session set authenticated_at = now()')
    return created
  })
  await callPortal({ url: portal.url, token }, 'erasures.create', { name: patient, orderIds: [orderId] })
  await withClient(superUrl, (client) =>
    client.query(`update erasure set due_at = now() - interval '1 minute'`),
  )
  await runDueErasures(portal.services)
}

/** Starts PostgreSQL on restored data. @returns the number of cases, and the name of the erased patient */
async function readRestored(
  dataFolder: string,
  orderId: string,
): Promise<Pick<Times, 'restoredOrders' | 'erasedName'>> {
  const postgres = await startPostgres({ dataFolder })
  try {
    return await withClient(urlsOf(postgres, 'pontic').superUrl, async (client) => {
      const { rows } = await client.query<{ count: number; name: string }>(
        `select count(*)::int as count, max(patient_name) filter (where id = $1) as name from orders`,
        [orderId],
      )
      return { restoredOrders: rows[0]!.count, erasedName: rows[0]!.name }
    })
  } finally {
    await postgres.stop()
  }
}

/** Copies changes every second while the portal writes. @returns the seconds that each copy took */
async function measureCopies({ services, postgres }: BackedUpPortal, seconds: number): Promise<number[]> {
  const url = urlsOf(postgres, 'pontic').superUrl
  const times: number[] = []
  let isOver = false
  const writing = withClient(url, async (client) => {
    await client.query('create table if not exists bench_write (id bigserial, body text)')
    while (!isOver) {
      await client.query(`insert into bench_write (body) values (repeat(md5(random()::text), 30))`)
      await wait(1000 / writesPerSecond)
    }
  })
  await withVault(openVault(getBackupConfig(services.config)), async (vault) => {
    const archive = await openArchive(services, vault)
    try {
      // The first copy also contains what was written since the backup.
      await archive.copyChanges(vault)
      for (let second = 0; second < Math.max(5, seconds); second += 1) {
        await wait(1000)
        times.push(await timed(() => archive.copyChanges(vault)))
      }
    } finally {
      await archive.close()
    }
  })
  isOver = true
  await writing
  return times
}

function toSection(scale: Scale, files: number, databaseBytes: number, times: Times): Section {
  const megabytes = (bytes: number) => `${show(bytes / 1e6)} MB`
  const seconds = (value: number) => `${show(value)} s`
  const bytes = databaseBytes + files * fileBytes
  const archiveSeconds = 20
  const worstCopy = Math.max(...times.copies)
  const row = (what: string, value: number) => [what, seconds(value), `${megabytes(bytes / value)}/s`]
  return {
    title: 'Backup and restore',
    notes: [
      `${scale.orders.toLocaleString('en')} cases (a database of ${megabytes(databaseBytes)}) and ${files} files of ${megabytes(fileBytes)}, from and to folders on one disk. All objects are encrypted, and each written object is read again.`,
      `Restored cases: ${times.restoredOrders.toLocaleString('en')} of ${scale.orders.toLocaleString('en')}. Restored files: ${times.restoredFiles} of ${files}. Each was compared with its SHA-256.`,
      `The patient who was erased after the time of the restore ${times.erasedName === patient ? 'is back' : 'stays erased'}.`,
      `Data loss (RPO) is at most the interval of the copies (${archiveSeconds} s by default) and the longest copy, while ${writesPerSecond} rows of 1 kB were written each second.`,
    ],
    columns: ['what', 'time', 'bytes of database and files in that time'],
    rows: [
      row('first backup', times.first),
      row('second backup, with the same files', times.second),
      row('verify', times.verify),
      row('restore to the last second (RTO)', times.restore),
      ['longest copy of changes', seconds(worstCopy), ''],
    ],
    verdicts: [
      atMost('RPO', archiveSeconds + worstCopy, 60, seconds),
      atMost('RTO', times.restore, restoreSecondsMax, seconds),
    ],
  }
}
