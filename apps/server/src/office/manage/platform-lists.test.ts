import type { RouteName } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { filledId, fillManyRows, manyRows } from '../../test/many-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { type AskedStatement, readScans, recordStatements } from '../../test/read-plans.ts'

let app: TestApp
let people: People
let takeStatements: () => AskedStatement[]

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await fillManyRows(app)
  takeStatements = recordStatements(app.services.database.pool)
})
afterAll(() => app.close())

/** The body of a call, and the expected total if it is known. */
type Asked = readonly [body: Record<string, unknown>, found?: number]

const organizationId = filledId('organization', 1_000)
const accountId = filledId('account', 1_000)
const objectId = filledId('order', 1_000)
const today = () => new Date().toISOString().slice(0, 10)

// Names contain md5 digests. Only the name of row 1,000 contains a9b7ba70, and only the name of row 1,001 contains b8c37e33.
const lists: Partial<Record<RouteName, () => readonly Asked[]>> = {
  'manage.listOrganizations': () => [
    [{ sort: 'newest' }],
    [{ words: 'a9b7ba70' }, 1],
    [{ words: '诊所1000' }],
    [{ words: 'practice n1000@o' }, 1],
    [{ businessType: 255 }, 1],
    [{ state: 'banned' }, 60],
    [{ state: 'unverified' }],
    [{ state: 'deleted' }, 0],
  ],
  'manage.listUsers': () => [
    [{ sort: 'newest' }],
    [{ words: 'a9b7ba70' }, 1],
    [{ words: '张伟' }, 0],
    [{ organizationId }, 1],
    [{ businessType: 255 }],
    [{ state: 'banned' }],
    [{ state: 'disabled' }],
    [{ state: 'waiting' }],
    [{ state: 'unverified' }],
    [{ state: 'deleted' }, 0],
  ],
  'manage.listOrders': () => [
    [{ sort: 'updatedAt' }],
    [{ sort: 'deliveryOn', direction: 'ascending' }],
    [{ sort: 'number', direction: 'ascending' }],
    [{ status: 'pending' }],
    [{ partnerId: organizationId }, 2],
    [{ partnerId: filledId('organization', 999) }, 2],
    [{ words: 'a9b7ba70' }, 1],
    [{ words: '张伟' }, 0],
  ],
  'manage.listDeletedOrders': () => [[{ words: 'patient' }, 0]],
  'audit.list': () => [
    [{ filter: { organizationId } }],
    [{ filter: { objectId } }],
    [{ filter: { accountId } }, 1],
    [{ filter: { action: 'manage.banUser' } }, 25],
    [{ filter: { action: 'manage.' } }],
    [{ filter: { isPlatform: true } }],
    [{ filter: { words: 'a9b7ba70' } }, 1],
    [{ filter: { requestId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e13' } }, 0],
    [{ filter: { from: today(), to: today() } }],
  ],
  'health.listJobs': () => [[{}], [{ state: 'failed' }, 62]],
  'pushSettings.listDeliveries': () => [
    [{ state: 'failed' }],
    [{ event: 'accept' }],
    [{ organizationId }, 1],
    [{ settingId: filledId('order', 1).replace('b000', '8d00') }],
    [{ words: 'c26-a9b7ba' }, 1],
  ],
  'workorders.list': () => [
    [{ status: 'submitted' }],
    [{ priority: 'critical' }],
    [{ words: 'a9b7ba70' }, 1],
    [{ words: 'w26-a9b7ba' }, 1],
    [{ words: 'b8c37e33' }, 1],
  ],
}

/** A scan of more rows counts as a full table scan. */
const fullScanRows = manyRows / 4

/** Returns a line for each full table scan of the recorded statements. A count may read all matching rows. */
async function listFullScans(found: number): Promise<string[]> {
  const statements = takeStatements().filter(
    ({ text }) => /^\s*(select|with)\b/i.test(text) && !/\bset_config\b|for update/.test(text),
  )
  expect(statements.length).toBeGreaterThan(0)
  const lines: string[] = []
  for (const one of statements) {
    const most = /count\(\*\) as found/.test(one.text) ? Math.max(fullScanRows, found * 1.1) : fullScanRows
    const scans = await readScans(app.services.database.pool, one)
    lines.push(
      ...scans
        .filter(({ rows }) => rows > most)
        .map(({ table, by, rows }) => `${rows} rows of ${table} by ${by} for ${one.text.slice(0, 80)}`),
    )
  }
  return lines
}

describe.each(Object.entries(lists))('%s does no full table scan', (name, asked) => {
  const root = () => as(app, people.root)
  const read = async (body: Record<string, unknown>) => {
    takeStatements()
    const answer = await root().call(name as RouteName, { body } as never)
    expect(answer.status).toBe(200)
    return (answer.body as { data: { list: unknown[]; total: number; cursor: string | null } }).data
  }

  it.each(asked().map(([body, found]) => ({ asked: JSON.stringify(body), body, found })))(
    'with the body $asked',
    async ({ body, found }) => {
      const { total } = await read(body)
      if (found !== undefined) expect(total).toBe(found)
      expect(await listFullScans(total)).toEqual([])
    },
  )

  it('on the page after page 20', async () => {
    const first = await read({ page: 20, pageSize: 100 })
    if (first.cursor === null) return
    const { total } = await read({ cursor: first.cursor })
    expect(await listFullScans(total)).toEqual([])
  })
})
