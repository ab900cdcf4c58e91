import { readdirSync, readFileSync } from 'node:fs'
import type { OrderFile } from '@pontic/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '../../app.ts'
import { startRunner } from '../../platform/jobs/runner.ts'
import { lockContent } from '../../platform/storage/contents.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder } from '../../test/insert-rows.ts'
import { as, createPeople, type People, type Person } from '../../test/people.ts'
import { uploadFile } from '../../test/upload.ts'
import { meshJobs } from './meshes.jobs.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
const upper = readFileSync(new URL('case0-upper-teeth.obj', scans))
const rig = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
const largeBytes = 17 * 1024 ** 2

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  // Logs each change of a mesh's state.
  await app.databaseUrls.runInside(`
    create table mesh_log (at serial, sha256 bytea, state text);
    create function log_mesh() returns trigger language plpgsql security definer as
      $$ begin insert into mesh_log (sha256, state) values (new.content_sha256, new.state); return new; end $$;
    create trigger log_mesh after update of state on mesh for each row
      when (old.state is distinct from new.state) execute function log_mesh();
    grant select, delete on mesh_log to pontic_app`)
})
afterAll(() => app.close())
beforeEach(() => app.databaseUrls.runInside('delete from mesh_log'))

let made = 0
/** Uploads a scan with unique content. */
async function addScan(person: Person, scan: 'upper' | 'rig' | 'large') {
  const order = await insertOrder(app, { clinic: person, status: 'uploaded' })
  made += 1
  const bytes = {
    upper: () => Buffer.concat([upper, Buffer.from(`# ${made}\n`)]),
    rig: () => Buffer.concat([rig, Buffer.from([made])]),
    large: () => Buffer.concat([rig, Buffer.alloc(largeBytes, made)]),
  }[scan]()
  const name = scan === 'upper' ? 'a.obj' : 'a.stl'
  const { id } = await uploadFile(app, person, order.id, { name, bytes, role: 'upper' })
  return { id, orderId: order.id, person }
}
type Added = Awaited<ReturnType<typeof addScan>>

const shaOf = async ({ id }: Added) =>
  (
    await app.services.database.db
      .selectFrom('order_file')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).sha256!

/** Returns the logged states in order, each with the index of its scan in `of`, such as `0 coarse`. */
async function readLog(of: readonly Added[]): Promise<string[]> {
  const keys = await Promise.all(of.map(async (one) => (await shaOf(one)).toString('hex')))
  const { rows } = await sql<{ sha256: Buffer; state: string }>`
    select sha256, state from mesh_log order by at`.execute(app.services.database.db)
  return rows.map(({ sha256, state }) => `${keys.indexOf(sha256.toString('hex'))} ${state}`)
}

async function meshOf({ id, orderId, person }: Added) {
  const { body } = await as(app, person).call('orders.get', { params: { id: orderId } })
  return body.data.files.find((file: OrderFile) => file.id === id)!.mesh!
}

/** Process ids of this process's children. */
const listChildren = () =>
  readdirSync('/proc/self/task').flatMap((thread) => {
    try {
      return readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      return []
    }
  })

describe('The scan queue', () => {
  it('T69: a clinic’s only scan waits for one of another clinic’s three scans, and coarse levels come before finer ones', async () => {
    const added: Added[] = []
    for (let i = 0; i < 3; i += 1) added.push(await addScan(people.alice, 'upper'))
    added.push(await addScan(people.erin, 'upper'))
    await app.runJobs()
    const log = await readLog(added)
    expect(log.slice(0, 4)).toEqual(['0 coarse', '3 coarse', '1 coarse', '2 coarse'])
    expect(log.slice(4)).toEqual(['0 ready', '3 ready', '1 ready', '2 ready'])
    for (const one of added)
      expect(await meshOf(one)).toMatchObject({ state: 'ready', levels: [{ level: 0 }, { level: 1 }] })
  })

  it('T69: a small scan is finished while a large one is being processed', async () => {
    const large = await addScan(people.alice, 'large')
    const small = await addScan(people.erin, 'rig')
    const { database } = app.services
    const sha256 = (await shaOf(large)).toString('hex')
    const runner = startRunner(jobHandlers, app.services)
    try {
      // The large scan can't be stored while its content is locked.
      await database.transaction(async (tx) => {
        await lockContent(tx, sha256)
        await expect.poll(() => readLog([large, small])).toContain('1 ready')
        expect((await meshOf(large)).state).toBe('waiting')
      })
      await expect.poll(async () => (await meshOf(large)).state).toBe('ready')
    } finally {
      await runner.close()
    }
  })
})

// The test observes processes through Linux's `/proc`.
describe.skipIf(process.platform !== 'linux')('The finer levels of a scan', () => {
  const run = (name: 'meshes.build' | 'meshes.refine', { id, person }: Added) =>
    meshJobs[name]({ fileId: id, organizationId: person.organizationId }, app.services)
  const attemptsOf = async (one: Added) => {
    const key = await shaOf(one)
    const { db } = app.services.database
    const row = await db
      .selectFrom('mesh')
      .select('attempts')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return row.attempts
  }

  it('the process that has parsed the scan builds its finer levels', async () => {
    const one = await addScan(people.alice, 'upper')
    const before = listChildren()
    await run('meshes.build', one)
    const reading = listChildren().filter((pid) => !before.includes(pid))
    expect(reading).toHaveLength(1)
    expect(await meshOf(one)).toMatchObject({ state: 'coarse', hasPicture: true, triangleCount: 85_232 })
    await run('meshes.refine', one)
    expect(await meshOf(one)).toMatchObject({ state: 'ready', levels: [{ level: 0 }, { level: 1 }] })
    await expect.poll(() => listChildren().includes(reading[0]!)).toBe(false)
  })

  it('T42: another process builds the finer levels if the first one was killed', async () => {
    const one = await addScan(people.alice, 'upper')
    const before = listChildren()
    await run('meshes.build', one)
    expect(await attemptsOf(one)).toBe(0)
    const [reading] = listChildren().filter((pid) => !before.includes(pid))
    process.kill(reading!, 'SIGKILL')
    await expect.poll(() => listChildren().includes(reading!)).toBe(false)
    await run('meshes.refine', one)
    expect(await attemptsOf(one)).toBe(1)
    expect(await meshOf(one)).toMatchObject({ state: 'ready', levels: [{ level: 0 }, { level: 1 }] })
  })

  it('T42: the finer levels fail after three attempts, and the coarse level stays', async () => {
    const one = await addScan(people.alice, 'upper')
    await run('meshes.build', one)
    const { db } = app.services.database
    await db
      .updateTable('mesh')
      .set({ attempts: 3 })
      .where('key', '=', await shaOf(one))
      .execute()
    await run('meshes.refine', one)
    expect(await meshOf(one)).toMatchObject({
      state: 'failed',
      reason: 'mesh.too_large',
      levels: [{ level: 0 }],
    })
  })
})
