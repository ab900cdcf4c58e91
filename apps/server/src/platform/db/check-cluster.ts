import { sql } from 'kysely'
import type { Database } from './database.ts'
import { listMigrations } from './migrate.ts'

/**
 * Asserts that PostgreSQL converts letters beyond ASCII to lower case and splits Chinese into trigrams (rules §15). Tests these
 * functions instead of the name of the locale, because the names differ between systems.
 * @throws Error that names the remedy
 */
export async function assertUnicodeSupport({ db }: Database): Promise<void> {
  const { rows } = await sql<{ lower: boolean; trigrams: boolean }>`
    select lower('ÄИ') = 'äи' as lower, show_trgm('张伟')::text <> '{}' as trigrams`.execute(db)
  if (!rows[0]?.lower || !rows[0].trigrams) {
    throw new Error(
      'This PostgreSQL cluster does not support letters beyond ASCII. Create it with a UTF-8 locale, such as initdb --locale=C.UTF-8.',
    )
  }
}

/** Lists the names of migrations that have not been applied to the database. */
export async function findMissingMigrations({ db }: Database): Promise<string[]> {
  const { rows: table } = await sql<{ exists: boolean }>`
    select to_regclass('public.pontic_migration') is not null as exists`.execute(db)
  if (!table[0]?.exists) return listMigrations()
  const { rows } = await sql<{ name: string }>`select name from pontic_migration`.execute(db)
  const known = new Set(rows.map((row) => row.name))
  return listMigrations().filter((name) => !known.has(name))
}

/**
 * Asserts that the pooler sets what a node otherwise sets for each of its connections.
 * @throws Error that names the remedy
 */
export async function assertPoolerSettings({ db }: Database): Promise<void> {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    db,
  )
  if (rows[0]?.limit === '0')
    throw new Error(
      'PONTIC_DATABASE_URL leads to a pooler that does not set statement_timeout. Set it as the connect_query in deploy/pgbouncer.ini does.',
    )
}
