import { readFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { crc32 } from 'node:zlib'
import { Client } from 'pg'
import * as tus from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyAccessRevoked } from '../../platform/db/notify.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { insertOrder, insertPartnership } from '../../test/insert-rows.ts'
import { as, createPeople, createSession, type People, type Person } from '../../test/people.ts'
import { announceFile, hashOf, patchUpload, sendTus, uploadFile } from '../../test/upload.ts'

const scan = readFileSync(new URL('../../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))
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

const alice = () => ({ app, person: people.alice })

async function announce(sizeBytes: number, name = 'upper.obj') {
  const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
  return { order, file: await announceFile(alice(), order.id, { name, sizeBytes }) }
}

const readOffset = async (fileId: string, person: Person = people.alice) =>
  Number((await sendTus({ app, person }, 'HEAD', `/restful/uploads/${fileId}`)).headers['upload-offset'])

const findRow = (fileId: string) =>
  app.services.database.db
    .selectFrom('order_file')
    .selectAll()
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()

/** Starts a PATCH, whose bytes the test writes. */
function openPatch(fileId: string, offset: number, sizeBytes: number, person = people.alice, url = app.url) {
  const outgoing: ClientRequest = request(`${url}/restful/uploads/${fileId}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization: `Bearer ${person.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': sizeBytes,
    },
  })
  const answer = new Promise<number>((resolve) => {
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode ?? 0))
    outgoing.on('error', () => resolve(0))
  })
  return { outgoing, answer }
}

/** Polls until the server reports this offset. */
async function waitForOffset(fileId: string, offset: number) {
  await expect.poll(() => readOffset(fileId), { interval: 20 }).toBe(offset)
}

describe('The upload protocol', () => {
  it('OPTIONS returns the version and extensions of the protocol', async () => {
    const answer = await sendTus(alice(), 'OPTIONS', '/restful/uploads')
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,expiration,termination',
      'tus-max-size': String(4 * 1024 ** 3),
    })
  })

  it('another protocol version gets 412 and the supported version', async () => {
    const { file } = await announce(10)
    const answer = await sendTus(alice(), 'HEAD', `/restful/uploads/${file.id}`, { 'tus-resumable': '0.2.2' })
    expect(answer.status).toBe(412)
    expect(answer.headers['tus-version']).toBe('1.0.0')
  })

  it('an upload can be created only for an announced file with its size', async () => {
    const { file } = await announce(10)
    const create = (fileId: string, sizeBytes: number) =>
      sendTus(alice(), 'POST', '/restful/uploads', {
        'upload-length': sizeBytes,
        'upload-metadata': `uploadId ${Buffer.from(fileId).toString('base64')}`,
      })
    const created = await create(file.id, 10)
    expect(created.status).toBe(201)
    expect(created.headers.location).toBe(`/restful/uploads/${file.id}`)
    expect((await create(file.id, 11)).error).toBe('file.wrong_state')
    expect((await create('0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', 10)).error).toBe('file.not_found')
    expect((await sendTus(alice(), 'POST', '/restful/uploads', { 'upload-length': 10 })).status).toBe(400)
  })

  it('a scan can be sent in one PATCH, which stores digests and kind', async () => {
    const { file } = await announce(scan.length)
    const answer = await patchUpload(alice(), file.id, 0, scan)
    expect(answer.status).toBe(204)
    expect(answer.headers['upload-offset']).toBe(String(scan.length))
    expect(answer.headers['tus-resumable']).toBe('1.0.0')
    const row = await findRow(file.id)
    expect(row).toMatchObject({ state: 'received', kind: 'obj', crc32: crc32(scan) })
    expect(row.sha256?.toString('hex')).toBe(hashOf(scan))
  })

  it('a scan can be sent in parts of any length, also within the first 64 KiB', async () => {
    const { file } = await announce(part.length, 'part.stl')
    const cuts = [0, 1, 83, 40_000, 65_536, 65_537, 300_000, part.length]
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[index + 1] ?? 0
      const answer = await patchUpload(alice(), file.id, from, part.subarray(from, to))
      expect(answer.headers['upload-offset']).toBe(String(to))
      expect(await readOffset(file.id)).toBe(to)
    }
    const finished = await as(app, people.alice).call('files.finish', {
      body: { fileId: file.id, sha256: hashOf(part) },
    })
    expect(finished.body.data).toMatchObject({ state: 'verified', kind: 'stl', sha256: hashOf(part) })
  })

  it('an upload resumes at the byte where the connection broke, also on another node', async () => {
    const second = await app.startSecondNode()
    const { file } = await announce(scan.length)
    const brokenAt = 1_234_567
    const { outgoing, answer } = openPatch(file.id, 0, scan.length)
    outgoing.write(scan.subarray(0, brokenAt))
    await waitForOffset(file.id, brokenAt)
    outgoing.destroy()
    expect(await answer).toBe(0)
    const elsewhere = { app: second, person: people.alice }
    const resume = async () => patchUpload(elsewhere, file.id, brokenAt, scan.subarray(brokenAt))
    // The first node holds the lock of the upload until it detects the broken connection.
    await expect.poll(async () => (await resume()).status).toBe(204)
    const row = await findRow(file.id)
    expect(row.sha256?.toString('hex')).toBe(hashOf(scan))
    expect(row.crc32).toBe(crc32(scan))
  })

  it('an upload resumes over a new connection although the lost one was never closed', async () => {
    const { file } = await announce(part.length, 'part.stl')
    const lost = openPatch(file.id, 0, part.length)
    lost.outgoing.write(part.subarray(0, 123_456))
    await waitForOffset(file.id, 123_456)
    const resume = () => patchUpload(alice(), file.id, 123_456, part.subarray(123_456))
    await expect.poll(async () => (await resume()).status, { interval: 200 }).toBe(204)
    lost.outgoing.destroy()
    expect((await findRow(file.id)).sha256?.toString('hex')).toBe(hashOf(part))
  })

  it('the lower of the saved offset and the stored bytes is authoritative, and unacknowledged bytes are overwritten', async () => {
    const { file } = await announce(part.length)
    await patchUpload(alice(), file.id, 0, part.subarray(0, 200_000))
    await app.services.database.db
      .updateTable('order_file')
      .set({ received_bytes: 150_000 })
      .where('id', '=', file.id)
      .execute()
    expect(await readOffset(file.id)).toBe(150_000)
    expect((await patchUpload(alice(), file.id, 200_000, part.subarray(200_000))).status).toBe(409)
    expect((await patchUpload(alice(), file.id, 150_000, part.subarray(150_000))).status).toBe(204)
    expect((await findRow(file.id)).sha256?.toString('hex')).toBe(hashOf(part))
  })

  it('the digests of an upload are computed later if the server died after the last byte', async () => {
    const { file } = await announce(part.length)
    await patchUpload(alice(), file.id, 0, part)
    await app.services.database.db
      .updateTable('order_file')
      .set({ state: 'uploading', sha256: null, crc32: null, kind: null })
      .where('id', '=', file.id)
      .execute()
    expect(await readOffset(file.id)).toBe(part.length)
    expect(await findRow(file.id)).toMatchObject({ state: 'received', kind: 'stl', crc32: crc32(part) })
  })

  it('tus-js-client can upload in chunks and with a pause', async () => {
    const { file } = await announce(scan.length)
    const options = {
      endpoint: `${app.url}/restful/uploads`,
      metadata: { uploadId: file.id },
      headers: { authorization: `Bearer ${people.alice.token}` },
      chunkSize: 700_000,
      retryDelays: [20, 100, 500, 1000],
    }
    const address = await new Promise<string>((resolve, reject) => {
      const upload = new tus.Upload(scan, {
        ...options,
        onError: reject,
        onChunkComplete: (_size, accepted) => {
          if (accepted >= 1_400_000) upload.abort().then(() => resolve(upload.url ?? ''), reject)
        },
      })
      upload.start()
    })
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(scan, {
        ...options,
        uploadUrl: address,
        onError: reject,
        onSuccess: () => resolve(),
      }).start()
    })
    expect((await findRow(file.id)).sha256?.toString('hex')).toBe(hashOf(scan))
  })

  it('DELETE removes an upload, also while its bytes arrive', async () => {
    const { order, file } = await announce(scan.length)
    const { outgoing, answer } = openPatch(file.id, 0, scan.length)
    outgoing.write(scan.subarray(0, 500_000))
    await waitForOffset(file.id, 500_000)
    const ended = await sendTus(alice(), 'DELETE', `/restful/uploads/${file.id}`)
    expect(ended.status).toBe(204)
    expect(await answer).toBe(409)
    outgoing.destroy()
    expect((await sendTus(alice(), 'HEAD', `/restful/uploads/${file.id}`)).status).toBe(404)
    await app.runJobs()
    expect(await app.services.storage.hasUpload(file.id)).toBe(false)
    const detail = await app.services.database.db
      .selectFrom('orders')
      .select(['files_total', 'bytes_total', 'bytes_received'])
      .where('id', '=', order.id)
      .executeTakeFirst()
    expect(detail).toEqual({ files_total: 0, bytes_total: 0, bytes_received: 0 })
  })

  it('an upload gets 410 after seven days, and then frees its storage', async () => {
    const clinic = people.erin
    const order = await insertOrder(app, { clinic, status: 'scanned' })
    const sender = { app, person: clinic }
    const file = await announceFile(sender, order.id, { name: 'late.stl', sizeBytes: part.length })
    await patchUpload(sender, file.id, 0, part.subarray(0, 1000))
    const used = () =>
      app.services.database.db
        .selectFrom('organization')
        .select('storage_used_bytes')
        .where('id', '=', clinic.organizationId)
        .executeTakeFirstOrThrow()
    expect((await used()).storage_used_bytes).toBe(part.length)
    const row = await findRow(file.id)
    await app.services.database.db
      .updateTable('order_file')
      .set({ expires_at: new Date(new Date(row.expires_at ?? 0).getTime() - 7 * 86_400_000) })
      .where('id', '=', file.id)
      .execute()
    expect((await sendTus(sender, 'HEAD', `/restful/uploads/${file.id}`)).status).toBe(410)
    expect((await patchUpload(sender, file.id, 1000, part.subarray(1000))).error).toBe('file.upload_gone')
    await app.services.database.db
      .selectNoFrom((on) => on.fn('graphile_worker.add_job', [on.val('files.expire')]).as('job'))
      .execute()
    await app.runJobs()
    expect((await used()).storage_used_bytes).toBe(0)
    expect((await findRow(file.id)).removed_at).not.toBeNull()
    expect(await app.services.storage.hasUpload(file.id)).toBe(false)
  })
})

describe('Bad uploads', () => {
  it('running uploads get 503 when the database connection is lost, and resume from the saved offset', async () => {
    const { file } = await announce(part.length, 'part.stl')
    const { outgoing, answer } = openPatch(file.id, 0, part.length)
    outgoing.write(part.subarray(0, 200_000))
    await waitForOffset(file.id, 200_000)
    const client = new Client({ connectionString: app.databaseUrls.superUrl })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(l.pid) from pg_locks l where l.locktype = 'advisory' and l.pid <> pg_backend_pid()
        and l.database = (select oid from pg_database where datname = current_database())`,
    )
    await client.end()
    outgoing.write(part.subarray(200_000, 300_000))
    expect(await answer).toBe(503)
    outgoing.destroy()
    const offset = await readOffset(file.id)
    expect(offset).toBeGreaterThanOrEqual(200_000)
    expect((await patchUpload(alice(), file.id, offset, part.subarray(offset))).status).toBe(204)
    expect((await findRow(file.id)).sha256?.toString('hex')).toBe(hashOf(part))
  })

  it('T43: another clinic and a laboratory get 404 for every request on a clinic’s upload', async () => {
    const { file } = await announce(part.length)
    for (const person of [people.erin, people.bob]) {
      const sender = { app, person }
      const path = `/restful/uploads/${file.id}`
      expect((await sendTus(sender, 'HEAD', path)).status).toBe(404)
      expect((await patchUpload(sender, file.id, 0, part)).error).toBe('file.not_found')
      expect((await sendTus(sender, 'DELETE', path)).error).toBe('file.not_found')
    }
    expect((await sendTus({ app, person: people.dave }, 'HEAD', `/restful/uploads/${file.id}`)).status).toBe(
      403,
    )
    expect(await readOffset(file.id)).toBe(0)
  })

  it('T43: a wrong offset is a conflict, and more bytes than announced are too large', async () => {
    const { file } = await announce(1000)
    expect((await patchUpload(alice(), file.id, 5, Buffer.alloc(10))).error).toBe('file.offset_conflict')
    expect((await patchUpload(alice(), file.id, 0, Buffer.alloc(1001, 'a'))).error).toBe('file.too_large')
    expect(await readOffset(file.id)).toBe(0)
    const { outgoing, answer } = openPatch(file.id, 0, 0)
    outgoing.removeHeader('content-length')
    outgoing.setHeader('transfer-encoding', 'chunked')
    outgoing.end(Buffer.alloc(5000, 'a'))
    expect(await answer).toBe(413)
  })

  it('T43: of two PATCHes at the same offset one is accepted and one is a conflict, on one node and on two', async () => {
    const second = await app.startSecondNode()
    for (const other of [app, second]) {
      const { file } = await announce(part.length)
      const both = await Promise.all([
        patchUpload(alice(), file.id, 0, part),
        patchUpload({ app: other, person: people.alice }, file.id, 0, part),
      ])
      expect(both.map((answer) => answer.status).sort()).toEqual([204, 409])
      expect((await findRow(file.id)).sha256?.toString('hex')).toBe(hashOf(part))
    }
  })

  it('T42: programs and scripts are refused after the first bytes, whatever their name', async () => {
    const bad = [
      Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100_000)]),
      Buffer.from('#!/bin/sh\nrm -rf /\n'),
      Buffer.from('@echo off\r\nformat c:\r\n'),
    ]
    for (const bytes of bad) {
      const { order, file } = await announce(bytes.length, 'upper.stl')
      expect((await patchUpload(alice(), file.id, 0, bytes)).error).toBe('file.kind_refused')
      expect(await app.services.storage.hasUpload(file.id)).toBe(false)
      expect((await sendTus(alice(), 'HEAD', `/restful/uploads/${file.id}`)).status).toBe(410)
      const detail = await as(app, people.alice).call('orders.get', { params: { id: order.id } })
      expect(detail.body.data.files).toMatchObject([{ state: 'refused', refusal: 'file.kind_refused' }])
      expect(detail.body.data.order).toMatchObject({ filesTotal: 0, bytesTotal: 0 })
    }
  })

  it('T42: an STL that declares four billion triangles is stored as a scan, and the server survives', async () => {
    const lying = Buffer.from(part.subarray(0, 20_000))
    lying.writeUInt32LE(4_294_967_295, 80)
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const file = await uploadFile(app, people.alice, order.id, { name: 'lying.stl', bytes: lying })
    expect(file).toMatchObject({ state: 'verified', kind: 'stl' })
  })

  it('T44: bytes that differ from the declared digest are refused, quarantined and never served', async () => {
    const { order, file } = await announce(part.length, 'part.stl')
    await patchUpload(alice(), file.id, 0, part)
    const declare = (sha256: string) =>
      as(app, people.alice).call('files.finish', { body: { fileId: file.id, sha256 } })
    const wrong = await declare(hashOf(scan))
    expect([wrong.status, wrong.body.error]).toEqual([422, 'file.digest_mismatch'])
    expect((await declare(hashOf(part))).body.error).toBe('file.digest_mismatch')
    const detail = await as(app, people.alice).call('orders.get', { params: { id: order.id } })
    expect(detail.body.data.order).toMatchObject({ status: 'scanned', filesTotal: 0, filesVerified: 0 })
    expect(detail.body.data.files).toMatchObject([{ state: 'refused', refusal: 'file.digest_mismatch' }])
    const download = await as(app, people.alice).call('files.download', {
      params: { id: order.id, fileId: file.id },
    })
    expect(download.status).toBe(404)
    expect(await app.services.storage.hasUpload(file.id)).toBe(false)
  })

  it('T44: a file with missing bytes cannot be finished', async () => {
    const { file } = await announce(part.length)
    await patchUpload(alice(), file.id, 0, part.subarray(0, 70_000))
    const answer = await as(app, people.alice).call('files.finish', {
      body: { fileId: file.id, sha256: hashOf(part) },
    })
    expect([answer.status, answer.body.error]).toEqual([409, 'file.not_finished'])
  })

  it('T11: a running upload is aborted as soon as its session ends, and its received bytes stay', async () => {
    const session = await createSession(app, people.amy.accountId)
    const amy = { ...people.amy, ...session }
    const order = await insertOrder(app, { clinic: people.alice, status: 'scanned' })
    const file = await announceFile({ app, person: amy }, order.id, { name: 'u.obj', sizeBytes: scan.length })
    const { outgoing, answer } = openPatch(file.id, 0, scan.length, amy)
    outgoing.write(scan.subarray(0, 300_000))
    await waitForOffset(file.id, 300_000)
    await app.services.database.transaction(async (tx) => {
      await tx
        .updateTable('session')
        .set({ revoked_at: new Date() })
        .where('id', '=', amy.sessionId)
        .execute()
      await notifyAccessRevoked(tx, { sessionId: amy.sessionId })
    })
    expect(await answer).toBe(401)
    outgoing.destroy()
    expect(await readOffset(file.id)).toBe(300_000)
    expect((await patchUpload({ app, person: amy }, file.id, 300_000, scan.subarray(300_000))).status).toBe(
      401,
    )
    expect((await patchUpload(alice(), file.id, 300_000, scan.subarray(300_000))).status).toBe(204)
  })

  it('T11: a running upload is aborted within two seconds after the sender has lost the case', async () => {
    const order = await insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'accepted' })
    const bob = { app, person: people.bob }
    const file = await announceFile(bob, order.id, { name: 'd.stl', sizeBytes: scan.length, role: 'design' })
    const { outgoing, answer } = openPatch(file.id, 0, scan.length, people.bob)
    outgoing.write(scan.subarray(0, 300_000))
    await expect.poll(() => readOffset(file.id, people.bob)).toBe(300_000)
    await app.services.database.db
      .updateTable('orders')
      .set({ lab_id: people.carol.organizationId })
      .where('id', '=', order.id)
      .execute()
    expect(await answer).toBe(404)
    outgoing.destroy()
    expect((await sendTus(bob, 'HEAD', `/restful/uploads/${file.id}`)).status).toBe(404)
  })

  it('a sender that disconnects before the first byte leaves no lock behind', async () => {
    const { file } = await announce(part.length)
    const url = new URL(app.url)
    const socket = connect(Number(url.port), url.hostname)
    socket.write(
      `PATCH /restful/uploads/${file.id} HTTP/1.1\r\nhost: ${url.host}\r\nauthorization: Bearer ${people.alice.token}\r\n` +
        `tus-resumable: 1.0.0\r\ncontent-type: application/offset+octet-stream\r\nupload-offset: 0\r\ncontent-length: ${part.length}\r\n\r\n`,
    )
    const countLocks = async () => {
      const { rows } = await app.services.database.pool.query<{ count: number }>(
        `select count(*)::int from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows[0]?.count
    }
    await expect.poll(countLocks, { interval: 20 }).toBe(1)
    socket.destroy()
    await expect.poll(countLocks, { interval: 20 }).toBe(0)
    await expect.poll(async () => (await patchUpload(alice(), file.id, 0, part)).status).toBe(204)
  })
})
