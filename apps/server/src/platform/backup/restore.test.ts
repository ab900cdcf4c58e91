import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDueErasures } from '../../cases/patients/due-erasures.service.ts'
import {
  type BackedUpPortal,
  copyChanges,
  createFolders,
  removeCluster,
  runCommand,
  settingsOf,
  startBackedUpPortal,
} from '../../test/backups.ts'
import { insertFile, insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { isLong } from '../../test/kill-nodes.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { announceFile, patchUpload } from '../../test/upload.ts'
import { parseLsn, segmentNameOf } from '../db/wal-reader.ts'
import { getOutletState } from '../jobs/outlet-state.ts'
import { readAll } from '../streams.ts'
import { createKeyPair } from './age.ts'
import { startBackups } from './keeper.ts'
import { makeBackup } from './make-backup.service.ts'
import type { About } from './manifests.ts'
import { removeOldBackups } from './retention.ts'
import { getBackupConfig, openVault, withVault } from './vault.ts'

const patient = 'Kestrelina Wintersprung'
const cases = isLong ? 300 : 4
const fileBytes = isLong ? 3_000_000 : 150_000
const timeoutMs = 300_000

const folders = createFolders()
const target = folders.next('target')
const dataFolder = folders.next('data')
let backup: Record<string, string>
let portal: BackedUpPortal
let people: People

beforeAll(async () => {
  const { secret, recipient } = await createKeyPair()
  const keyFile = join(folders.next('keys'), 'key.txt')
  writeFileSync(keyFile, `# comment\n${secret}\n`)
  backup = {
    PONTIC_BACKUP_TARGET: target,
    PONTIC_BACKUP_RECIPIENTS: recipient,
    PONTIC_BACKUP_KEY_FILE: keyFile,
  }
  portal = await startBackedUpPortal(dataFolder, backup)
  people = await createPeople(portal)
  await insertPartnership(portal, people.alice, people.bob)
}, timeoutMs)
afterAll(async () => {
  await portal?.stop()
  folders.remove()
}, timeoutMs)

const insertCase = async (patientName: string) => {
  const { id } = await insertOrder(portal, { clinic: people.alice, status: 'uploaded', patientName })
  const bytes = randomBytes(fileBytes)
  const { sha256 } = await insertFile(portal, { orderId: id, by: people.alice, bytes })
  return { id, sha256: Buffer.from(sha256, 'hex').toString('hex') }
}

/** Erases the patient of a case, as after the 30 days. */
async function erasePatient(orderId: string): Promise<void> {
  const answer = await as(portal, people.alice).call('erasures.create', {
    body: { name: patient, orderIds: [orderId] },
  })
  expect(answer.body.error).toBeUndefined()
  await sql`update erasure set due_at = now() - interval '1 minute'`.execute(portal.services.database.db)
  await runDueErasures(portal.services)
}

/** Returns PostgreSQL's time in UTC. A restore to it has everything that was committed before this call, and nothing later. */
async function readTime(): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`.execute(
    portal.services.database.db,
  )
  return rows[0]!.at
}

/** A node makes a backup at once, because none continues with the write-ahead log of the restored database. */
async function expectNewBackup({ services }: BackedUpPortal): Promise<void> {
  const backups = startBackups(services)
  const list = () => runCommand('backup', ['list'], settingsOf(dataFolder, backup))
  await expect.poll(async () => (await list()).length, { timeout: timeoutMs, interval: 200 }).toBe(2)
  await backups.close()
  const state = await getOutletState(services.database.db, 'archive')
  expect([state.lastSentAt === null, state.failingSince]).toEqual([false, null])
}

async function switchSegment(): Promise<void> {
  const client = new pg.Client(portal.postgres.superUrl)
  await client.connect()
  await client.query('select pg_switch_wal()')
  await client.end()
}

const filesOf = (folder: string) =>
  readdirSync(join(target, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

test('T72: a restore to a time has all cases and files of that time, an erased patient stays erased, and sessions are void', {
  timeout: timeoutMs,
}, async () => {
  const erased = await insertCase(patient)
  const before = []
  for (let number = 0; number < cases; number += 1) before.push(await insertCase(`Before ${number}`))
  const made = await runCommand('backup', [], settingsOf(dataFolder, backup))
  expect(made.join('\n')).toMatch(/is complete and readable: \d+ files/)

  const after = await insertCase('After the backup')
  const unfinished = await insertOrder(portal, {
    clinic: people.alice,
    status: 'scanned',
    patientName: 'Unfinished',
  })
  const sender = { app: portal, person: people.alice }
  const upload = await announceFile(sender, unfinished.id, { name: 'lower.stl', sizeBytes: 5_000 })
  expect((await patchUpload(sender, upload.id, 0, randomBytes(2_000))).status).toBe(204)
  const time = await readTime()
  const late = await insertCase('After the time')
  await erasePatient(erased.id)
  await copyChanges(portal)

  const restoredFolder = folders.next('restored')
  const lines = await runCommand('restore', ['--to', time], settingsOf(restoredFolder, backup))
  expect(lines.at(-1)).toBe('pontic: everything is restored, and the portal can start')
  const restored = await startBackedUpPortal(restoredFolder, backup)
  try {
    const { database, storage } = restored.services
    const { rows } = await sql<{ id: string; name: string }>`
        select id, patient_name as name from orders order by id`.execute(database.db)
    expect(rows.map(({ id }) => id)).toEqual([
      erased.id,
      ...before.map(({ id }) => id),
      after.id,
      unfinished.id,
    ])
    expect(rows[0]?.name).not.toBe(patient)
    for (const { sha256 } of [...before, after]) {
      const bytes = await readAll(await storage.openFile(sha256))
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    }
    for (const { sha256 } of [erased, late]) expect(await storage.findFileSize(sha256)).toBeUndefined()
    const old = await as(restored, people.alice).call('accounts.listSessions')
    expect(old.status).toBe(401)
    const { rows: uploads } = await sql<{ received: number; state: string }>`
        select received_bytes as received, state from order_file where id = ${upload.id}::uuid`.execute(
      database.db,
    )
    expect(uploads).toEqual([{ received: 0, state: 'announced' }])
    await expectNewBackup(restored)
  } finally {
    await restored.stop()
    removeCluster(restoredFolder)
  }
})

test('T72: the target contains no names of patients or files, and nothing readable but the lists', {
  timeout: timeoutMs,
}, async () => {
  for (const path of filesOf('')) {
    const bytes = readFileSync(path)
    for (const word of [patient, 'Kestrelina', 'upper.stl', people.alice.email])
      expect([path, path.includes(word) || bytes.includes(word)]).toEqual([path, false])
    if (path.endsWith('.age')) expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    else expect(path).toMatch(/\/(?:about\.json|names\.txt)$/)
  }
})

test('another backup copies no file again, and all are listed', { timeout: timeoutMs }, async () => {
  const files = filesOf('files').length
  await insertCase('Second')
  await runCommand('backup', [], settingsOf(dataFolder, backup))
  expect(filesOf('files')).toHaveLength(files + 1)
  const list = await runCommand('backup', ['list'], settingsOf(dataFolder, backup))
  expect(list).toHaveLength(3)
  expect(list[0]).toMatch(/^pontic: \d{8}T\d{6}Z {2}completed .*PostgreSQL 18/)
})

test('verify finds every kind of damaged or missing object, and a wrong key is a clear error', {
  timeout: timeoutMs,
}, async () => {
  const verify = (changes: Record<string, string> = {}) =>
    runCommand('verify', [], { ...settingsOf(dataFolder, backup), ...changes })
  expect((await verify()).at(-1)).toBe('pontic: all are readable and have the right SHA-256')
  const newest = filesOf('backups').at(-1)!.split('/').at(-2)!
  // Objects of this backup: the target also has those of older ones, and of the restored portal.
  const read = (file: string) => readFileSync(join(target, 'backups', newest, file), 'utf8')
  const database = (JSON.parse(read('about.json')) as About).database!
  const [name = ''] = read('names.txt').split('\n')
  const segment = segmentNameOf(database.timeline, parseLsn(database.from), database.segmentBytes)
  const objects = [
    join(target, 'files', name.slice(0, 2), `${name}.age`),
    filesOf(`backups/${newest}/base`)[0]!,
    filesOf(`wal/${database.series}`).find((path) => path.includes(`/${segment}-00000000-`))!,
    filesOf('erasures')[0]!,
  ]
  const manifest = join(target, 'backups', newest, 'manifest.age')
  const kept = new Map([...objects, manifest].map((path) => [path, readFileSync(path)]))
  const damage = (path: string) => {
    const changed = Buffer.from(kept.get(path)!)
    changed[changed.length - 20]! ^= 1
    writeFileSync(path, changed)
  }
  for (const path of objects) damage(path)
  await expect(verify()).rejects.toThrow('4 objects are missing or damaged.')
  for (const path of objects) rmSync(path)
  await expect(verify()).rejects.toThrow('4 objects are missing or damaged.')
  for (const path of objects) writeFileSync(path, kept.get(path)!)
  damage(manifest)
  await expect(verify()).rejects.toThrow(/The manifest of the backup .* is damaged/)
  writeFileSync(manifest, kept.get(manifest)!)
  const other = join(folders.next('keys'), 'other.txt')
  writeFileSync(other, `${(await createKeyPair()).secret}\n`)
  await expect(verify({ PONTIC_BACKUP_KEY_FILE: other })).rejects.toThrow(/key does not fit/)
  await expect(verify({ PONTIC_BACKUP_KEY_FILE: '' })).rejects.toThrow(/PONTIC_BACKUP_KEY_FILE is missing/)
})

test('old backups are deleted with what only they need, and the newest one stays readable', {
  timeout: timeoutMs,
}, async () => {
  const old = new Date(Date.now() - 3 * 86_400_000)
  for (const path of [...filesOf('files'), ...filesOf('wal')]) utimesSync(path, old, old)
  const files = filesOf('files').length
  await withVault(openVault(getBackupConfig(portal.services.config)), (vault) =>
    removeOldBackups(vault, new Date()),
  )
  expect(await runCommand('backup', ['list'], settingsOf(dataFolder, backup))).toHaveLength(1)
  // Only the first backup needs the file of the erased patient.
  expect(filesOf('files')).toHaveLength(files - 1)
  expect(
    readdirSync(join(target, 'wal')).filter((series) => filesOf(`wal/${series}`).length > 0),
  ).toHaveLength(1)
  expect((await runCommand('verify', [], settingsOf(dataFolder, backup))).at(-1)).toMatch(/all are readable/)
})

test('a target gets a new backup if it was emptied while the portal runs, or if changes are in another one', {
  timeout: timeoutMs,
}, async () => {
  const emptied = folders.next('emptied')
  const settings = { ...backup, PONTIC_BACKUP_TARGET: emptied }
  const { config } = portal.services
  const services = {
    ...portal.services,
    config: { ...config, backup: { ...getBackupConfig(config), target: emptied, archiveMs: 20 } },
  }
  const list = () => runCommand('backup', ['list'], settingsOf(dataFolder, settings))
  const expectBackup = () =>
    expect.poll(async () => (await list())[0], { timeout: timeoutMs, interval: 100 }).toMatch(/ completed /)
  const first = startBackups(services)
  try {
    await expectBackup()
    for (const name of readdirSync(emptied)) rmSync(join(emptied, name), { recursive: true })
    await expectBackup()
  } finally {
    await first.close()
  }
  // A full segment goes to the other target only.
  await switchSegment()
  await copyChanges(portal)
  await insertCase('Third')
  const second = startBackups({ ...services, now: () => new Date(Date.now() + 20 * 60_000) })
  try {
    await expect.poll(async () => (await list()).length, { timeout: timeoutMs, interval: 100 }).toBe(2)
  } finally {
    await second.close()
  }
  expect((await runCommand('verify', [], settingsOf(dataFolder, settings))).at(-1)).toMatch(
    /all are readable/,
  )
})

test('a backup whose old ones cannot be deleted is complete, is reported, and is not made again before its time', {
  timeout: timeoutMs,
}, async () => {
  const kept = folders.next('kept')
  const settings = { ...backup, PONTIC_BACKUP_TARGET: kept }
  const { config, database } = portal.services
  let aheadMs = 0
  const services = {
    ...portal.services,
    config: { ...config, backup: { ...getBackupConfig(config), target: kept, archiveMs: 20 } },
    now: () => new Date(Date.now() + aheadMs),
  }
  const list = () => runCommand('backup', ['list'], settingsOf(dataFolder, settings))
  const failure = async () => (await getOutletState(database.db, 'backup')).failure
  const first = await makeBackup(services)
  aheadMs = 3_600_000
  const second = await makeBackup(services)
  expect([first?.cleanupError, second?.cleanupError, await failure()]).toEqual([undefined, undefined, null])
  // What no kept backup needs cannot be found without the list of one of them.
  rmSync(join(kept, `backups/${first?.about.id}/names.txt`))

  aheadMs = 26 * 3_600_000
  const backups = startBackups(services)
  try {
    await expect.poll(failure, { timeout: timeoutMs }).toBe('other')
    expect(await list()).toHaveLength(3)
    // After a failed backup, the next one would be made now.
    aheadMs += 20 * 60_000
    const countChanges = () => readdirSync(join(kept, 'wal'), { recursive: true }).length
    // A backup that is due begins after the copy of the first change and before that of the second.
    for (const name of ['Fourth', 'Fifth']) {
      const before = countChanges()
      await insertCase(name)
      await expect.poll(countChanges, { timeout: timeoutMs }).toBeGreaterThan(before)
    }
  } finally {
    await backups.close()
  }
  expect(await list()).toHaveLength(3)
  await expect(runCommand('backup', [], settingsOf(dataFolder, settings))).rejects.toThrow(
    /Old backups could not be deleted/,
  )
  expect(await list()).toHaveLength(4)
})

test('a data folder with a database is never overwritten, and a time before the first backup is an error', {
  timeout: timeoutMs,
}, async () => {
  const restore = (folder: string, to: string) =>
    runCommand('restore', ['--to', to], settingsOf(folder, backup))
  await expect(restore(dataFolder, 'latest')).rejects.toThrow(/postgres\.json exists/)
  await expect(restore(folders.next('empty'), '2020-01-01T00:00:00Z')).rejects.toThrow(
    /No backup is that old/,
  )
  await expect(restore(folders.next('empty'), '2020-01-01')).rejects.toThrow(/restore --to/)
})
