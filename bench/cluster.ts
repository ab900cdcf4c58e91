import { join } from 'node:path'
import { Client } from 'pg'
import { root } from '../scripts/places.ts'
import { type Postgres, startPostgres } from '../scripts/postgres.ts'

/** Connection URLs of a database for its three roles. `appUrl` uses the Unix socket, as the product does. */
export type DatabaseUrls = { ownerUrl: string; appUrl: string; superUrl: string }

/** The cluster of the measurements. */
export type Cluster = Postgres & {
  /** Starts it again with other settings, by default those of the product, unless another process uses it. */
  restart: (settings?: Record<string, string>) => Promise<void>
}

/**
 * Starts the built-in PostgreSQL with the settings of the product. Its data folder is kept for later runs.
 */
export async function openCluster(): Promise<Cluster> {
  const dataFolder = join(root, '.cache/bench-postgres')
  const start = (settings: Record<string, string>) => startPostgres({ dataFolder, isScratch: true, settings })
  const restart = async (settings: Record<string, string> = {}) => {
    await cluster.stop()
    Object.assign(cluster, await start(settings))
  }
  const cluster: Cluster = { ...(await start({})), restart }
  return cluster
}

/** Runs `work` on one connection. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the connection URLs of a database of the cluster. */
export function urlsOf(postgres: Postgres, name: string): DatabaseUrls {
  const inside = (address: string) => Object.assign(new URL(address), { pathname: `/${name}` }).href
  return {
    ownerUrl: inside(postgres.ownerUrl),
    appUrl: inside(postgres.appSocketUrl),
    superUrl: inside(postgres.superUrl),
  }
}

/** Whether the database exists. */
export async function hasDatabase(postgres: Postgres, name: string): Promise<boolean> {
  return await withClient(postgres.superUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    return rowCount === 1
  })
}

/** Creates an empty database, replacing an existing one. */
export async function remakeDatabase(postgres: Postgres, name: string): Promise<DatabaseUrls> {
  await dropDatabase(postgres, name)
  await withClient(postgres.superUrl, async (client) => {
    await client.query(`create database ${name} owner pontic_owner`)
    await client.query(`grant connect on database ${name} to pontic_app`)
  })
  return urlsOf(postgres, name)
}

/** Drops a database if it exists. */
export async function dropDatabase(postgres: Postgres, name: string): Promise<void> {
  await withClient(postgres.superUrl, (client) =>
    client.query(`drop database if exists ${name} with (force)`),
  )
}
