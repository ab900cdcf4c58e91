import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { limits } from '@pontic/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, type People } from '../../test/people.ts'
import { announceFile, hashOf, patchUpload, uploadFile } from '../../test/upload.ts'
import { uploadOf } from './files.queries.ts'
import { UploadLocks } from './upload-locks.ts'

const part = readFileSync(
  new URL('../../../../../demo/scans/retention-rig-top-attachment.stl', import.meta.url),
)

let app: TestApp
let people: People
beforeAll(async () => {
  app = await startTestApp()
  people = await createPeople(app)
  await insertPartnership(app, people.alice, people.bob)
})
afterAll(() => app.close())

const findFile = (fileId: string) =>
  app.services.database.db
    .selectFrom('order_file')
    .selectAll()
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
const readUsed = async () => {
  const { body } = await as(app, people.alice).call('organizations.get')
  return body.data.storageUsedBytes
}
const expire = async () => {
  await app.services.database.transaction((tx) => enqueueJob(tx, 'files.expire', {}))
  await app.runJobs()
  // Runs the jobs that the previous run has enqueued.
  await app.runJobs()
}

const countLockWaits = async () => {
  const { rows } = await app.services.database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count
}

describe('Unused bytes', () => {
  it('T44: simultaneous calls of `files.finish` with a wrong digest are all refused, and the bytes are deleted after a day', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const sender = { app, person: people.alice }
    const file = await announceFile(sender, order.id, { name: 'part.stl', sizeBytes: part.length })
    await patchUpload(sender, file.id, 0, part)
    const declare = () =>
      as(app, people.alice).call('files.finish', { body: { fileId: file.id, sha256: 'a'.repeat(64) } })
    const answers = await Promise.all(Array.from({ length: 6 }, declare))
    expect(answers.map((answer) => answer.body.error)).toEqual(Array(6).fill('file.digest_mismatch'))
    const kept = join(app.dataFolder, 'storage', 'quarantine', file.id)
    await app.runJobs()
    expect(existsSync(kept)).toBe(true)
    const { db } = app.services.database
    const { rows } = await app.services.database.pool.query<{ hours: number }>(
      `select round(extract(epoch from run_at - now()) / 3600)::int as hours from graphile_worker.jobs
        where task_identifier = 'files.dropBytes'`,
    )
    expect(rows).toEqual([{ hours: limits.quarantineDays * 24 }])
    await app.databaseUrls.runInside('update graphile_worker._private_jobs set run_at = now()')
    await app.runJobs()
    expect(existsSync(kept)).toBe(false)
    const row = await db.selectFrom('order_file').select('state').where('id', '=', file.id).executeTakeFirst()
    expect(row?.state).toBe('refused')
  })

  it('content stored by a call of `files.finish` that was rolled back is deleted together with its file', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const sender = { app, person: people.alice }
    const bytes = Buffer.from(`v 1 2 3\n# ${order.id}\n`)
    const file = await announceFile(sender, order.id, { name: 'half.obj', sizeBytes: bytes.length })
    await patchUpload(sender, file.id, 0, bytes)
    // Simulates a server that was killed after it had moved the bytes and before it committed.
    const { storage } = app.services
    await storage.promoteUpload(uploadOf(await findFile(file.id)), hashOf(bytes))
    await as(app, people.alice).call('files.remove', { params: { fileId: file.id } })
    await app.runJobs()
    expect(await app.services.storage.findFileSize(hashOf(bytes))).toBeUndefined()
  })

  it('T64: bytes that a running request stores after its file was removed are deleted when it ends', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const sender = { app, person: people.alice }
    const file = await announceFile(sender, order.id, { name: 'part.stl', sizeBytes: part.length })
    await patchUpload(sender, file.id, 0, part.subarray(0, 70_000))
    const { storage, database } = app.services
    const lock = await new UploadLocks(database).acquire(file.id)
    await as(app, people.alice).call('files.remove', { params: { fileId: file.id } })
    const jobs = app.runJobs()
    try {
      await expect.poll(countLockWaits, { interval: 20 }).toBe(1)
      const upload = uploadOf(await findFile(file.id))
      await storage.appendUpload(upload, Readable.from([part.subarray(70_000, 90_000)]))
    } finally {
      await lock?.release()
    }
    await jobs
    expect(await storage.hasUpload(file.id)).toBe(false)
  })

  it('T45: files of a discarded case free their storage after thirty days, not earlier', async () => {
    const before = await readUsed()
    const order = await insertOrder(app, { clinic: people.alice, status: 'uploaded' })
    const bytes = Buffer.concat([part, Buffer.from(order.id)])
    const file = await uploadFile(app, people.alice, order.id, { name: 'part.stl', bytes })
    const discarded = await as(app, people.alice).call('orders.discard', { params: { id: order.id } })
    expect(discarded.status).toBe(200)
    await expire()
    expect(await readUsed()).toBe(before + bytes.length)
    app.clock.advance({ days: limits.orderDiscardDays, minutes: 1 })
    await expire()
    expect(await readUsed()).toBe(before)
    expect(await app.services.storage.findFileSize(hashOf(bytes))).toBeUndefined()
    const { db } = app.services.database
    const row = await db
      .selectFrom('order_file')
      .select('removed_at')
      .where('id', '=', file.id)
      .executeTakeFirst()
    expect(row?.removed_at).not.toBeNull()
  })

  it('saving the progress of an upload locks the case before the file, so that it cannot deadlock with a removal', async () => {
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const sender = { app, person: people.alice }
    const file = await announceFile(sender, order.id, { name: 'part.stl', sizeBytes: part.length })
    const { pool } = app.services.database
    const remover = await pool.connect()
    await remover.query('begin')
    await remover.query('select id from orders where id = $1 for update', [order.id])
    const sending = patchUpload(sender, file.id, 0, part)
    await expect.poll(countLockWaits, { interval: 20 }).toBe(1)
    await remover.query('select id from order_file where id = $1 for update nowait', [file.id])
    await remover.query('commit')
    remover.release()
    expect((await sending).status).toBe(204)
  })
})
