import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { listMigrations, migrate } from '../apps/server/src/platform/db/migrate.ts'
import { printStep, since } from '../scripts/places.ts'
import {
  type Cluster,
  type DatabaseUrls,
  dropDatabase,
  hasDatabase,
  remakeDatabase,
  urlsOf,
  withClient,
} from './cluster.ts'
import { fill, fillSettings } from './fill.ts'

const migrations = new URL('../apps/server/src/platform/db/migrations/', import.meta.url)

/**
 * Returns the id of a large clinic (1–12). Clinic 1 has three tenths of all orders. Another three tenths belong to many small
 * clinics.
 */
export const clinicId = (number: number) =>
  `01900000-0000-7000-8000-0000000010${String(number).padStart(2, '0')}`
export const labId = (number: number) =>
  `01900000-0000-7000-8000-0000000020${String(number).padStart(2, '0')}`

/**
 * Opens a database with this number of orders. It is created on first use, and again when a migration or a file with its data
 * changes; this restarts the cluster, so open databases before other connections.
 */
export async function openBigDatabase(postgres: Cluster, orders: number): Promise<DatabaseUrls> {
  const name = `bench_${orders}_${fingerprint()}`
  if (await hasDatabase(postgres, name)) return urlsOf(postgres, name)
  await dropOtherDatabases(postgres, orders)
  const startMs = performance.now()
  await postgres.restart(fillSettings)
  const half = `${name}_half`
  const urls = await remakeDatabase(postgres, half)
  await migrate(urls.ownerUrl)
  await fill(urls, orders)
  await withClient(postgres.superUrl, (client) => client.query(`alter database ${half} rename to ${name}`))
  await postgres.restart()
  printStep(`${orders.toLocaleString('en')} orders filled in ${since(startMs)}`)
  return urlsOf(postgres, name)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of ['fill.ts', 'orders-data.ts', 'platform-data.ts'])
    hash.update(readFileSync(new URL(name, import.meta.url)))
  for (const name of listMigrations()) hash.update(readFileSync(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 8)
}

async function dropOtherDatabases(postgres: Cluster, orders: number): Promise<void> {
  const { rows } = await withClient(postgres.superUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
      `bench\\_${orders}\\_%`,
    ]),
  )
  for (const { datname } of rows) await dropDatabase(postgres, datname)
}

/**
 * Lists filled orders of clinic 1 with a status, newest first. They have a doctor. Imported orders, which other measurements leave,
 * have none, and are incomplete, so that they cannot be sent.
 */
export async function listNewest(
  client: Client,
  status: string,
  limit: number,
): Promise<{ id: string; number: string }[]> {
  const { rows } = await client.query<{ id: string; number: string }>(
    `select id, number from orders where clinic_id = $1 and status = $2 and discarded_at is null
       and doctor <> ''
     order by created_at desc limit $3`,
    [clinicId(1), status, limit],
  )
  return rows
}
