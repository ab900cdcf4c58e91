import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdLock } from '../db/hold-lock.ts'
import { newId } from '../db/ids.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAttempts } from '../test/attempts.ts'
import { createPeople, createSession, type People } from '../test/people.ts'
import { freeAbandonedJobs, runnerLockOf } from './abandoned.ts'
import { addJob } from './add-job.ts'
import { removeExpired } from './cleanup.jobs.ts'
import { jobNames } from './jobs.ts'

let app: TestApp
let people: People

beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
})
afterAll(() => app.close())

const sms = (text: string) => ({ to: '+440000000000', text })
const readTexts = async () => {
  await app.runJobs()
  const rows = await app.services.database.db
    .selectFrom('development_message')
    .select('body_text')
    .where('kind', '=', 'sms')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.body_text)
}

test('a job starts with its transaction, not with one that is rolled back, and one key is one job', async () => {
  const { database } = app.services
  await database.transaction((tx) => addJob(tx, 'sms.send', sms('first')))
  await database.transaction((tx) => addJob(tx, 'sms.send', sms('replaced'), { key: 'one' }))
  await database.transaction((tx) => addJob(tx, 'sms.send', sms('second'), { key: 'one' }))
  await database.transaction((tx) =>
    addJob(tx, 'sms.send', sms('later'), { runAt: new Date(Date.now() + 3_600_000) }),
  )
  const undone = database.transaction(async (tx) => {
    await addJob(tx, 'sms.send', sms('undone'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await readTexts()).toEqual(['first', 'second'])
})

test('the application role adds and does jobs although the queue belongs to the owner', async () => {
  const { rows } = await sql<{ user: string }>`select current_user as user`.execute(app.services.database.db)
  expect(rows).toEqual([{ user: 'pontic_app' }])
  expect(jobNames.length).toBeGreaterThan(0)
})

test('clean-up takes what has expired and leaves what lives', async () => {
  const { database } = app.services
  const { db } = database
  const register = async (name: string, isVerified: boolean) => {
    const [organizationId, accountId] = [newId(), newId()]
    const now = app.clock.now()
    await db
      .insertInto('organization')
      .values({
        id: organizationId,
        name,
        name_key: name,
        business_type: 1,
        registered_at: now,
        verified_at: isVerified ? now : null,
      })
      .execute()
    await db
      .insertInto('account')
      .values({
        id: accountId,
        email: `${accountId}@pontic.example`,
        name,
        password_hash: '!',
        organization_id: organizationId,
      })
      .execute()
    return { organizationId, accountId }
  }
  const idle = await register('Never verified', false)
  const live = await register('Verified', true)
  await createSession(app, live.accountId)
  await addAttempts(app, 'old', 1)
  app.clock.advance({ days: 8 })
  await addAttempts(app, 'new', 1)
  await database.transaction((tx) => addJob(tx, 'cleanup.run', {}))
  await app.runJobs()
  const left = await db
    .selectFrom('organization')
    .select('id')
    .where('id', 'in', [idle.organizationId, live.organizationId])
    .execute()
  expect(left).toEqual([{ id: live.organizationId }])
  const attempts = await db
    .selectFrom('attempt')
    .select('subject')
    .where('subject', 'in', ['old', 'new'])
    .execute()
  expect(attempts).toEqual([{ subject: 'new' }])
  const tokens = await db
    .selectFrom('access_token')
    .select('session_id')
    .where('session_id', '=', people.alice.sessionId)
    .execute()
  expect(tokens).toHaveLength(1)
})

test('jobs that a killed node has left marked as running are freed, those of a living runner are not', async () => {
  const { database } = app.services
  const mark = async (text: string, poolId: string) => {
    await database.transaction((tx) => addJob(tx, 'sms.send', sms(text), { key: text }))
    await sql`update graphile_worker._private_jobs set locked_by = ${poolId}, locked_at = now() - interval '2 minutes'
      where key = ${text}`.execute(database.db)
  }
  await mark('left', 'pool-killed')
  await mark('running', 'pool-living')
  const living = await holdLock(app.databaseUrls.appUrl, runnerLockOf('pool-living'))
  expect(await readTexts()).not.toContain('left')
  await freeAbandonedJobs(database)
  const whileLiving = await readTexts()
  expect(whileLiving).toContain('left')
  expect(whileLiving).not.toContain('running')
  await living.release()
  await living.lost
  await freeAbandonedJobs(database)
  expect(await readTexts()).toContain('running')
})

test('an organization that is verified while the clean-up comes for it stays, with its administrator', async () => {
  const { database } = app.services
  const { db, pool } = database
  const [organizationId, accountId] = [newId(), newId()]
  const registered_at = new Date(app.clock.now().getTime() - 8 * 86_400_000)
  await db
    .insertInto('organization')
    .values({ id: organizationId, name: 'Late', name_key: 'late', business_type: 1, registered_at })
    .execute()
  await db
    .insertInto('account')
    .values({
      id: accountId,
      email: 'late@pontic.example',
      name: 'Late',
      password_hash: '!',
      organization_id: organizationId,
    })
    .execute()
  const verifying = await pool.connect()
  await verifying.query('begin')
  await verifying.query('update organization set verified_at = now() where id = $1', [organizationId])
  const cleaning = database.transaction((tx) => removeExpired(tx, app.clock.now()))
  const countWaiting = async () => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  await expect.poll(countWaiting, { timeout: 20_000, interval: 20 }).toBe(1)
  await verifying.query('commit')
  verifying.release()
  await cleaning
  const left = await db.selectFrom('account').select('id').where('id', '=', accountId).execute()
  expect(left).toEqual([{ id: accountId }])
})
