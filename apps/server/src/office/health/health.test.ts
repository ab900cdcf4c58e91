import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { languages } from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { jobHandlers } from '../../app.ts'
import { newId } from '../../platform/db/ids.ts'
import { removeExpired } from '../../platform/jobs/cleanup.jobs.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { toJobFailure } from '../../platform/jobs/job-failure.ts'
import { jobSummaries } from '../../platform/jobs/jobs.ts'
import { startRunner } from '../../platform/jobs/runner.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People } from '../../test/people.ts'

let refusal: { responseCode: number; message: string } | undefined
const smtp = new SMTPServer({
  closeTimeout: 50,
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(refusal ? Object.assign(new Error(refusal.message), refusal) : null),
  onData: (stream, _session, done) => {
    stream.resume()
    stream.on('end', () => done())
  },
})
let app: TestApp
let people: People

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  app = await startTestApp({ PONTIC_SMTP_URL: `smtp://127.0.0.1:${port}` })
  people = await createPeople(app)
})
afterAll(async () => {
  await app.close()
  if (smtp.server.listening) await new Promise<void>((resolve) => smtp.close(resolve))
})

const to = 'bob@northlight.example'
const addMail = async (attemptsMax = 25) => {
  const messageId = newId()
  const mail = { messageId, to, subject: 'Case of Mrs Quist', text: 'x', html: 'x', links: [] }
  await app.services.database.transaction((tx) => enqueueJob(tx, 'mail.send', mail, { attemptsMax }))
  return messageId
}
const health = async () => (await as(app, people.root).call('health.get')).body.data
const jobs = async (body: object = {}) =>
  (await as(app, people.root).call('health.listJobs', { body })).body.data
const act = (verb: 'health.retryJob' | 'health.dropJob', id: string) =>
  as(app, people.root).call(verb, { params: { id } })

describe('failed jobs', () => {
  it('failed jobs are listed without addresses and texts, and leave the list once a retry succeeds', async () => {
    refusal = { responseCode: 451, message: `4.3.0 try later, ${to} <secret>` }
    const messageId = await addMail()
    await app.runJobs()
    const { list, total } = await jobs()
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      name: 'mail.send',
      state: 'retrying',
      failure: 'refused',
      reply: 451,
      attempts: 1,
      attemptsMax: 25,
      isRunning: false,
      objects: { messageId },
    })
    for (const secret of [to, 'Quist', 'secret', 'Error', 'node_modules'])
      expect(JSON.stringify(list)).not.toContain(secret)
    expect(await health()).toMatchObject({
      mail: { level: 'warning', isReal: true, isReachable: true, waiting: 1, failed: 0, failure: 'refused' },
      queue: { retrying: 1, failed: 0 },
    })
    const { id } = list[0]!
    expect((await act('health.retryJob', id)).status).toBe(200)
    await app.runJobs()
    expect((await jobs()).list[0]).toMatchObject({ id, attempts: 1 })
    refusal = undefined
    expect((await act('health.retryJob', id)).status).toBe(200)
    await app.runJobs()
    expect((await jobs()).total).toBe(0)
    const { mail } = await health()
    expect(mail).toMatchObject({ level: 'fine', failingSince: null, failure: null, waiting: 0 })
    expect(mail.lastSentAt).not.toBeNull()
    const gone = await act('health.retryJob', id)
    expect([gone.status, gone.body.error]).toEqual([404, 'job.not_found'])
  })

  it('jobs without attempts left can be deleted, and retries and deletes are audited', async () => {
    refusal = { responseCode: 550, message: '5.1.1 no such user' }
    await addMail(1)
    await app.runJobs()
    const { list } = await jobs({ state: 'failed' })
    expect(list[0]).toMatchObject({ state: 'failed', failure: 'refused', reply: 550, nextAt: null })
    expect((await jobs({ state: 'retrying' })).total).toBe(0)
    expect((await jobs({ name: 'sms.send' })).total).toBe(0)
    expect((await health()).queue).toMatchObject({ failed: 1, level: 'warning' })
    const { id } = list[0]!
    expect((await act('health.dropJob', id)).status).toBe(200)
    expect((await jobs()).total).toBe(0)
    expect((await act('health.dropJob', id)).body.error).toBe('job.not_found')
    const audit = await as(app, people.root).call('audit.list', { body: { filter: { action: 'health.' } } })
    expect(audit.body.data.list.map((row) => [row.action, row.by?.name])).toEqual([
      ['health.dropJob', 'Root'],
      ['health.retryJob', 'Root'],
      ['health.retryJob', 'Root'],
    ])
    expect(audit.body.data.list[0]).toMatchObject({
      objectType: 'job',
      objectId: id,
      before: { attempts: 1 },
      facts: { job: 'mail.send', failure: 'refused', reply: 550 },
    })
    refusal = undefined
  })

  it('failed jobs cannot be changed while they run, and jobs that never failed cannot be deleted', async () => {
    const { pool } = app.services.database
    await addMail()
    const { rows } = await pool.query<{ id: string }>('select id::text from graphile_worker._private_jobs')
    const id = rows[0]!.id
    expect((await act('health.dropJob', id)).body.error).toBe('job.not_found')
    await pool.query(
      "update graphile_worker._private_jobs set last_error = 'x', locked_at = now(), locked_by = 'somebody'",
    )
    for (const verb of ['health.retryJob', 'health.dropJob'] as const) {
      const answer = await act(verb, id)
      expect([answer.status, answer.body.error]).toEqual([409, 'job.running'])
    }
    expect((await jobs()).list[0]).toMatchObject({ isRunning: true, nextAt: null })
    await pool.query('delete from graphile_worker._private_jobs')
  })

  it('jobs without attempts left are listed for 30 days, then deleted', async () => {
    refusal = { responseCode: 550, message: '5.1.1 no such user' }
    await addMail(1)
    await app.runJobs()
    refusal = undefined
    const { database } = app.services
    const cleanIn = (days: number) =>
      database.transaction((tx) => removeExpired(tx, new Date(Date.now() + days * 86_400_000)))
    await cleanIn(29)
    expect((await jobs()).total).toBe(1)
    await cleanIn(31)
    expect((await jobs()).total).toBe(0)
  })

  it('failed jobs are paged by cursor, newest failure first', async () => {
    const { pool } = app.services.database
    for (let n = 0; n < 5; n++) await addMail()
    await pool.query(
      "update graphile_worker._private_jobs set last_error = 'connect ECONNREFUSED', attempts = 1, updated_at = now()",
    )
    const first = await jobs({ pageSize: 3 })
    const second = await jobs({ pageSize: 3, cursor: first.cursor })
    const ids = [...first.list, ...second.list].map((job) => Number(job.id))
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    expect([first.total, new Set(ids).size, second.cursor]).toEqual([5, 5, null])
    expect(first.list[0]?.failure).toBe('unreachable')
    await pool.query('delete from graphile_worker._private_jobs')
  })
})

test('a node that runs jobs counts once, although each of its runners holds a lock', async () => {
  const runner = startRunner(jobHandlers, app.services)
  try {
    const countLocks = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name in ('pontic lock', 'pontic runner')`.execute(
        app.services.database.db,
      )
      return rows[0]!.count
    }
    await expect.poll(countLocks).toBeGreaterThan(3)
    expect((await health()).product.runners).toBe(1)
  } finally {
    await runner.close()
  }
})

test('only an administrator of the platform reads the state of queue, storage, database, version and nodes', async () => {
  const state = await health()
  expect(state).toMatchObject({
    product: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), mode: 'demo', nodes: 1 },
    queue: { level: 'fine', due: 0, running: 0, oldestDueAt: null },
    storage: { isWritable: true, keptBytes: 0 },
    database: {
      ...{ level: 'fine', isReplica: false, auditMonthsAhead: 2 },
      migration: expect.stringMatching(/^\d{4}_\w+\.sql$/),
    },
  })
  expect(state.database.sizeBytes).toBeGreaterThan(1_000_000)
  expect(state.database.connections).toBeLessThan(state.database.connectionsMax)
  expect(state.storage.freeBytes).toBeLessThan(state.storage.totalBytes ?? 0)
  for (const person of [people.alice, people.bob, people.olga]) {
    for (const call of ['health.get', 'health.listJobs'] as const)
      expect((await as(app, person).call(call, call === 'health.get' ? {} : { body: {} })).status).toBe(403)
  }
})

test('the level is broken for an overdue job, a missing storage and an unreachable mail server', async () => {
  const { pool } = app.services.database
  await addMail()
  await pool.query("update graphile_worker._private_jobs set run_at = now() - interval '1 hour'")
  const uploads = join(app.dataFolder, 'storage', 'uploads')
  await new Promise<void>((resolve) => smtp.close(resolve))
  await rename(uploads, `${uploads}-away`)
  const state = await health()
  await rename(`${uploads}-away`, uploads)
  expect([state.queue.level, state.storage.level, state.mail.level]).toEqual(['broken', 'broken', 'broken'])
  expect(state.storage.isWritable).toBe(false)
  expect(state.mail.isReachable).toBe(false)
  await pool.query('delete from graphile_worker._private_jobs')
})

test.each([
  ['connect ECONNREFUSED 10.0.0.7:25', 'unreachable', null],
  ['getaddrinfo ENOTFOUND mail.example', 'unreachable', null],
  ['Connection timeout ETIMEDOUT', 'timeout', null],
  ['Invalid login: 535 5.7.8 bad password for bob', 'credentials', 535],
  ['Can’t send mail - all recipients were rejected: 550 5.1.1 <bob@x.example>', 'refused', 550],
  ['transport.answer_refused status 503', 'refused', 503],
  ['transport.address_refused', 'address', null],
  ['self-signed certificate in certificate chain', 'certificate', null],
  ['ENOSPC: no space left on device, write', 'storage_full', null],
  ["ENOENT: no such file or directory, open '/data/x'", 'gone', null],
  ['duplicate key value violates unique constraint "x"', 'database', null],
  ['Cannot read properties of undefined', 'other', null],
])('the job error “%s” is reported as %s', (text, failure, reply) => {
  expect(toJobFailure(text)).toEqual({ failure, reply })
})

test('each job has a name in every language', () => {
  for (const [name] of jobSummaries) {
    for (const language of languages) {
      const text = translate(language, `health.jobs.names.${name}` as MessageKey)
      expect([name, text.length > 0 && !text.includes('health.jobs')]).toEqual([name, true])
    }
  }
})

test('a backup that is older than it should be is a warning, a much older one is broken, and late changes are a warning', async () => {
  const node = await app.startSecondNode({
    PONTIC_BACKUP_TARGET: '/nowhere',
    PONTIC_BACKUP_RECIPIENTS: 'age1test',
  })
  const read = async () => (await as(node, people.root).call('health.get')).body.data.backup
  const hour = 3_600_000
  const set = (name: 'backup' | 'archive', hours: number) =>
    sql`insert into outlet_state (name, last_sent_at) values (${name}, ${new Date(app.clock.now().getTime() - hours * hour)})
      on conflict (name) do update set last_sent_at = excluded.last_sent_at`.execute(app.services.database.db)
  expect((await health()).backup).toMatchObject({ level: 'fine', isOn: false })
  await set('archive', 0)
  expect(await read()).toMatchObject({ level: 'warning', isOn: true, newestAt: null })
  const levels = []
  for (const hours of [20, 40, 80]) {
    await set('backup', hours)
    levels.push((await read()).level)
  }
  expect(levels).toEqual(['fine', 'warning', 'broken'])
  await set('backup', 1)
  await set('archive', 1)
  expect((await read()).level).toBe('warning')
})

test('backups on the disk of the data, and a secret key that is still on the server, are warnings', async () => {
  const folder = mkdtempSync(join(app.services.config.dataFolder, 'backups-'))
  const localKey = join(folder, 'key.txt')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const read = async (target: string) => {
    const node = await app.startSecondNode({
      PONTIC_BACKUP_TARGET: target,
      PONTIC_BACKUP_RECIPIENTS: 'age1test',
      PONTIC_BACKUP_LOCAL_KEY_FILE: localKey,
    })
    return (await as(node, people.root).call('health.get')).body.data.backup
  }
  for (const name of ['backup', 'archive'])
    await sql`insert into outlet_state (name, last_sent_at) values (${name}, ${app.clock.now()})
      on conflict (name) do update set last_sent_at = excluded.last_sent_at`.execute(app.services.database.db)
  expect(await read('/nowhere')).toMatchObject({ level: 'fine', isOnDataDisk: false, isKeyHere: false })
  expect(await read(folder)).toMatchObject({ level: 'warning', isOnDataDisk: true, isKeyHere: false })
  writeFileSync(localKey, '')
  expect(await read('/nowhere')).toMatchObject({ level: 'warning', isOnDataDisk: false, isKeyHere: true })
})
