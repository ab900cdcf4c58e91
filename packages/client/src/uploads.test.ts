import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '@pontic/contract'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from './client.ts'
import { digestInWorker, digestOnThisThread } from './digest.ts'
import { ChunkSizer, SpeedMeter } from './pace.ts'
import { createDeferred } from './test/http.ts'
import { createScan, serveUploads } from './test/tus.ts'
import { createUploader, matchesAnnounced, type UploaderOptions } from './uploads.ts'

const mib = 1024 * 1024
const retry = { firstRetryMs: 1, longestRetryMs: 4 }

async function open(options: UploaderOptions = {}) {
  const portal = await serveUploads()
  const client = createClient({ baseUrl: portal.baseUrl })
  const uploader = createUploader(client, { retry, ...options })
  onTestFinished(() => uploader.dispose())
  return { portal, client, uploader }
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a scan is sent in chunks, arrives unchanged and is verified by its digest', async () => {
  const { portal, uploader } = await open()
  const scan = createScan(9 * mib + 13)
  const statuses = new Set<string>()
  let lastSent = 0
  uploader.subscribe(() => {
    const [upload] = uploader.list()
    if (upload) statuses.add(upload.status)
    expect(upload?.sentBytes).toBeGreaterThanOrEqual(lastSent)
    lastSent = upload?.sentBytes ?? 0
  })
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await uploader.whenIdle()
  expect(portal.files.get('upper')?.bytes.equals(scan)).toBe(true)
  expect(uploader.list()[0]).toMatchObject({
    status: 'done',
    sentBytes: scan.length,
    acknowledgedBytes: scan.length,
    error: null,
    file: { id: 'upper', state: 'verified', sha256: sha256Of(scan) },
  })
  expect([...statuses]).toEqual(['waiting', 'uploading', 'checking', 'done'])
  expect(portal.offsets.length).toBeGreaterThan(1)
  expect(uploader.totals()).toMatchObject({
    sizeBytes: scan.length,
    sentBytes: scan.length,
    openCount: 0,
    doneCount: 1,
  })
})

test('of five files at most three are sent at once, and all arrive', async () => {
  const { portal, uploader } = await open()
  const scan = createScan(mib)
  for (const id of ['a', 'b', 'c', 'd', 'e']) uploader.add(new Blob([scan]), portal.announce(id, scan.length))
  await uploader.whenIdle()
  expect(uploader.list().map(({ status }) => status)).toEqual(Array(5).fill('done'))
  expect(portal.state.mostOpen).toBeLessThanOrEqual(3)
})

test('after a connection breaks in the middle of a chunk, the upload continues at the server’s offset', async () => {
  const { portal, uploader } = await open()
  const scan = createScan(6 * mib)
  portal.faults.push({ cutAfterBytes: 1_500_000 }, { cutAfterBytes: 700_001 })
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await uploader.whenIdle()
  expect(uploader.list()[0]?.status).toBe('done')
  expect(portal.offsets.slice(0, 3)).toEqual([0, 1_500_000, 2_200_001])
  expect(portal.files.get('upper')?.bytes.equals(scan)).toBe(true)
})

test.each([
  [409, 'file.offset_conflict'],
  [423, undefined],
  [503, 'server.unavailable'],
  [500, 'server.failed'],
  [429, 'request.too_many'],
])('a response of %i is retried automatically', async (status, key) => {
  const { portal, uploader } = await open()
  const scan = createScan(mib)
  portal.faults.push({ status, ...(key ? { key } : {}) })
  const retried = createDeferred()
  uploader.subscribe(() => uploader.list()[0]?.status === 'retrying' && retried.resolve())
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await Promise.all([retried.promise, uploader.whenIdle()])
  expect(uploader.list()[0]).toMatchObject({ status: 'done', error: null })
})

test('an upload whose acknowledged bytes were lost on the server continues at the server’s offset and finishes', async () => {
  const { portal, uploader } = await open()
  const scan = createScan(mib)
  portal.faults.push({ storesOnlyBytes: 600_000 })
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await uploader.whenIdle()
  expect(uploader.list()[0]?.status).toBe('done')
  expect(portal.offsets).toEqual([0, 600_000])
})

test.each([
  [413, 'file.too_large'],
  [415, 'file.kind_refused'],
  [410, 'file.upload_gone'],
  [507, 'server.disk_full'],
])('a response of %i fails the upload with %s, and does not affect other uploads', async (status, key) => {
  const { portal, uploader } = await open({ parallel: 1 })
  const scan = createScan(mib)
  portal.faults.push({ status, key })
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  uploader.add(new Blob([scan]), portal.announce('lower', scan.length))
  await uploader.whenIdle()
  expect(uploader.list().map((upload) => [upload.status, upload.error?.key])).toEqual([
    ['failed', key],
    ['done', undefined],
  ])
})

test('an upload that the server does not know fails instead of retrying forever', async () => {
  const { uploader } = await open()
  uploader.add(new Blob([createScan(10)]), { id: 'unknown', name: 'x.stl', receivedBytes: 0 })
  await uploader.whenIdle()
  expect(uploader.list()[0]).toMatchObject({
    status: 'failed',
    error: { key: 'file.not_found', status: 404 },
  })
})

test('an upload that is paused sends nothing more, and after it is resumed the file arrives complete', async () => {
  const { portal, uploader } = await open()
  const scan = createScan(12 * mib)
  portal.state.onPatch = () => portal.offsets.length === 2 && uploader.pause('upper')
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await uploader.whenIdle()
  const paused = uploader.list()[0]
  expect(paused).toMatchObject({ status: 'paused', bytesPerSecond: 0, remainingSeconds: null })
  expect(paused?.acknowledgedBytes).toBe(4 * mib)
  expect(portal.offsets).toHaveLength(2)
  uploader.resume('upper')
  await uploader.whenIdle()
  expect(uploader.list()[0]?.status).toBe('done')
  expect(portal.files.get('upper')?.bytes.equals(scan)).toBe(true)
})

test('an upload that is paused while its digest is computed stays paused, and is done after it is resumed', async () => {
  const release = createDeferred()
  const { portal, uploader } = await open({
    digest: async (file, signal) => {
      await release.promise
      return digestOnThisThread(file, signal)
    },
  })
  const scan = createScan(mib)
  const checking = createDeferred()
  uploader.subscribe(() => uploader.list()[0]?.status === 'checking' && checking.resolve())
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await checking.promise
  uploader.pauseAll()
  release.resolve()
  await uploader.whenIdle()
  expect(uploader.list()[0]?.status).toBe('paused')
  uploader.resumeAll()
  await uploader.whenIdle()
  expect(uploader.list()[0]?.status).toBe('done')
})

test('a cancelled upload is deleted from the case, and the next upload in the queue starts', async () => {
  const { portal, uploader } = await open({ parallel: 1 })
  const scan = createScan(9 * mib)
  const cancelled = createDeferred<void>()
  portal.state.onPatch = (fileId) => fileId === 'upper' && uploader.cancel('upper').then(cancelled.resolve)
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  uploader.add(new Blob([scan]), portal.announce('lower', scan.length))
  await Promise.all([cancelled.promise, uploader.whenIdle()])
  expect(uploader.list().map(({ status }) => status)).toEqual(['cancelled', 'done'])
  expect([...portal.files.keys()]).toEqual(['lower'])
  expect(uploader.totals().sizeBytes).toBe(scan.length)
  uploader.clearFinished()
  expect(uploader.list()).toEqual([])
})

test('after a reload the upload of the same file continues at the server’s offset', async () => {
  const { portal, client, uploader } = await open()
  const scan = createScan(9 * mib)
  portal.state.onPatch = () => portal.offsets.length === 2 && uploader.pauseAll()
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await uploader.whenIdle()
  const received = portal.files.get('upper')?.bytes.length ?? 0
  portal.state.onPatch = () => undefined
  const reloaded = createUploader(client, { retry })
  onTestFinished(() => reloaded.dispose())
  reloaded.add(new Blob([scan]), { id: 'upper', name: 'upper.stl', receivedBytes: received })
  expect(reloaded.list()[0]).toMatchObject({ sentBytes: received })
  await reloaded.whenIdle()
  expect(reloaded.list()[0]?.status).toBe('done')
  expect(portal.offsets[2]).toBeGreaterThanOrEqual(received)
})

test('another file with the same name and size is detected by the digest', async () => {
  const { portal, uploader } = await open()
  const scan = createScan(mib)
  const file = portal.announce('upper', scan.length)
  Object.assign(portal.files.get('upper') ?? {}, { bytes: Buffer.alloc(1000) })
  uploader.add(new Blob([scan]), file)
  await uploader.whenIdle()
  expect(uploader.list()[0]).toMatchObject({
    status: 'failed',
    error: { key: 'file.digest_mismatch', status: 422 },
  })
})

test('an upload waits while the network is down, and resume retries it immediately', async () => {
  const { portal, uploader } = await open({ retry: { firstRetryMs: 3_600_000, longestRetryMs: 3_600_000 } })
  portal.state.isDown = true
  const scan = createScan(mib)
  const retrying = createDeferred()
  uploader.subscribe(() => uploader.list()[0]?.status === 'retrying' && retrying.resolve())
  uploader.add(new Blob([scan]), portal.announce('upper', scan.length))
  await retrying.promise
  expect(uploader.list()[0]?.error?.key).toBe('network.unreachable')
  portal.state.isDown = false
  uploader.resume('upper')
  await uploader.whenIdle()
  expect(uploader.list()[0]?.status).toBe('done')
})

test('a file that changes on disk while it is sent fails as unreadable, not as a lost connection', async () => {
  const { portal, uploader } = await open()
  const folder = await mkdtemp(join(tmpdir(), 'pontic-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'upper.stl')
  const scan = createScan(9 * mib)
  await writeFile(path, scan)
  const file = await openAsBlob(path)
  await writeFile(path, 'cut short')
  uploader.add(file, portal.announce('upper', scan.length))
  await uploader.whenIdle()
  expect(uploader.list()[0]).toMatchObject({ status: 'failed', error: { key: 'local.file_unreadable' } })
})

test('the digest equals that of node:crypto for empty, small and large files', async () => {
  for (const sizeBytes of [0, 1, 512 * 1024, 512 * 1024 + 1, 3 * mib]) {
    const scan = createScan(sizeBytes)
    expect(await digestOnThisThread(new Blob([scan]), new AbortController().signal)).toBe(sha256Of(scan))
  }
})

test('if the worker cannot start, files are hashed on the current thread', async () => {
  const scan = createScan(mib)
  const digest = digestInWorker(() => {
    throw new Error('refused by the content security policy')
  })
  const signal = new AbortController().signal
  const both = [digest(new Blob([scan]), signal), digest(new Blob([scan.subarray(1)]), signal)]
  expect(await Promise.all(both)).toEqual([sha256Of(scan), sha256Of(scan.subarray(1))])
})

test('a chunk is sized for 30 seconds, has 1 to 64 MiB, grows at most fourfold, and is halved after a failure', () => {
  const sizer = new ChunkSizer()
  expect(sizer.sizeBytes).toBe(4 * mib)
  sizer.recordArrival(4 * mib, 10)
  expect(sizer.sizeBytes).toBe(16 * mib)
  sizer.recordArrival(16 * mib, 10)
  sizer.recordArrival(64 * mib, 10)
  expect(sizer.sizeBytes).toBe(limits.uploadChunkBytesMax)
  sizer.recordLoss()
  expect(sizer.sizeBytes).toBe(32 * mib)
  sizer.recordArrival(2 * mib, 20_000)
  expect(sizer.sizeBytes).toBe(3 * mib)
  sizer.recordArrival(mib, 600_000)
  expect(sizer.sizeBytes).toBe(limits.uploadChunkBytesMin)
})

test('the speed covers the last 5 seconds, and is 0 after one measurement', () => {
  const meter = new SpeedMeter()
  meter.add(0, 0)
  expect(meter.bytesPerSecond).toBe(0)
  meter.add(1_000_000, 1_000)
  expect(meter.bytesPerSecond).toBe(1_000_000)
  for (let second = 2; second <= 20; second++) meter.add(1_000_000 + (second - 1) * 1_000, second * 1_000)
  expect(meter.bytesPerSecond).toBe(1_000)
  meter.add(5_000, 21_000)
  expect(meter.bytesPerSecond).toBe(0)
})

test('a dropped file matches an announced file of the same name and size that is not verified', () => {
  const announced = { name: 'caf\u00e9.stl', sizeBytes: 10, state: 'uploading' } as const
  expect(matchesAnnounced({ name: ' cafe\u0301.stl', size: 10 }, announced)).toBe(true)
  expect(matchesAnnounced({ name: 'café.stl', size: 11 }, announced)).toBe(false)
  expect(matchesAnnounced({ name: 'other.stl', size: 10 }, announced)).toBe(false)
  expect(matchesAnnounced({ name: 'café.stl', size: 10 }, { ...announced, state: 'verified' })).toBe(false)
})
