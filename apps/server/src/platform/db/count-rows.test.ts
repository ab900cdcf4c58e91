import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { recordStatements } from '../../test/read-plans.ts'
import { countBeyondPage, countRows } from './count-rows.ts'
import { findSearchPage } from './search-page.ts'

let app: TestApp
let takeStatements: () => unknown[]

beforeAll(async () => {
  app = await startTestApp()
  takeStatements = recordStatements(app.services.database.pool)
})
afterAll(() => app.close())

const rowsOf = (count: number) => sql`from generate_series(1, ${count}::int) n`

test('a list with a tenth more rows than the limit is not counted again within a minute', async () => {
  const { db, transaction } = app.services.database
  const large = { total: 10_000, totalIsExact: false }
  for (const [count, total, statements] of [
    [9_999, { total: 9_999, totalIsExact: true }, 2],
    [10_000, { total: 10_000, totalIsExact: true }, 2],
    [10_999, large, 2],
    [11_000, large, 1],
    [50_000, large, 1],
  ] as const) {
    takeStatements()
    expect(await countRows(db, rowsOf(count))).toEqual(total)
    expect(await countRows(db, rowsOf(count))).toEqual(total)
    expect(takeStatements()).toHaveLength(statements)
  }
  takeStatements()
  expect(await transaction((tx) => countRows(tx, rowsOf(50_000)))).toEqual(large)
  expect(takeStatements().filter((one) => JSON.stringify(one).includes('generate_series'))).toEqual([])
})

test('a list is not counted if its page is the last one', async () => {
  const { db } = app.services.database
  const count = async (rows: number, page: { cursor?: string; offset: number }) => {
    takeStatements()
    const found = await countBeyondPage(db, rowsOf(70), Array(rows).fill({}), {
      cursor: undefined,
      limit: 26,
      ...page,
    })
    expect(found.totalIsExact).toBe(true)
    return [found.total, takeStatements().length]
  }
  expect(await count(0, { offset: 0 })).toEqual([0, 0])
  expect(await count(25, { offset: 0 })).toEqual([25, 0])
  expect(await count(20, { offset: 50 })).toEqual([70, 0])
  expect(await count(26, { offset: 25 })).toEqual([70, 1])
  // The page is beyond the last one, or nobody knows how many rows precede it.
  expect(await count(0, { offset: 75 })).toEqual([70, 1])
  expect(await count(20, { cursor: 'a', offset: 0 })).toEqual([70, 1])
})

test('a search with a tenth more matches than the limit is not repeated within a minute', async () => {
  const { db } = app.services.database
  const hits = (count: number) => sql`select gen_random_uuid() as id, now() as key ${rowsOf(count)}`
  const find = (count: number) =>
    findSearchPage(
      db,
      { hits: hits(count), key: 'timestamptz', isNewestFirst: true },
      { offset: 0, limit: 26 },
    )
  for (const [count, statements] of [
    [100, 2],
    [10_500, 2],
    [12_000, 1],
  ] as const) {
    takeStatements()
    const [first, second] = [await find(count), await find(count)]
    expect(first.ids?.length).toBe(count === 100 ? 26 : undefined)
    expect([second.total, second.totalIsExact]).toEqual(count === 100 ? [100, true] : [10_000, false])
    expect(takeStatements()).toHaveLength(statements)
  }
})
