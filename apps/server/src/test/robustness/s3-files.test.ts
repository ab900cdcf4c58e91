import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import {
  DeleteBucketCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { OrderFile } from '@pontic/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openS3Storage } from '../../platform/storage/s3.ts'
import { checkS3 } from '../../platform/storage/s3-check.ts'
import { openBucket } from '../../platform/storage/s3-client.ts'
import { openObjects } from '../../platform/storage/s3-objects.ts'
import { StorageUnavailable } from '../../platform/storage/storage.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type CutProxy, openCutProxy } from '../cut-proxy.ts'
import { insertOrder, insertPartnership } from '../insert-rows.ts'
import { addressOf, as, createPeople, type People, type Person } from '../people.ts'
import { hasS3Server, s3Environment, s3SettingsFor } from '../s3-server.ts'
import { openSharedS3Server, type SharedS3Server } from '../shared-s3-server.ts'
import { announceFile, hashOf, patchUpload, sendTus, uploadFile } from '../upload.ts'

const read = (name: string) => readFileSync(new URL(`../../../../../demo/scans/${name}`, import.meta.url))
const rig = read('retention-rig-top-attachment.stl')
const upper = read('case0-upper-teeth.obj')

describe.skipIf(!hasS3Server)('Files in S3', () => {
  let s3: SharedS3Server
  let proxy: CutProxy
  let client: S3Client
  let bucket: string
  let app: TestApp
  let people: People
  beforeAll(async () => {
    s3 = await openSharedS3Server()
    bucket = await s3.createBucket()
    proxy = await openCutProxy(Number(new URL(s3.address).port))
    const { accessKeyId, secretAccessKey } = s3
    client = new S3Client({
      ...{ endpoint: s3.address, region: 'default', forcePathStyle: true },
      credentials: { accessKeyId, secretAccessKey },
    })
    app = await startTestApp({
      ...s3Environment(s3, bucket),
      PONTIC_S3_ENDPOINT: proxy.address,
      PONTIC_S3_TIMEOUT: '5',
    })
    people = await createPeople(app)
    await insertPartnership(app, people.alice, people.bob)
  })
  afterAll(async () => {
    client?.destroy()
    await app?.close()
    await proxy?.close()
  })

  const listKeys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key = '' }) => Key)
  }
  const insertCase = () =>
    insertOrder(app, { clinic: people.alice, lab: people.bob, status: 'pending', patientName: 'Ada Secret' })
  const get = (path: string, person: Person, headers: Record<string, string> = {}, from = app) =>
    fetch(from.url + path, {
      headers: { authorization: `Bearer ${person.token}`, ...headers },
      redirect: 'manual',
    })
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const fileAddress = (order: { id: string }, { id: fileId }: Pick<OrderFile, 'id'>) =>
    addressOf('files.download', { params: { id: order.id, fileId } })
  async function takeTicket(order: { id: string }, fileId: string | null, from = app): Promise<string> {
    const answer = await as(from, people.bob).call('files.createTicket', { body: { id: order.id, fileId } })
    return answer.body.data.path
  }

  it('a scan is uploaded, read by the pipeline, downloaded with ranges and as a ZIP, and removed without a trace', async () => {
    const order = await insertCase()
    const file = await uploadFile(app, people.alice, order.id, { name: 'Ada Secret.stl', bytes: rig })
    await app.runJobs()
    await app.runJobs()
    const { body } = await as(app, people.bob).call('orders.get', { params: { id: order.id } })
    expect(body.data.files).toMatchObject([
      { state: 'verified', sha256: hashOf(rig), mesh: { state: 'ready' } },
    ])
    for (const part of ['meshes.level', 'meshes.picture'] as const) {
      const params = { id: order.id, fileId: file.id, level: '0', size: 'small' as const }
      const shown = await get(addressOf(part, { params } as never), people.bob)
      expect([part, shown.status]).toEqual([part, 200])
      expect((await bytesOf(shown)).length).toBeGreaterThan(500)
    }
    const whole = await get(fileAddress(order, file), people.bob)
    expect((await bytesOf(whole)).equals(rig)).toBe(true)
    const part = await get(fileAddress(order, file), people.bob, { range: 'bytes=1000-70000' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-70000/${rig.length}`])
    expect((await bytesOf(part)).equals(rig.subarray(1000, 70_001))).toBe(true)
    const zip = await get(await takeTicket(order, null), people.bob)
    expect((await bytesOf(zip)).includes(rig.subarray(0, 4_000))).toBe(true)

    const keys = await listKeys()
    expect(keys).toContain(`files/${hashOf(rig)}`)
    expect(keys.filter((key) => key.startsWith('previews/')).length).toBeGreaterThanOrEqual(3)
    expect(keys.filter((key) => /ada|secret|stl/i.test(key))).toEqual([])
    await app.services.database.db
      .updateTable('orders')
      .set({ status: 'uploaded' })
      .where('id', '=', order.id)
      .execute()
    expect((await as(app, people.alice).call('files.remove', { params: { fileId: file.id } })).status).toBe(
      200,
    )
    await app.runJobs()
    expect(
      (await listKeys()).filter((key) => key.includes(hashOf(rig)) || key.startsWith('uploads/')),
    ).toEqual([])
  })

  it('an upload continues at another node, and a program is refused without leaving anything', async () => {
    const other = await app.startSecondNode()
    const order = await insertCase()
    const file = await announceFile({ app, person: people.alice }, order.id, {
      ...{ name: 'upper.obj', sizeBytes: upper.length },
    })
    const cuts = [0, 300_000, 1_200_000, upper.length]
    for (const [turn, from] of cuts.slice(0, -1).entries()) {
      const sender = { app: turn % 2 === 0 ? app : other, person: people.alice }
      const sent = await patchUpload(sender, file.id, from, upper.subarray(from, cuts[turn + 1]))
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(cuts[turn + 1])])
    }
    const finished = await as(other, people.alice).call('files.finish', {
      body: { fileId: file.id, sha256: hashOf(upper) },
    })
    expect(finished.body.data).toMatchObject({ state: 'verified', sha256: hashOf(upper), kind: 'obj' })
    expect((await bytesOf(await get(fileAddress(order, file), people.bob))).equals(upper)).toBe(true)

    const program = Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(100_000)])
    const bad = await announceFile({ app, person: people.alice }, order.id, {
      ...{ name: 'lower.stl', sizeBytes: program.length },
    })
    const refused = await patchUpload({ app, person: people.alice }, bad.id, 0, program)
    expect(refused.error).toBe('file.kind_refused')
    expect(await app.services.storage.hasUpload(bad.id)).toBe(false)
  })

  it('while the bucket does not answer, callers get 503, health names it, and afterwards nothing acknowledged is lost', async () => {
    const order = await insertCase()
    const alice = { app, person: people.alice }
    const file = await announceFile(alice, order.id, { name: 'upper.obj', sizeBytes: upper.length })
    expect((await patchUpload(alice, file.id, 0, upper.subarray(0, 900_000))).status).toBe(204)
    proxy.cut()
    const failed = await patchUpload(alice, file.id, 900_000, upper.subarray(900_000))
    expect([failed.status, failed.error]).toEqual([503, 'server.unavailable'])
    await expect
      .poll(async () => (await as(app, people.root).call('health.get')).body.data.storage)
      .toMatchObject({ place: 's3', level: 'broken', isWritable: false, failingSince: expect.any(String) })
    proxy.mend()
    // The circuit tries again after a pause.
    await expect
      .poll(
        async () => (await sendTus(alice, 'HEAD', `/restful/uploads/${file.id}`)).headers['upload-offset'],
      )
      .toBe('900000')
    expect((await patchUpload(alice, file.id, 900_000, upper.subarray(900_000))).status).toBe(204)
    const finished = await as(app, people.alice).call('files.finish', {
      body: { fileId: file.id, sha256: hashOf(upper) },
    })
    expect(finished.body.data.state).toBe('verified')
    const { body } = await as(app, people.root).call('health.get')
    expect(body.data.storage).toMatchObject({ level: 'fine', failingSince: null, totalBytes: null })
  })

  it('a download through the node survives connections that break', async () => {
    const order = await insertCase()
    const file = await uploadFile(app, people.alice, order.id, { name: 'upper.obj', bytes: upper })
    const response = await get(fileAddress(order, file), people.bob)
    const reader = response.body!.getReader()
    const chunks: Uint8Array[] = []
    for (let turn = 0; ; turn++) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      if (turn === 1) {
        proxy.cut()
        proxy.mend()
      }
    }
    expect(hashOf(Buffer.concat(chunks))).toBe(hashOf(upper))
  })

  it('T74: a signed URL reads only its object, for a minute, and only after the portal has checked the access', async () => {
    const node = await app.startSecondNode({
      PONTIC_S3_REDIRECT: 'yes',
      PONTIC_S3_PUBLIC_ENDPOINT: s3.address,
    })
    const order = await insertCase()
    const file = await uploadFile(app, people.alice, order.id, { name: 'Säge.stl', bytes: rig })
    const other = await uploadFile(app, people.alice, order.id, { name: 'other.obj', bytes: upper })
    const ticket = await takeTicket(order, file.id, node)
    const redirect = await get(ticket, people.bob, {}, node)
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
    const url = new URL(redirect.headers.get('location')!)
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60')
    const got = await fetch(url)
    expect((await bytesOf(got)).equals(rig)).toBe(true)
    expect(got.headers.get('content-disposition')).toContain("filename*=UTF-8''S%C3%A4ge.stl")
    expect(got.headers.get('content-type')).toBe('application/octet-stream')
    const part = await fetch(url, { headers: { range: 'bytes=5-9' } })
    expect([part.status, (await bytesOf(part)).equals(rig.subarray(5, 10))]).toEqual([206, true])

    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url)
      change(copy)
      return fetch(copy).then(({ status }) => status)
    }
    expect(
      await changed((copy) => (copy.pathname = copy.pathname.replace(file.sha256!, other.sha256!))),
    ).toBe(403)
    expect(await changed((copy) => copy.searchParams.set('X-Amz-Expires', '6000'))).toBe(403)
    expect(await changed((copy) => copy.searchParams.set('response-content-type', 'text/html'))).toBe(403)
    expect(await changed((copy) => (copy.search = ''))).toBe(403)
    expect(await fetch(url, { method: 'DELETE' }).then(({ status }) => status)).toBe(403)
    const long = new URL(url)
    long.searchParams.set('X-Amz-Date', '20200101T000000Z')
    expect((await fetch(long)).status).toBe(403)

    // A script that reads with a token, and the ZIP, get the bytes from the node.
    expect((await get(fileAddress(order, file), people.bob, {}, node)).status).toBe(200)
    expect((await get(await takeTicket(order, null, node), people.bob, {}, node)).status).toBe(200)
    const late = await takeTicket(order, file.id, node)
    await app.services.database.db
      .updateTable('orders')
      .set({ lab_id: people.carol.organizationId })
      .where('id', '=', order.id)
      .execute()
    expect((await get(late, people.bob, {}, node)).headers.get('location')).toBeNull()
  })

  it('a part whose bytes change on their way is refused, and the call may be repeated', async () => {
    const opened = await openBucket(s3SettingsFor(s3, bucket))
    const objects = openObjects(opened)
    const uploadId = await objects.createMultipart('changed')
    const md5 = createHash('md5').update(rig).digest('base64')
    const changed = Buffer.from(rig)
    changed[1000]! ^= 1
    await expect(objects.putPart('changed', uploadId, 1, { bytes: changed, md5 })).rejects.toBeInstanceOf(
      StorageUnavailable,
    )
    const etag = await objects.putPart('changed', uploadId, 1, { bytes: rig, md5 })
    await objects.completeMultipart('changed', uploadId, [etag])
    expect(await objects.findSize('changed')).toBe(rig.length)
    await objects.remove('changed')
    opened.close()
  })

  it('T64: in a bucket that keeps versions, a removed file leaves none', async () => {
    const Bucket = await s3.createBucket()
    const VersioningConfiguration = { Status: 'Enabled' } as const
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }))
    const storage = await openS3Storage(s3SettingsFor(s3, Bucket))
    const key = hashOf(rig)
    await storage.putFile(key, Readable.from([rig]))
    await storage.putPreview(key, 'small', rig)
    await storage.putPreview(key, 'small', upper)
    await storage.removeFile(key)
    await storage.removePreviews(key)
    expect(await storage.measure()).toMatchObject({ isWritable: true })
    expect(await checkS3(s3SettingsFor(s3, Bucket))).toBeUndefined()
    const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }))
    expect([...Versions, ...DeleteMarkers]).toEqual([])
    await storage.close()
  })

  describe('faults of the settings at the start', () => {
    afterEach(() => vi.useRealTimers())
    const faultOf = async (changes: Parameters<typeof s3SettingsFor>[2]) =>
      await checkS3(s3SettingsFor(s3, bucket, changes))
    const keys = (accessKeyId: string, secretAccessKey: string) => ({
      credentials: { accessKeyId, secretAccessKey },
    })

    it('a missing bucket, a wrong key, a wrong secret, a foreign bucket and a wrong clock are named', async () => {
      // Several nodes start at the same time.
      expect(await Promise.all([faultOf({}), faultOf({}), faultOf({})])).toEqual(Array(3).fill(undefined))
      expect((await listKeys()).filter((key) => key.startsWith('probe'))).toEqual([])
      // This server cannot encrypt.
      expect(await faultOf({ encryption: 'aws:kms' })).toMatchObject({ fault: expect.any(String) })
      const cases: [Parameters<typeof s3SettingsFor>[2], string][] = [
        [{ bucket: 'no-such-bucket-here' }, 'does not exist'],
        [keys('nobody', s3.secretAccessKey), 'PONTIC_S3_ACCESS_KEY is unknown'],
        [keys(s3.accessKeyId, 'wrong'), 'PONTIC_S3_SECRET_KEY does not belong'],
        [s3.stranger, 'access was refused'],
      ]
      for (const [changes, sentence] of cases)
        expect(await faultOf(changes)).toMatchObject({ fault: expect.stringContaining(sentence) })
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      expect(await faultOf({})).toMatchObject({ fault: expect.stringContaining('clock') })
    })

    it('a node with a wrong bucket does not start; without an answer it starts and reports the storage as broken', async () => {
      const missing = { ...s3Environment(s3, 'no-such-bucket-here') }
      await expect(app.startSecondNode(missing)).rejects.toThrow('does not exist')
      const gone = await s3.createBucket()
      await client.send(new DeleteBucketCommand({ Bucket: gone }))
      await expect(app.startSecondNode(s3Environment(s3, gone))).rejects.toThrow('does not exist')
      const silent = await app.startSecondNode({ PONTIC_S3_ENDPOINT: 'http://127.0.0.1:9' })
      const { body } = await as(silent, people.root).call('health.get')
      expect(body.data.storage).toMatchObject({ level: 'broken', isWritable: false })
    })
  })
})
