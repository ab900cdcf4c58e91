import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { listMigrations, migrate } from '../platform/db/migrate.ts'

const lockKey = 7_260_116

/** The database of a test file. */
export type TestDatabase = {
  ownerUrl: string
  appUrl: string
  /** URL of this database as the superuser, for statements that the application role may not run. */
  superUrl: string
  /** Runs a statement as the superuser outside this database. */
  runAsSuper: (statement: string) => Promise<void>
  /** Runs a statement as the superuser in this database. */
  runInside: (statement: string) => Promise<void>
  drop: () => Promise<void>
}

const inDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function withSuper<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: inject('postgres').superUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates a migrated database without rows by copying a template, which is created once per set of migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = createName()
  await withSuper(async (client) => {
    // Serialized, because a template cannot be copied while another process copies or migrates it.
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const template = await prepareTemplate(client, inject('postgres').ownerUrl)
    await client.query(`create database ${name} template ${template} owner pontic_owner`)
    await client.query(`grant connect on database ${name} to pontic_app`)
  })
  return describeDatabase(name)
}

/** Creates an empty database without migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = createName()
  await withSuper(async (client) => {
    await client.query(`create database ${name} owner pontic_owner`)
    await client.query(`grant connect on database ${name} to pontic_app`)
  })
  return describeDatabase(name)
}

const createName = () => `test_${process.pid}_${randomBytes(4).toString('hex')}`

function describeDatabase(name: string): TestDatabase {
  const { ownerUrl, appUrl, superUrl } = inject('postgres')
  return {
    ownerUrl: inDatabase(ownerUrl, name),
    appUrl: inDatabase(appUrl, name),
    superUrl: inDatabase(superUrl, name),
    runAsSuper: (statement) => withSuper(async (client) => void (await client.query(statement))),
    runInside: async (statement) => {
      const client = new Client({ connectionString: inDatabase(superUrl, name) })
      await client.connect()
      await client.query(statement)
      await client.end()
    },
    drop: () =>
      withSuper(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

/** Creates the template unless it exists. Its name contains a hash of the migrations. @returns the name */
async function prepareTemplate(client: Client, ownerUrl: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of listMigrations())
    hash.update(readFileSync(new URL(`../platform/db/migrations/${name}`, import.meta.url)))
  hash.update(readFileSync(new URL('../platform/db/migrate.ts', import.meta.url)))
  const template = `pontic_template_${hash.digest('hex').slice(0, 12)}`
  const known = await client.query<{ note: string | null }>(
    "select shobj_description(oid, 'pg_database') as note from pg_database where datname = $1",
    [template],
  )
  if (known.rows[0]?.note === 'ready') return template
  // Replaces an incomplete template of a killed run.
  await client.query(`drop database if exists ${template} with (force)`)
  await client.query(`create database ${template} owner pontic_owner`)
  await client.query(`grant connect on database ${template} to pontic_app`)
  await migrate(inDatabase(ownerUrl, template))
  await client.query(`comment on database ${template} is 'ready'`)
  return template
}
