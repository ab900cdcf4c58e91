import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { enqueueJob } from '../jobs/enqueue-job.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp({
    PONTIC_METRICS_ADDRESS: '127.0.0.1:0',
    PONTIC_SLOW_STATEMENT_MS: '100',
    // Jobs do not run, so nothing is written there.
    PONTIC_BACKUP_TARGET: '/nowhere',
    PONTIC_BACKUP_RECIPIENTS: 'age1test',
  })
  people = await createPeople(app)
})
afterAll(() => app.close())

async function scrape(): Promise<string> {
  const response = await fetch(`${app.metricsUrl()}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return await response.text()
}

/** Returns the value of a metric with these labels; undefined if it has none. */
function metricIn(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `))
  return line === undefined ? undefined : Number(line.slice(metric.length + 1))
}

test('metrics count responses by call and status, and statements', async () => {
  const before = metricIn(
    await scrape(),
    'pontic_http_requests_total{route="accounts.listSessions",status="200"}',
  )
  await as(app, people.alice).call('accounts.listSessions')
  await as(app, undefined).call('accounts.listSessions')
  const text = await scrape()
  expect(metricIn(text, 'pontic_http_requests_total{route="accounts.listSessions",status="200"}')).toBe(
    (before ?? 0) + 1,
  )
  expect(metricIn(text, 'pontic_http_requests_total{route="accounts.listSessions",status="401"}')).toBe(1)
  expect(metricIn(text, 'pontic_http_request_seconds_count{route="accounts.listSessions"}')).toBe(
    (before ?? 0) + 2,
  )
  expect(metricIn(text, 'pontic_database_statement_seconds_count')).toBeGreaterThan(0)
})

test('metrics count jobs by result, and contain the figures of the health page', async () => {
  await app.services.database.transaction((tx) => enqueueJob(tx, 'cleanup.run', {}))
  expect(metricIn(await scrape(), 'pontic_jobs_due')).toBeGreaterThanOrEqual(1)
  await app.runJobs()
  const text = await scrape()
  expect(metricIn(text, 'pontic_jobs_total{job="cleanup.run",result="done"}')).toBe(1)
  expect(metricIn(text, 'pontic_jobs_due')).toBe(0)
  expect(metricIn(text, 'pontic_storage_writable')).toBe(1)
  expect(metricIn(text, 'pontic_nodes')).toBe(1)
  const jobLine = app.logLines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'A job ended.')
  expect(jobLine).toMatchObject({ job: 'cleanup.run', result: 'done', jobId: expect.stringMatching(/^\d+$/) })
})

test('metrics contain for how long mails have failed', async () => {
  expect(metricIn(await scrape(), 'pontic_mail_failing_seconds')).toBe(0)
  const { db } = app.services.database
  const failing_since = new Date(app.clock.now().getTime() - 1_200_000)
  await db
    .insertInto('outlet_state')
    .values({ name: 'mail', failing_since, failure: 'unreachable' })
    .execute()
  expect(metricIn(await scrape(), 'pontic_mail_failing_seconds')).toBeGreaterThanOrEqual(1_200)
  await db.deleteFrom('outlet_state').execute()
})

test('metrics contain size, rows and vacuum of the largest tables, in which partitions are added up', async () => {
  await app.databaseUrls.runInside('vacuum (analyze) audit')
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit`.execute(
    app.services.database.db,
  )
  await expect
    .poll(async () => metricIn(await scrape(), 'pontic_table_live_rows{table="audit"}'))
    .toBe(rows[0]?.count)
  const text = await scrape()
  expect(metricIn(text, 'pontic_table_dead_rows{table="audit"}')).toBe(0)
  expect(metricIn(text, 'pontic_table_bytes{table="audit"}')).toBeGreaterThan(100_000)
  expect(metricIn(text, 'pontic_table_vacuum_age_seconds{table="audit"}')).toBeGreaterThanOrEqual(0)
  expect(text).not.toContain('audit_first')
  expect(metricIn(text, 'pontic_audit_months_ahead')).toBe(2)
  expect(metricIn(text, 'pontic_database_transaction_age')).toBeGreaterThan(0)
})

test('a slow statement is counted and logged without its values', async () => {
  const secret = 'a value that no log may contain'
  await sql`select pg_sleep(0.15), ${secret}::text`.execute(app.services.database.db)
  const line = app.logLines.find((one) => one.includes('pg_sleep')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    msg: 'A statement was slow.',
    statement: 'select pg_sleep(0.15), $1::text',
  })
  expect(app.logLines.join('\n')).not.toContain(secret)
  expect(metricIn(await scrape(), 'pontic_database_slow_statements_total')).toBeGreaterThanOrEqual(1)
})

test('metrics contain no personal data, and other addresses of the metrics server do not answer', async () => {
  const text = await scrape()
  for (const { email, accountId } of Object.values(people)) {
    expect(text).not.toContain(email)
    expect(text).not.toContain(accountId)
  }
  const answers = [
    await fetch(`${app.metricsUrl()}/`),
    await fetch(`${app.metricsUrl()}/restful/orders/list`),
    await fetch(`${app.metricsUrl()}/metrics`, { method: 'POST' }),
    await fetch(`${app.url}/metrics`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 405, 404])
})

test('alerts and dashboard use only metrics that exist', async () => {
  const known = new Set((await scrape()).match(/^[a-z_]\w*/gm))
  const names = new Set<string>()
  for (const file of ['alerts.yml', 'grafana-dashboard.json']) {
    const text = readFileSync(
      fileURLToPath(new URL(`../../../../../deploy/monitoring/${file}`, import.meta.url)),
      'utf8',
    )
    for (const [name] of text.matchAll(/\b(?:pontic|process|nodejs)_\w+/g)) names.add(name)
  }
  expect(names.size).toBeGreaterThan(20)
  expect([...names].filter((name) => !known.has(name))).toEqual([])
})
