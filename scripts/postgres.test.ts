import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type Postgres, startPostgres } from './postgres.ts'

const folders: string[] = []
const started: Postgres[] = []

// mkdtemp creates a folder of mode 700, which the separate user for PostgreSQL cannot enter.
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pontic-postgres-'))
  folders.push(folder)
  return folder
}

async function start(dataFolder: string): Promise<Postgres> {
  const postgres = await startPostgres({ dataFolder, settings: { fsync: 'off' }, isScratch: true })
  started.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('a new data folder gets a cluster that supports letters of all languages', async () => {
  const postgres = await start(newFolder())
  expect(await query(postgres.superUrl, "select lower('ÄИ')")).toEqual(['äи'])
  await query(postgres.ownerUrl, 'create extension pg_trgm')
  expect(await query(postgres.ownerUrl, "select show_trgm('张伟') <> '{}'")).toEqual([true])
})

test('the role of the portal may connect, but not create tables or schemas', async () => {
  const postgres = await start(newFolder())
  expect(await query(postgres.appUrl, 'select current_user::text')).toEqual(['pontic_app'])
  await expect(query(postgres.appUrl, 'create table orders (id int)')).rejects.toThrow(/permission denied/)
  await expect(query(postgres.appUrl, 'create schema mine')).rejects.toThrow(/permission denied/)
})

test('only the owner of the data folder can read the passwords, and a wrong password is refused', async () => {
  const folder = newFolder()
  const postgres = await start(folder)
  expect(statSync(join(folder, 'postgres.json')).mode & 0o777).toBe(0o600)
  const wrong = postgres.appUrl.replace(/:[0-9a-f]{48}@/, ':wrong@')
  await expect(query(wrong, 'select 1')).rejects.toThrow(/password/)
})

test.skipIf(process.platform === 'win32')(
  'the portal connects through a Unix socket, which asks for the password and only one user may open',
  async () => {
    const { appSocketUrl } = await start(newFolder())
    const folder = new URL(appSocketUrl).searchParams.get('host') ?? ''
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(await query(appSocketUrl, 'select inet_client_addr() is null')).toEqual([true])
    const wrong = appSocketUrl.replace(/:[0-9a-f]{48}@/, ':wrong@')
    await expect(query(wrong, 'select 1')).rejects.toThrow(/password/)
  },
)

test('two starts of PostgreSQL for the same data folder share a postmaster, and the last stop ends it', async () => {
  const folder = newFolder()
  const [first, second] = await Promise.all([start(folder), start(folder)])
  expect(second.pid).toBe(first.pid)
  await first.stop()
  expect(await query(second.superUrl, 'select 1')).toEqual([1])
  await second.stop()
  expect(second.isRunning()).toBe(false)
})

test('data and port are the same after a kill -9 of the postmaster and a new start', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await query(first.ownerUrl, 'create table kept as select 7 as number')
  process.kill(first.pid, 'SIGKILL')
  await expect.poll(() => first.isRunning()).toBe(false)
  // Earlier versions left an empty lock on a full disk.
  writeFileSync(join(folder, 'postgres.lock'), '')
  const second = await start(folder)
  expect(second.pid).not.toBe(first.pid)
  expect(second.port).toBe(first.port)
  expect(await query(second.ownerUrl, 'select number from kept')).toEqual([7])
})
