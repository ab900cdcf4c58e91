import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Db, sqlStateOf } from './database.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Runs `work` on one connection. */
const onConnection = <Result>(work: (db: Db) => Promise<Result>): Promise<Result> =>
  app.services.database.db.connection().execute(work)

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return await work.then(() => undefined, sqlStateOf)
}

test('a repeated statement returns correct rows, nulls and empty results', async () => {
  const ask = async (db: Db, from: number) => {
    const { rows } = await sql`select n as "rowNumber", nullif(n, 2) as "orNull", n::text || ${'!'} as words
      from generate_series(${from}::int, 3) n order by n`.execute(db)
    return rows
  }
  await onConnection(async (db) => {
    const all = [
      { rowNumber: 1, orNull: 1, words: '1!' },
      { rowNumber: 2, orNull: null, words: '2!' },
      { rowNumber: 3, orNull: 3, words: '3!' },
    ]
    expect(await ask(db, 1)).toEqual(all)
    expect(await ask(db, 4)).toEqual([])
    expect(await ask(db, 2)).toEqual(all.slice(1))
    expect(await ask(db, 1)).toEqual(all)
  })
})

test('a statement works again after it failed', async () => {
  const divide = async (db: Db, by: number) => {
    const { rows } = await sql<{ share: number }>`select 6 / ${by}::int as share`.execute(db)
    return rows[0]?.share
  }
  await onConnection(async (db) => {
    expect(await codeOf(divide(db, 0))).toBe('22012')
    expect(await divide(db, 3)).toBe(2)
    expect(await codeOf(divide(db, 0))).toBe('22012')
    expect(await divide(db, 2)).toBe(3)
  })
})

test('two connections on which the same statement returns different columns each read their own columns', async () => {
  const createTable = (db: Db, columns: string) =>
    sql.raw(`create temporary table mine as select ${columns}`).execute(db)
  const ask = async (db: Db) => (await sql`select * from mine where key = ${1}::int`.execute(db)).rows
  await onConnection(async (first) => {
    await onConnection(async (second) => {
      await createTable(first, `1 as key, '7' as value`)
      await createTable(second, `7::bigint as value, 'b' as more, 1 as key`)
      for (let turn = 0; turn < 3; turn++) {
        expect(await ask(first)).toEqual([{ key: 1, value: '7' }])
        expect(await ask(second)).toEqual([{ value: 7, more: 'b', key: 1 }])
      }
      await sql`drop table mine`.execute(first)
      await sql`drop table mine`.execute(second)
    })
  })
})

test('PostgreSQL refuses a prepared statement whose columns have changed', async () => {
  await onConnection(async (db) => {
    await sql`create temporary table changing as select 1 as key, 'old' as value`.execute(db)
    const ask = async () => (await sql`select * from changing where key = ${1}::int`.execute(db)).rows
    expect(await ask()).toEqual([{ key: 1, value: 'old' }])
    await sql`alter table changing alter value type integer using 5`.execute(db)
    expect(await codeOf(ask())).toBe('0A000')
    await sql`drop table changing`.execute(db)
  })
})
