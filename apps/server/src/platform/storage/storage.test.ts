import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasS3Server, s3SettingsFor } from '../../test/s3-server.ts'
import { openSharedS3Server, type SharedS3Server } from '../../test/shared-s3-server.ts'
import { openDiskStorage } from './disk.ts'
import { openS3Storage } from './s3.ts'
import { checkS3 } from './s3-check.ts'
import { mapS3Error } from './s3-client.ts'
import { partBytes } from './s3-parts.ts'
import { type AppendHooks, type FileStorage, StorageUnavailable, type StoredUpload } from './storage.ts'
import { joinStorages } from './two-storages.ts'

const folder = mkdtempSync(join(tmpdir(), 'pontic-storage-'))
const otherFolder = mkdtempSync(join(tmpdir(), 'pontic-storage-'))
let s3: SharedS3Server | undefined
let bucket = ''
beforeAll(async () => {
  if (!hasS3Server) return
  s3 = await openSharedS3Server()
  bucket = await s3.createBucket()
})
afterAll(async () => {
  for (const one of [folder, otherFolder]) rmSync(one, { recursive: true, force: true })
})

/** Every implementation of `FileStorage` passes these tests. */
const adapters: Record<string, { isAvailable: boolean; open: () => Promise<FileStorage> }> = {
  disk: { isAvailable: true, open: () => openDiskStorage(folder) },
  s3: { isAvailable: hasS3Server, open: () => openS3Storage(s3SettingsFor(s3!, bucket, { prefix: 'a/b/' })) },
  'disk and s3 while files move': {
    isAvailable: hasS3Server,
    open: async () =>
      joinStorages(await openS3Storage(s3SettingsFor(s3!, bucket)), await openDiskStorage(otherFolder)),
  },
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const streamOf = (...chunks: Buffer[]) => Readable.from(chunks)
const bytes = Buffer.from('solid upper\nendsolid upper\n')

/** An upload whose offset and parts are saved as the portal saves them. */
const startUpload = (sizeBytes: number): StoredUpload => ({
  ...{ id: randomUUID(), sizeBytes, receivedBytes: 0, parts: null },
})
function append(storage: FileStorage, upload: StoredUpload, source: Readable, hooks: AppendHooks = {}) {
  const onStored = (receivedBytes: number, parts: string | null) => {
    Object.assign(upload, { receivedBytes, parts })
    hooks.onStored?.(receivedBytes, parts)
  }
  // The caller of a storage passes a row of the database, which does not change meanwhile.
  return storage.appendUpload({ ...upload }, source, { ...hooks, onStored })
}
async function store(storage: FileStorage, content: Buffer): Promise<void> {
  const upload = startUpload(content.length)
  await append(storage, upload, streamOf(content))
  await storage.promoteUpload(upload, hashOf(content))
}

for (const [name, { isAvailable, open }] of Object.entries(adapters)) {
  describe.skipIf(!isAvailable)(`storage on ${name}`, () => {
    let storage: FileStorage
    beforeAll(async () => {
      storage = await open()
    })
    afterAll(() => storage.close())

    test('an upload is written in pieces and then stored under the hash of its content', async () => {
      const upload = startUpload(bytes.length)
      expect(await storage.hasUpload(upload.id)).toBe(false)
      expect(await storage.findUploadOffset(upload)).toBe(0)
      const seen: Buffer[] = []
      const first = streamOf(bytes.subarray(0, 5), bytes.subarray(5, 9))
      const half = await append(storage, upload, first, { onBytes: (chunk) => seen.push(chunk) })
      expect([half, Buffer.concat(seen).toString()]).toEqual([9, bytes.toString('utf8', 0, 9)])
      expect(await storage.hasUpload(upload.id)).toBe(true)
      expect(await storage.findUploadOffset(upload)).toBe(9)
      expect(await buffer(await storage.openUpload(upload, { start: 2, end: 7 }))).toEqual(
        bytes.subarray(2, 8),
      )
      expect(await append(storage, upload, streamOf(bytes.subarray(9)))).toBe(bytes.length)
      expect(await buffer(await storage.openUpload(upload, { start: 6, end: 10 }))).toEqual(
        bytes.subarray(6, 11),
      )
      await storage.promoteUpload(upload, hashOf(bytes))
      expect(await storage.hasUpload(upload.id)).toBe(false)
      expect(await storage.findFileSize(hashOf(bytes))).toBe(bytes.length)
      expect(await buffer(await storage.openFile(hashOf(bytes)))).toEqual(bytes)
      const range = { start: 0, end: 4 }
      expect(await buffer(await storage.openFile(hashOf(bytes), range))).toEqual(bytes.subarray(0, 5))
    })

    test('a large upload continues after each end of a request, and its first bytes can be read at any time', async () => {
      const long = randomBytes(3 * partBytes + 1_000_003)
      const upload = startUpload(long.length)
      // Ends within a part, twice within the next one, exactly at the end of a part, and at the end of the file.
      for (const end of [2_000_000, partBytes + 70_000, partBytes + 90_000, 2 * partBytes, long.length]) {
        const rest = long.subarray(upload.receivedBytes, end)
        expect(await append(storage, upload, Readable.from(piecesOf(rest)))).toBe(end)
        expect(await storage.findUploadOffset(upload)).toBe(end)
        const head = { start: 10, end: 65_535 }
        expect((await buffer(await storage.openUpload(upload, head))).equals(long.subarray(10, 65_536))).toBe(
          true,
        )
      }
      const all = { start: 0, end: long.length - 1 }
      expect((await buffer(await storage.openUpload(upload, all))).equals(long)).toBe(true)
      await storage.promoteUpload(upload, hashOf(long))
      // A repeated call, after a transaction that was rolled back, changes nothing.
      await storage.promoteUpload(upload, hashOf(long))
      expect(hashOf(await buffer(await storage.openFile(hashOf(long))))).toBe(hashOf(long))
      expect(await storage.hasUpload(upload.id)).toBe(false)
    })

    test('any range of a file is copied in order, and only sent memory is used again', async () => {
      const long = Buffer.from(Uint32Array.from({ length: 700_000 }, (_, at) => at).buffer)
      await storage.putFile(hashOf(long), streamOf(long))
      for (const [start, end] of [
        [0, long.length - 1],
        [5, 5],
        [262_143, 1_500_001],
      ] as const) {
        const got: Buffer[] = []
        const unsent: [Buffer, string][] = []
        await storage.copyFile(hashOf(long), { start, end }, async (chunk) => {
          const entry: [Buffer, string] = [chunk, hashOf(chunk)]
          unsent.push(entry)
          // Chunks are sent later, like those that wait for a client.
          await new Promise(setImmediate)
          for (const [waiting, hash] of unsent) expect(hashOf(waiting)).toBe(hash)
          got.push(Buffer.from(chunk))
          unsent.splice(unsent.indexOf(entry), 1)
        })
        expect(Buffer.concat(got).equals(long.subarray(start, end + 1))).toBe(true)
      }
      const refuse = () => Promise.reject(new Error('no client'))
      await expect(storage.copyFile(hashOf(long), { start: 0, end: 9 }, refuse)).rejects.toThrow('no client')
      const missing = { start: 0, end: 0 }
      await expect(storage.copyFile('0'.repeat(64), missing, refuse)).rejects.toThrow('ENOENT')
    })

    test('bytes that were stored but not acknowledged are replaced', async () => {
      const content = Buffer.concat([Buffer.from('0123'), randomBytes(2 * partBytes)])
      const upload = startUpload(content.length)
      await append(storage, upload, streamOf(content.subarray(0, 4)))
      const acknowledged = { ...upload }
      await append(storage, upload, streamOf(randomBytes(partBytes + 5)))
      // The process was killed before it saved the last offset.
      expect(await storage.findUploadOffset(acknowledged)).toBe(4)
      await append(storage, acknowledged, streamOf(content.subarray(4)))
      await storage.promoteUpload(acknowledged, hashOf(content))
      expect(hashOf(await buffer(await storage.openFile(hashOf(content))))).toBe(hashOf(content))
    })

    test('bytes that arrived before the source failed are kept', async () => {
      const upload = startUpload(9)
      const source = Readable.from(
        (function* () {
          yield Buffer.from('kept')
          throw new Error('the line is gone')
        })(),
      )
      await expect(append(storage, upload, source)).rejects.toThrow('the line is gone')
      expect(upload.receivedBytes).toBe(4)
      expect(await storage.findUploadOffset(upload)).toBe(4)
    })

    test('the same content is stored once, listed, and can be removed', async () => {
      const content = Buffer.from(randomUUID())
      for (let n = 0; n < 2; n++) await store(storage, content)
      await storage.putFile(hashOf(content), streamOf(content))
      // A source whose content exists is not read, because nobody would handle its errors.
      const failing = Readable.from(failAtOnce())
      await storage.putFile(hashOf(content), failing)
      expect(failing.destroyed).toBe(true)
      expect(await buffer(await storage.openFile(hashOf(content)))).toEqual(content)
      expect(await collect(storage.listFiles())).toContain(hashOf(content))
      await storage.removeFile(hashOf(content))
      await storage.removeFile(hashOf(content))
      expect(await storage.findFileSize(hashOf(content))).toBeUndefined()
      await expect(storage.openFile(hashOf(content))).rejects.toMatchObject({ code: 'ENOENT' })
    })

    test('a file of several parts is stored; content with another hash is not', async () => {
      for (const sizeBytes of [100, 2 * partBytes, partBytes + 1]) {
        const content = randomBytes(sizeBytes)
        const wrong = streamOf(...piecesOf(content))
        await expect(storage.putFile('1'.repeat(64), wrong)).rejects.toThrow('does not have its hash')
        expect(await storage.findFileSize('1'.repeat(64))).toBeUndefined()
        await storage.putFile(hashOf(content), streamOf(...piecesOf(content)))
        expect(hashOf(await buffer(await storage.openFile(hashOf(content))))).toBe(hashOf(content))
      }
    })

    test('uploads that together exceed the memory for parts keep their bytes', async () => {
      const [first, rest] = [4 * 1024 * 1024, 200_000]
      const { promise: gate, resolve: open } = Promise.withResolvers<void>()
      const contents = Array.from({ length: 34 }, () => randomBytes(first + rest))
      const uploads = contents.map((content) => startUpload(content.length))
      let arrived = 0
      async function* send(content: Buffer): AsyncGenerator<Buffer> {
        yield* piecesOf(content.subarray(0, first))
        arrived += 1
        if (arrived === contents.length) open()
        // Continues when all uploads have sent their first bytes.
        await gate
        yield content.subarray(first)
      }
      await Promise.all(
        uploads.map((upload, n) =>
          append(storage, upload, Readable.from(send(contents[n]!), { highWaterMark: 1 })),
        ),
      )
      for (const [n, upload] of uploads.entries()) {
        const all = { start: 0, end: upload.sizeBytes - 1 }
        expect(hashOf(await buffer(await storage.openUpload(upload, all)))).toBe(hashOf(contents[n]!))
        await storage.removeUpload(upload.id)
      }
    })

    test('parts derived from a content are replaced, listed and removed together', async () => {
      const key = hashOf(randomBytes(8))
      await storage.putPreview(key, 'level-0', Buffer.from('old'))
      await storage.putPreview(key, 'level-0', Buffer.from('newer'))
      await storage.putPreview(key, 'small', Buffer.from('picture'))
      expect(await storage.findPreviewSize(key, 'level-0')).toBe(5)
      expect((await buffer(await storage.openPreview(key, 'level-0', { start: 1, end: 3 }))).toString()).toBe(
        'ewe',
      )
      expect(await collect(storage.listPreviews())).toContainEqual({
        key,
        parts: ['level-0', 'small'],
      })
      await storage.removePreviews(key)
      expect(await storage.findPreviewSize(key, 'small')).toBeUndefined()
    })

    test('records are replaced, listed and read', async () => {
      const id = randomUUID()
      await storage.putRecord(id, 'first')
      await storage.putRecord(id, 'second')
      expect(await storage.listRecords()).toContain(id)
      expect(await storage.readRecord(id)).toBe('second')
      await storage.removeRecord(id)
      expect(await storage.listRecords()).not.toContain(id)
    })

    test('refused and removed uploads are not served', async () => {
      for (const sizeBytes of [20, partBytes + 20]) {
        const [refused, removed] = [startUpload(sizeBytes), startUpload(sizeBytes)]
        for (const upload of [refused, removed])
          await append(storage, upload, streamOf(randomBytes(sizeBytes)))
        await storage.quarantineUpload(refused)
        await storage.removeUpload(removed.id)
        for (const { id } of [refused, removed]) expect(await storage.hasUpload(id)).toBe(false)
        await storage.removeUpload(refused.id)
      }
    })

    test('T40: a user-supplied name is never a path or a key', async () => {
      for (const odd of ['../../x', '..', '/etc/passwd', 'a/b', '', '\0']) {
        const upload = { ...startUpload(1), id: odd }
        await expect(append(storage, upload, streamOf(Buffer.from('x')))).rejects.toThrow()
        await expect(storage.openFile(odd)).rejects.toThrow()
        await expect(storage.putPreview(odd, 'small', bytes)).rejects.toThrow()
        await expect(storage.putPreview(hashOf(bytes), odd, bytes)).rejects.toThrow()
      }
    })

    test('it measures itself', async () => {
      expect(await storage.measure()).toMatchObject({ isWritable: true, failingSince: null })
      expect(await storage.readFreeBytes()).toBeGreaterThan(0)
    })
  })
}

// biome-ignore lint/correctness/useYield: a stream that fails at its first read
async function* failAtOnce(): AsyncGenerator<Buffer> {
  throw new Error('the line is gone')
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

/** Splits bytes like a request body. */
function piecesOf(content: Buffer): Buffer[] {
  const step = 300_007
  return Array.from({ length: Math.ceil(content.length / step) }, (_, n) =>
    content.subarray(n * step, (n + 1) * step),
  )
}

test('a file is stored in folders named after the first characters of its hash, and no temporary file remains', async () => {
  const storage = await openDiskStorage(folder)
  const content = Buffer.from(randomUUID())
  const hash = hashOf(content)
  const uploads = readdirSync(join(folder, 'uploads')).length
  await storage.putFile(hash, streamOf(content))
  expect(readdirSync(join(folder, 'files', hash.slice(0, 2), hash.slice(2, 4)))).toContain(hash)
  expect(readdirSync(join(folder, 'uploads'))).toHaveLength(uploads)
  await expect(storage.locateFile('0'.repeat(64), { disposition: '', mediaType: '' })).rejects.toThrow(
    'ENOENT',
  )
  truncateSync(join(folder, 'files', hash.slice(0, 2), hash.slice(2, 4), hash), 0)
  expect(await storage.findFileSize(hash)).toBe(0)
})

test('a service that accepts connections and never answers is unavailable soon, although its timeout is long', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const silent = { ...keys, address: `http://127.0.0.1:${port}` } as SharedS3Server
  // Longer than the time limit of this test.
  const settings = s3SettingsFor(silent, 'bucket', { timeoutMs: 3_600_000 })
  const storage = await openS3Storage(settings)
  const hash = hashOf(bytes)
  const calls = [
    storage.findFileSize(hash),
    storage.openFile(hash),
    storage.putPreview(hash, 'small', bytes),
    storage.removeFile(hash),
  ]
  const [check, ...outcomes] = await Promise.allSettled([checkS3(settings), ...calls])
  expect(check).toMatchObject({ value: { unreachable: expect.any(String) } })
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'ESTORAGE' } })
  // The failures have opened the circuit.
  await expect(storage.findFileSize(hash)).rejects.toThrow(StorageUnavailable)
  await storage.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

test('passing states of S3 and of the credentials of a machine count as unavailable', () => {
  for (const name of ['CredentialsProviderError', 'ExpiredToken', 'RequestTimeout'])
    expect(mapS3Error(Object.assign(new Error(name), { name }))).toBeInstanceOf(StorageUnavailable)
  const invalid = Object.assign(new Error('InvalidPart'), { name: 'InvalidPart' })
  expect(mapS3Error(invalid)).toBe(invalid)
})
