import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { newId } from '../db/ids.ts'
import { chunksOf, readAll } from '../streams.ts'
import { type Bucket, openBucket, type S3Settings } from './s3-client.ts'
import { type Objects, openObjects } from './s3-objects.ts'
import { PartBuffer, PartSender } from './s3-parts.ts'
import { append, complete, findOffset, hasParts, openRange, removeParts } from './s3-uploads.ts'
import {
  checkedHash,
  checkedId,
  checkedPart,
  type FileStorage,
  missingFile,
  type StorageState,
  WrongContent,
} from './storage.ts'

const probeTimeoutMs = 5_000
const probeEveryMs = 60_000
const sendsAtOnce = 8

/**
 * Opens the file storage in a bucket of S3 or a compatible service: `files/<sha256>`, derived parts in `previews/<key>/`, uploads in
 * `uploads/<id>/`, refused ones in `quarantine/<id>`, records in `records/<id>.json`. No user-supplied name becomes a key. It does
 * not call the service yet.
 */
export async function openS3Storage(settings: S3Settings): Promise<FileStorage> {
  const bucket = await openBucket(settings)
  const objects = openObjects(bucket)
  const fileKey = (sha256: string) => `files/${checkedHash(sha256)}`
  const previewFolder = (key: string) => `previews/${checkedHash(key)}/`
  const previewKey = (key: string, part: string) => previewFolder(key) + checkedPart(part)
  const recordKey = (id: string) => `records/${checkedId(id)}.json`
  const quarantineKey = (id: string) => `quarantine/${checkedId(id)}`
  const withId = <Upload extends { id: string }>(upload: Upload) => {
    checkedId(upload.id)
    return upload
  }
  const measure = createProbe(bucket, objects)
  return {
    findUploadOffset: async (upload) => findOffset(objects, withId(upload)),
    appendUpload: async (upload, source, hooks = {}) => append(objects, withId(upload), source, hooks),
    openUpload: async (upload, range) => openRange(objects, withId(upload), range),
    promoteUpload: async (upload, sha256) => {
      const { id, sizeBytes } = withId(upload)
      if ((await objects.findSize(fileKey(sha256))) === undefined)
        await objects.copy(await complete(objects, upload), fileKey(sha256), sizeBytes)
      await removeParts(objects, id)
    },
    quarantineUpload: async (upload) => {
      const { id, sizeBytes } = withId(upload)
      await objects.copy(await complete(objects, upload), quarantineKey(id), sizeBytes)
      await removeParts(objects, id)
    },
    removeUpload: async (id) => {
      await removeParts(objects, checkedId(id))
      await objects.remove(quarantineKey(id))
    },
    hasUpload: async (id) => hasParts(objects, checkedId(id)),
    putFile: async (sha256, source) => putAt(objects, fileKey(sha256), sha256, source),
    findFileSize: async (sha256) => objects.findSize(fileKey(sha256)),
    openFile: async (sha256, range) => objects.open(fileKey(sha256), range),
    copyFile: async (sha256, range, write) => {
      const source = await objects.open(fileKey(sha256), range)
      await sendChunks(source, write)
    },
    locateFile: async (sha256, savedAs) => {
      if (!settings.redirects) return undefined
      const key = fileKey(sha256)
      if ((await objects.findSize(key)) === undefined) throw missingFile(sha256)
      return { url: await bucket.sign(settings.prefix + key, savedAs) }
    },
    removeFile: async (sha256) => objects.remove(fileKey(sha256)),
    listFiles: async function* () {
      for await (const key of objects.list('files/')) yield key.slice('files/'.length)
    },
    putPreview: async (key, part, bytes) => objects.put(previewKey(key, part), bytes),
    findPreviewSize: async (key, part) => objects.findSize(previewKey(key, part)),
    openPreview: async (key, part, range) => objects.open(previewKey(key, part), range),
    removePreviews: async (key) => objects.removeAll(previewFolder(key)),
    listPreviews: () => listFolders(objects),
    putRecord: async (id, text) => objects.put(recordKey(id), Buffer.from(text)),
    listRecords: async () => {
      const ids: string[] = []
      for await (const key of objects.list('records/'))
        ids.push(key.slice('records/'.length, -'.json'.length))
      return ids
    },
    readRecord: async (id) => (await readAll(await objects.open(recordKey(id)))).toString('utf8'),
    removeRecord: async (id) => objects.remove(recordKey(id)),
    readFreeBytes: async () => Number.POSITIVE_INFINITY,
    measure,
    close: async () => bucket.close(),
  }
}

async function* listFolders(objects: Objects): AsyncGenerator<{ key: string; parts: string[] }> {
  let found: { key: string; parts: string[] } | undefined
  for await (const path of objects.list('previews/')) {
    const [, key = '', part = ''] = path.split('/')
    if (found?.key !== key) {
      if (found) yield found
      found = { key, parts: [] }
    }
    found.parts.push(part)
  }
  if (found) yield found
}

/** Stores a stream under its hash, in one request or in parts. Nothing is stored if the hash differs. */
async function putAt(objects: Objects, key: string, sha256: string, source: Readable): Promise<void> {
  if ((await objects.findSize(key)) !== undefined) return void source.destroy()
  const hash = createHash('sha256')
  const sender = new PartSender(objects, key)
  const buffer = new PartBuffer()
  const assertHash = () => {
    if (hash.digest('hex') !== sha256) throw new WrongContent('The content of a file does not have its hash.')
  }
  try {
    for await (const chunk of chunksOf(source)) {
      hash.update(chunk)
      for (let rest = chunk; rest.length > 0; ) {
        if (buffer.isFull) await sender.send(buffer.take())
        rest = rest.subarray(buffer.add(rest))
      }
    }
    const last = buffer.take()
    if (sender.uploadId === undefined) {
      try {
        assertHash()
        await objects.put(key, last.bytes)
      } finally {
        last.free()
      }
    } else {
      await sender.send(last)
      await sender.drain()
      assertHash()
      await sender.complete()
    }
  } catch (error) {
    buffer.take().free()
    await sender.abort().catch(() => {})
    throw error
  }
}

/** Sends the chunks of a stream, several at once. */
async function sendChunks(source: Readable, write: (chunk: Buffer) => Promise<void>): Promise<void> {
  const sending: Promise<void>[] = []
  try {
    for await (const chunk of chunksOf(source)) {
      if (sending.length === sendsAtOnce) await sending.shift()
      const sent = write(chunk)
      // The error is thrown where the promise is awaited.
      sent.catch(() => {})
      sending.push(sent)
    }
    await Promise.all(sending)
  } finally {
    source.destroy()
  }
}

/**
 * Returns a function that stores a small object and removes it. While no operation fails, a result is used again for a minute, because
 * every scrape of the metrics asks for it.
 */
function createProbe({ circuit }: Bucket, objects: Objects): () => Promise<StorageState> {
  const key = `probe-${newId()}`
  let writtenMs = Number.NEGATIVE_INFINITY
  const write = async (): Promise<boolean> => {
    try {
      await objects.put(key, Buffer.from('probe'), AbortSignal.timeout(probeTimeoutMs))
      writtenMs = performance.now()
      await objects.remove(key).catch(() => {})
      return true
    } catch {
      return false
    }
  }
  return async () => {
    // A probe that succeeds ends the failure in the circuit, although other operations may fail.
    const before = circuit.failingSince
    const isKnown = before === undefined && performance.now() - writtenMs < probeEveryMs
    const isWritable = isKnown || (await write())
    const failingSince = (before ?? circuit.failingSince)?.toISOString() ?? null
    return { place: 's3', totalBytes: null, freeBytes: null, isWritable, failingSince }
  }
}
