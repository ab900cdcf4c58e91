import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { root } from '../scripts/places.ts'
import { findFreePort } from '../scripts/ports.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { buildWebWhenStale } from '../scripts/web-build.ts'
import { secretKey } from './portal.ts'
import { startServer, stopServer } from './server.ts'

/**
 * Starts a portal for this run: a fresh database on the scratch cluster of the tests, a data folder of its own, demo
 * mode, a free port. `PONTIC_E2E_URL` gives the workers its address. `PONTIC_E2E_DATABASE_URL` connects to its database as
 * the superuser, for states that no call creates. `PONTIC_E2E_SETTINGS` are the settings for another node of the portal.
 * @returns a function that stops and deletes everything that this run started
 */
export default async function startPortal(): Promise<() => Promise<void>> {
  await buildWebWhenStale()
  const database = await createDatabase()
  const dataFolder = mkdtempSync(join(tmpdir(), 'pontic-e2e-'))
  const transferFolder = join(dataFolder, 'transfers')
  mkdirSync(transferFolder)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PONTIC_MODE: 'demo',
    PONTIC_PORT: String(port),
    PONTIC_PUBLIC_URL: url,
    PONTIC_DATA: dataFolder,
    PONTIC_SECRET_KEY: secretKey,
    PONTIC_DATABASE_URL: database.appUrl,
    PONTIC_DATABASE_OWNER_URL: database.ownerUrl,
    // Trusts the header in which the tests send a different IP address for each person, so that no two people share rate limits.
    PONTIC_TRUSTED_PROXIES: '127.0.0.1',
    // Webhook receivers and transfer folders of the tests are on this machine.
    PONTIC_ALLOW_PRIVATE_ADDRESSES: 'yes',
    PONTIC_TRANSFER_FOLDER: transferFolder,
  }
  const server = await startServer(settings, 'e2e-server.log')
  process.env.PONTIC_E2E_SETTINGS = JSON.stringify(settings)
  process.env.PONTIC_E2E_URL = url
  process.env.PONTIC_E2E_DATABASE_URL = database.superUrl
  return async () => {
    await stopServer(server)
    await database.drop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

async function createDatabase() {
  const postgres = await startPostgres({
    dataFolder: join(root, '.cache/test-postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' },
    isScratch: true,
  })
  const name = `e2e_${process.pid}_${randomBytes(4).toString('hex')}`
  const inside = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  await runAsSuper(postgres.superUrl, `create database ${name} owner pontic_owner`)
  await runAsSuper(postgres.superUrl, `grant connect on database ${name} to pontic_app`)
  return {
    ownerUrl: inside(postgres.ownerUrl),
    appUrl: inside(postgres.appUrl),
    superUrl: inside(postgres.superUrl),
    drop: async () => {
      await runAsSuper(postgres.superUrl, `drop database if exists ${name} with (force)`)
      await postgres.stop()
    },
  }
}

async function runAsSuper(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
