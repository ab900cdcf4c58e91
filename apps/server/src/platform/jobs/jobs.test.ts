import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAttempts } from '../../test/attempts.ts'
import { createPeople, createSession, type People } from '../../test/people.ts'
import { acquireLock } from '../db/advisory-lock.ts'
import { newId } from '../db/ids.ts'
import { runnerLockOf, unlockAbandonedJobs, watchAbandonedJobs } from './abandoned.ts'
import { removeExpired } from './cleanup.jobs.ts'
import { watchClock } from './clock-watch.ts'
import { enqueueJob } from './enqueue-job.ts'
import { countScanSlots } from './runner.ts'

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

test('a job runs after its transaction commits and never if it rolls back, and a job replaces a waiting one with the same key', async () => {
  const { database } = app.services
  await database.transaction((tx) => enqueueJob(tx, 'sms.send', sms('first')))
  await database.transaction((tx) => enqueueJob(tx, 'sms.send', sms('replaced'), { key: 'one' }))
  await database.transaction((tx) => enqueueJob(tx, 'sms.send', sms('second'), { key: 'one' }))
  await database.transaction((tx) =>
    enqueueJob(tx, 'sms.send', sms('later'), { runAt: new Date(Date.now() + 3_600_000) }),
  )
  const undone = database.transaction(async (tx) => {
    await enqueueJob(tx, 'sms.send', sms('undone'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await readTexts()).toEqual(['first', 'second'])
})

test('the application role enqueues and runs jobs although the queue belongs to the owner', async () => {
  const { database } = app.services
  const { rows } = await sql<{ user: string; owner: string }>`
    select current_user as user, pg_get_userbyid(relowner) as owner from pg_class
    where oid = 'graphile_worker._private_jobs'::regclass`.execute(database.db)
  expect(rows.map(({ user, owner }) => [user, owner === user])).toEqual([['pontic_app', false]])
  await database.transaction((tx) => enqueueJob(tx, 'sms.send', sms('by the application role')))
  expect(await readTexts()).toContain('by the application role')
})

test('the clean-up removes expired attempts and unverified organizations, and nothing that is still valid', async () => {
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
  const unverified = await register('Never verified', false)
  const verified = await register('Verified', true)
  await createSession(app, verified.accountId)
  await addAttempts(app, 'old', 1)
  app.clock.advance({ days: 8 })
  await addAttempts(app, 'new', 1)
  await database.transaction((tx) => enqueueJob(tx, 'cleanup.run', {}))
  await app.runJobs()
  const left = await db
    .selectFrom('organization')
    .select('id')
    .where('id', 'in', [unverified.organizationId, verified.organizationId])
    .execute()
  expect(left).toEqual([{ id: verified.organizationId }])
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

test('jobs that a killed node has locked are unlocked, and those of a running node are not', async () => {
  const { database } = app.services
  const mark = async (text: string, poolId: string) => {
    await database.transaction((tx) => enqueueJob(tx, 'sms.send', sms(text), { key: text }))
    await sql`update graphile_worker._private_jobs set locked_by = ${poolId}, locked_at = now() - interval '2 minutes'
      where key = ${text}`.execute(database.db)
  }
  await mark('left', 'pool-killed')
  await mark('running', 'pool-living')
  const living = await acquireLock(app.services.database.direct, runnerLockOf('pool-living'))
  expect(await readTexts()).not.toContain('left')
  await unlockAbandonedJobs(database)
  const whileLiving = await readTexts()
  expect(whileLiving).toContain('left')
  expect(whileLiving).not.toContain('running')
  await living.release()
  await living.lost
  await unlockAbandonedJobs(database)
  expect(await readTexts()).toContain('running')
})

test('one look while a running node has lost its lock does not unlock its jobs, and two looks unlock those of a killed one', async () => {
  const { database } = app.services
  await database.transaction((tx) => enqueueJob(tx, 'sms.send', sms('twice'), { key: 'twice' }))
  await sql`update graphile_worker._private_jobs set locked_by = 'pool-reconnecting', locked_at = now() - interval '2 minutes'
    where key = 'twice'`.execute(database.db)
  const isLocked = async () =>
    (
      await sql`select 1 from graphile_worker._private_jobs where key = 'twice' and locked_at is not null`.execute(
        database.db,
      )
    ).rows.length === 1
  const { look } = watchAbandonedJobs(database)
  await look()
  expect(await isLocked()).toBe(true)
  const again = await acquireLock(database.direct, runnerLockOf('pool-reconnecting'))
  await look()
  await again.release()
  await again.lost
  await look()
  expect(await isLocked()).toBe(true)
  await look()
  expect(await isLocked()).toBe(false)
})

test('a clock is doubted while it differs from that of the database, and for an hour after a jump', async () => {
  const hourMs = 3_600_001
  const state = { aheadMs: -2 * hourMs, elapsedMs: 0 }
  const clock = watchClock(app.services.database, {
    now: () => Date.now() + state.aheadMs,
    elapsed: () => performance.now() + state.elapsedMs,
  })
  const passHour = () => {
    state.aheadMs += hourMs
    state.elapsedMs += hourMs
  }
  expect(await clock.findDoubt()).toContain('differs')
  state.aheadMs += hourMs
  expect(await clock.findDoubt()).toContain('jumped')
  passHour()
  expect(await clock.findDoubt()).toBeUndefined()
  state.aheadMs += 30 * 86_400_000
  expect(await clock.findDoubt()).toContain('jumped')
  passHour()
  expect(await clock.findDoubt()).toContain('differs')
  clock.close()
})

test('an organization that is verified during the clean-up remains, with its administrator', async () => {
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
  await expect.poll(countWaiting, { interval: 20 }).toBe(1)
  await verifying.query('commit')
  verifying.release()
  await cleaning
  const left = await db.selectFrom('account').select('id').where('id', '=', accountId).execute()
  expect(left).toEqual([{ id: accountId }])
})

test('T69: organizations take turns, and one that always has a waiting job starves nobody', async () => {
  const { db, transaction } = app.services.database
  const add = (organizationId: string, fileId: string) =>
    transaction((tx) =>
      enqueueJob(tx, 'meshes.build', { organizationId, fileId }, { key: fileId, turn: { organizationId } }),
    )
  /** Runs the next job. @returns its file */
  const next = async () => {
    const { rows } = await sql<{ file: string; key: string }>`
      select j.payload->>'fileId' as file, j.key from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'meshes.build' order by j.priority, j.run_at, j.id limit 1`.execute(db)
    await sql`select graphile_worker.remove_job(${rows[0]!.key})`.execute(db)
    return rows[0]!.file
  }
  for (const file of ['a1', 'a2', 'a3', 'a4']) await add('a', file)
  await add('b', 'b1')
  await add('b', 'b2')
  await add('c', 'c1')
  expect([await next(), await next(), await next()]).toEqual(['a1', 'b1', 'c1'])
  // A scan that is enqueued again does not lose its turn.
  await add('b', 'b2')
  expect([await next(), await next()]).toEqual(['a2', 'b2'])
  // From here on, organization `d` enqueues a job whenever its last one is done. It therefore gets every second turn.
  const done: string[] = []
  for (const file of ['d1', 'd2', 'd3']) {
    await add('d', file)
    done.push(await next(), await next())
    await add('d', `${file} again`)
  }
  expect(done.filter((file) => file.startsWith('a'))).toEqual(['a3', 'a4'])
})

test('T69: a job that waits for jobs of another name also waits for those enqueued later, but not forever', async () => {
  const { db, transaction } = app.services.database
  const turnOf = async (key: string) =>
    (
      await sql<{ priority: number }>`
        select priority from graphile_worker._private_jobs where key = ${key}`.execute(db)
    ).rows[0]!.priority
  const add = (name: 'meshes.buildLarge' | 'meshes.refineLarge', organizationId: string, key: string) => {
    const after = name === 'meshes.refineLarge' ? ({ after: 'meshes.buildLarge' } as const) : {}
    return transaction((tx) =>
      enqueueJob(tx, name, { organizationId, fileId: key }, { key, turn: { organizationId, ...after } }),
    )
  }
  await add('meshes.refineLarge', 'a', 'finer a')
  await add('meshes.buildLarge', 'b', 'coarse b')
  expect(await turnOf('coarse b')).toBeLessThan(await turnOf('finer a'))
  await sql`update graphile_worker._private_jobs set priority = 2000 where key = 'coarse b'`.execute(db)
  await add('meshes.buildLarge', 'c', 'coarse c')
  await add('meshes.refineLarge', 'c', 'finer c')
  // After 1,000 turns of other jobs, `finer a` is next.
  expect(await turnOf('finer a')).toBeLessThan(await turnOf('coarse c'))
  expect(await turnOf('coarse c')).toBeLessThan(await turnOf('finer c'))
  for (const key of ['finer a', 'coarse b', 'coarse c', 'finer c'])
    await sql`select graphile_worker.remove_job(${key})`.execute(db)
})

test('a node processes as many scans at once as its cores and memory allow, and at least one of each size', () => {
  const gibibyte = 1024 ** 3
  const cases: [cores: number, gibibytes: number, small: number, large: number][] = [
    [1, 0.5, 1, 1],
    [2, 8, 2, 1],
    [8, 64, 8, 4],
    [16, 12, 12, 2],
  ]
  for (const [cores, gibibytes, small, large] of cases)
    expect([cores, countScanSlots(cores, gibibytes * gibibyte)]).toEqual([cores, { small, large }])
})
