import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { openDiskStorage } from './disk.ts'
import type { FileStorage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'pontic-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every implementation of `FileStorage` passes these tests. */
const adapters: Record<string, () => Promise<FileStorage>> = { disk: () => openDiskStorage(folder) }

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const streamOf = (...chunks: Buffer[]) => Readable.from(chunks)
const bytes = Buffer.from('solid upper\nendsolid upper\n')

describe.each(Object.entries(adapters))('storage on %s', (_name, open) => {
  test('an upload is written in pieces and then stored under the hash of its content', async () => {
    const storage = await open()
    const id = randomUUID()
    expect(await storage.findUploadSize(id)).toBeUndefined()
    await storage.createUpload(id)
    expect(await storage.findUploadSize(id)).toBe(0)
    const seen: Buffer[] = []
    const half = await storage.appendUpload(
      id,
      0,
      streamOf(bytes.subarray(0, 5), bytes.subarray(5, 9)),
      (chunk) => seen.push(chunk),
    )
    expect([half, Buffer.concat(seen).toString()]).toEqual([9, bytes.toString('utf8', 0, 9)])
    expect(await storage.appendUpload(id, 9, streamOf(bytes.subarray(9)))).toBe(bytes.length)
    expect(await buffer(await storage.openUpload(id, { start: 6, end: 10 }))).toEqual(bytes.subarray(6, 11))
    await storage.promoteUpload(id, hashOf(bytes))
    expect(await storage.findUploadSize(id)).toBeUndefined()
    expect(await storage.findFileSize(hashOf(bytes))).toBe(bytes.length)
    expect(await buffer(await storage.openFile(hashOf(bytes)))).toEqual(bytes)
    expect(await buffer(await storage.openFile(hashOf(bytes), { start: 0, end: 4 }))).toEqual(
      bytes.subarray(0, 5),
    )
  })

  test('any range of a file is copied in order, and only sent memory is used again', async () => {
    const storage = await open()
    const long = Buffer.from(Uint32Array.from({ length: 700_000 }, (_, at) => at).buffer)
    await storage.putFile(hashOf(long), streamOf(long))
    for (const [start, end] of [
      [0, long.length - 1],
      [5, 5],
      [262_143, 1_500_001],
    ] as const) {
      const got: Buffer[] = []
      const unsent: Buffer[] = []
      await storage.copyFile(hashOf(long), { start, end }, async (chunk) => {
        expect(unsent.some((one) => one.buffer === chunk.buffer)).toBe(false)
        unsent.push(chunk)
        // Chunks are sent later, like those that wait for a client.
        await new Promise(setImmediate)
        got.push(Buffer.from(chunk))
        unsent.splice(unsent.indexOf(chunk), 1)
      })
      expect(Buffer.concat(got).equals(long.subarray(start, end + 1))).toBe(true)
    }
    const refuse = () => Promise.reject(new Error('no client'))
    await expect(storage.copyFile(hashOf(long), { start: 0, end: 9 }, refuse)).rejects.toThrow('no client')
    const missing = { start: 0, end: 0 }
    await expect(storage.copyFile('0'.repeat(64), missing, refuse)).rejects.toThrow('ENOENT')
    await expect(storage.locateFile('0'.repeat(64))).rejects.toThrow('ENOENT')
  })

  test('bytes that were written but not acknowledged are overwritten', async () => {
    const storage = await open()
    const id = randomUUID()
    await storage.createUpload(id)
    await storage.appendUpload(id, 0, streamOf(Buffer.from('0123456789')))
    expect(await storage.appendUpload(id, 4, streamOf(Buffer.from('ab')))).toBe(6)
    expect((await buffer(await storage.openUpload(id))).toString()).toBe('0123ab')
  })

  test('bytes that arrived before the source failed are kept', async () => {
    const storage = await open()
    const id = randomUUID()
    await storage.createUpload(id)
    const source = Readable.from(
      (function* () {
        yield Buffer.from('kept')
        throw new Error('the line is gone')
      })(),
    )
    await expect(storage.appendUpload(id, 0, source)).rejects.toThrow('the line is gone')
    expect(await storage.findUploadSize(id)).toBe(4)
  })

  test('the same content is stored once, and can be removed', async () => {
    const storage = await open()
    const content = Buffer.from(randomUUID())
    for (let n = 0; n < 2; n++) {
      const id = randomUUID()
      await storage.createUpload(id)
      await storage.appendUpload(id, 0, streamOf(content))
      await storage.promoteUpload(id, hashOf(content))
    }
    await storage.putFile(hashOf(content), streamOf(content))
    expect(await buffer(await storage.openFile(hashOf(content)))).toEqual(content)
    await storage.removeFile(hashOf(content))
    await storage.removeFile(hashOf(content))
    expect(await storage.findFileSize(hashOf(content))).toBeUndefined()
    await expect(storage.openFile(hashOf(content))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('refused and removed uploads are not served', async () => {
    const storage = await open()
    const [refused, removed] = [randomUUID(), randomUUID()]
    for (const id of [refused, removed]) {
      await storage.createUpload(id)
      await storage.appendUpload(id, 0, streamOf(bytes))
    }
    await storage.quarantineUpload(refused)
    await storage.removeUpload(removed)
    for (const id of [refused, removed]) expect(await storage.findUploadSize(id)).toBeUndefined()
  })

  test('T40: a user-supplied name is never a path', async () => {
    const storage = await open()
    for (const odd of ['../../x', '..', '/etc/passwd', 'a/b', '', '\0']) {
      await expect(storage.createUpload(odd)).rejects.toThrow()
      await expect(storage.openFile(odd)).rejects.toThrow()
    }
  })
})

test('a file is stored in folders named after the first characters of its hash, and no temporary file remains', async () => {
  const storage = await openDiskStorage(folder)
  const content = Buffer.from(randomUUID())
  const hash = hashOf(content)
  const uploads = readdirSync(join(folder, 'uploads')).length
  await storage.putFile(hash, streamOf(content))
  expect(readdirSync(join(folder, 'files', hash.slice(0, 2), hash.slice(2, 4)))).toContain(hash)
  expect(readdirSync(join(folder, 'uploads'))).toHaveLength(uploads)
  expect(await storage.readFreeBytes()).toBeGreaterThan(0)
  truncateSync(join(folder, 'files', hash.slice(0, 2), hash.slice(2, 4), hash), 0)
  expect(await storage.findFileSize(hash)).toBe(0)
})
