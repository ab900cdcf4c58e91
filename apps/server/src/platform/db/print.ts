/** Migrates the database of PONTIC_DATABASE_OWNER_URL and prints `schema.sql` and `tables.ts` from it. */
import { writeFileSync } from 'node:fs'
import { Client } from 'pg'
import { migrate } from './migrate.ts'
import { printSchema } from './print-schema.ts'
import { printTables } from './print-tables.ts'

const ownerUrl = process.env.PONTIC_DATABASE_OWNER_URL
if (!ownerUrl) throw new Error('PONTIC_DATABASE_OWNER_URL names the database to print from.')
await migrate(ownerUrl)
const client = new Client({ connectionString: ownerUrl })
await client.connect()
writeFileSync(new URL('./schema.sql', import.meta.url), await printSchema(client))
writeFileSync(new URL('./tables.ts', import.meta.url), await printTables(client))
await client.end()
