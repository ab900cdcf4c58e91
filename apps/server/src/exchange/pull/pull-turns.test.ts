import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../../app.ts'
import { acquireLock } from '../../platform/db/advisory-lock.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { startRunner } from '../../platform/jobs/runner.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'

const document = JSON.parse(
  readFileSync(
    join(import.meta.dirname, '../../../../../demo/orders/rayteams-prosthesis-case-b.json'),
    'utf8',
  ),
)

let app: TestApp
let people: People
let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pontic-inbox-'))
  // Jobs run one at a time, so that the test can read their order.
  app = await startTestApp({ PONTIC_TRANSFER_FOLDER: root, PONTIC_JOBS_AT_ONCE: '1' })
  people = await createPeople(app)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

/** Creates a setting of a clinic and puts `cases` cases into its folder. @returns the id of the setting */
async function createSetting(person: Person, name: string, cases = 0): Promise<string> {
  const folder = join(root, name)
  mkdirSync(folder)
  for (let n = 0; n < cases; n += 1) {
    const text = JSON.stringify({ ...document, id: `${name} ${n}` })
    writeFileSync(join(folder, `${String(n).padStart(3, '0')}.json`), text)
  }
  const { body } = await as(app, people.root).call('pullSettings.create', {
    body: { name, clinicId: person.organizationId, kind: 'folder', folder: name },
  })
  expect(body.error).toBeUndefined()
  return body.data.id
}
const run = async (id: string) =>
  expect((await as(app, people.root).call('pullSettings.run', { body: { id } })).status).toBe(200)

/** Lists the runs of settings in the order of their start, each with its number of imported cases: `erin-few 2`. */
async function listRuns(ids: readonly string[]): Promise<string[]> {
  const rows = await app.services.database.db
    .selectFrom('pull_run as r')
    .innerJoin('pull_setting as s', 's.id', 'r.setting_id')
    .select(['s.name', 'r.taken_count'])
    .where('s.id', 'in', ids)
    .orderBy('r.started_at')
    .orderBy('r.id')
    .execute()
  return rows.map(({ name, taken_count }) => `${name} ${taken_count}`)
}

describe('Pulls of many clinics', () => {
  it('T69: the only pull of a clinic runs directly after the first of several pulls of another clinic', async () => {
    const own = []
    for (const name of ['alice-1', 'alice-2', 'alice-3']) own.push(await createSetting(people.alice, name))
    const ids = [...own, await createSetting(people.erin, 'erin-1')]
    for (const id of ids) await run(id)
    await app.runJobs()
    expect(await listRuns(ids)).toEqual(['alice-1 0', 'erin-1 0', 'alice-2 0', 'alice-3 0'])
  })

  it('T69: a clinic with many cases takes turns with another clinic, and all its cases are imported before the next interval', async () => {
    const most = limits.pullCasesPerRun
    const ids = [
      await createSetting(people.alice, 'alice-many', most + 3),
      await createSetting(people.erin, 'erin-few', 2),
    ]
    // Cases are imported at the second poll with the same fingerprint.
    for (const id of ids) await run(id)
    await app.runJobs()
    app.clock.advance({ minutes: 3 })
    for (const id of ids) await run(id)
    await app.runJobs()
    expect((await listRuns(ids)).slice(2)).toEqual([`alice-many ${most}`, 'erin-few 2', 'alice-many 3'])
  })

  it('T69: a text message is sent while pulls wait for unresponsive servers', async () => {
    const ids = []
    for (const person of [people.alice, people.erin, people.alice])
      ids.push(await createSetting(person, `slow-${ids.length}`))
    const { direct } = app.services.database
    // The test holds the locks of the settings, so that the pulls wait as they would for an unresponsive server.
    const locks = []
    for (const id of ids) locks.push(await acquireLock(direct, `pull ${id}`))
    for (const id of ids) await run(id)
    const runner = startRunner(jobHandlers, app.services)
    const { db, transaction } = app.services.database
    try {
      const countBegun = async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'pull.run' and j.locked_at is not null`.execute(db)
        return rows[0]!.count
      }
      await expect.poll(countBegun).toBeGreaterThan(0)
      await transaction((tx) => enqueueJob(tx, 'sms.send', { to: '+440000000000', text: 'Meanwhile' }))
      const readTexts = async () =>
        (await db.selectFrom('development_message').select('body_text').execute()).map(
          ({ body_text }) => body_text,
        )
      await expect.poll(readTexts).toContain('Meanwhile')
      expect(await listRuns(ids)).toEqual([])
    } finally {
      for (const lock of locks) await lock.release()
      await runner.close()
    }
  })
})
