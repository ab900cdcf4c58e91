import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Client } from 'pg'
import { printStep, since } from '../scripts/places.ts'
import type { Postgres } from '../scripts/postgres.ts'
import {
  type DatabaseUrls,
  dropDatabase,
  hasDatabase,
  remakeDatabase,
  urlsOf,
  withClient,
} from './cluster.ts'
import type { Peer } from './portal.ts'

/** An order that the measurements read or change. */
export type OrderKey = { id: string; number: string }

/** What a list asks for: a page number from 1, the total, and a part of the patient's name. */
export type Asked = { page?: number; total?: boolean; words?: string }

/** A running product, and the requests of a signed-in user who may only read and change the orders of one clinic. */
export type Product = {
  peer: Peer
  list: (asked: Asked) => Buffer
  get: (order: OrderKey) => Buffer
  update: (order: OrderKey, status: string) => Buffer
}

/** How a product is installed, filled and started. */
export type ProductKind = {
  name: string
  /** The file that describes it; another content creates its database again. */
  file: string
  /** Creates tables, user and permissions through the product, and copies the orders from the portal's database by SQL. */
  fill: (database: DatabaseUrls, portal: DatabaseUrls, folder: string) => Promise<void>
  start: (database: DatabaseUrls, folder: string) => Promise<Product>
}

/** Opens the database of a product with the orders of the portal's database. It is created on first use. */
export async function openProductDatabase(
  postgres: Postgres,
  portal: DatabaseUrls,
  kind: ProductKind,
  folder: string,
): Promise<DatabaseUrls> {
  const source = new URL(portal.superUrl).pathname.slice(1)
  const [, orders = ''] = source.split('_')
  const hash = createHash('sha256').update(source)
  for (const file of [kind.file, import.meta.filename]) hash.update(readFileSync(file))
  const prefix = `bench_${kind.name.toLowerCase().replaceAll(/\W/g, '')}_${orders}_`
  const name = `${prefix}${hash.digest('hex').slice(0, 8)}`
  if (await hasDatabase(postgres, name)) return urlsOf(postgres, name)
  await dropOthers(postgres, prefix)
  const startMs = performance.now()
  const half = await remakeDatabase(postgres, `${name}_half`)
  await withClient(half.superUrl, (client) =>
    client.query('create extension pg_trgm; create extension dblink'),
  )
  await kind.fill(half, portal, folder)
  await withClient(postgres.superUrl, (client) =>
    client.query(`alter database ${name}_half rename to ${name}`),
  )
  printStep(`${kind.name}: orders copied in ${since(startMs)}`)
  return urlsOf(postgres, name)
}

async function dropOthers(postgres: Postgres, prefix: string): Promise<void> {
  const { rows } = await withClient(postgres.superUrl, (client) =>
    client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [
      prefix,
    ]),
  )
  for (const { datname } of rows) await dropDatabase(postgres, datname)
}

/**
 * Copies the orders from the portal's database, oldest first, with their indexes.
 * @param insert SQL that ends with the columns to insert, from the row `o`
 */
export async function copyOrders(
  client: Client,
  portal: DatabaseUrls,
  insert: string,
  indexes: readonly string[],
): Promise<void> {
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
  const columns =
    'id uuid, number text, patient_name text, doctor text, status text, type int, clinic_id uuid, lab_id uuid, ' +
    'scan_date date, delivery_on date, created_at timestamptz, updated_at timestamptz'
  const names = columns.replaceAll(/ \w+(?=,|$)/g, '')
  await client.query(
    `${insert} from dblink('${portal.superUrl}', 'select ${names} from orders order by created_at') as o(${columns})`,
  )
  for (const index of indexes) await client.query(index)
  await client.query('vacuum (freeze, analyze)')
}

/** Calls a product with JSON. @throws Error with the reply if it is not successful */
export async function callProduct<Reply>(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: unknown },
): Promise<Reply> {
  const { method = 'POST', headers, body } = options
  const reply = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}
