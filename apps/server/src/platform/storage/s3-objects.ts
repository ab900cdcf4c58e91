import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../error-code.ts'
import { chunksOf } from '../streams.ts'
import { type Bucket, copyTimeoutFactor, type S3Settings, sendSoon } from './s3-client.ts'
import { type ByteRange, missingFile, StorageUnavailable } from './storage.ts'

/** Larger objects are copied in pieces, because services limit the size of one copy, and a large one exceeds the timeout. */
const copiedAtOnceBytes = 512 * 1024 * 1024
const copyPieceBytes = 128 * 1024 * 1024
const copiesAtOnce = 4
const deletesAtOnce = 8
const readAttempts = 4
const firstPauseMs = 200

/** Returns the encryption that the settings ask for, as input of a request. */
export const encryptionOf = ({ encryption, kmsKey }: S3Settings) => ({
  ...(encryption && { ServerSideEncryption: encryption }),
  ...(kmsKey && { SSEKMSKeyId: kmsKey }),
})

/** Returns whether a bucket keeps old versions of objects. @throws the error of the SDK */
export async function hasVersions(
  { sdk, client, settings }: Bucket,
  options: { abortSignal: AbortSignal },
): Promise<boolean> {
  try {
    const command = new sdk.GetBucketVersioningCommand({ Bucket: settings.bucket })
    return (await client.send(command, options)).Status !== undefined
  } catch (error) {
    // A service without versions may not know the question.
    if ((error as Error).name === 'NotImplemented') return false
    throw error
  }
}

/** Operations on the objects of a bucket. Keys are relative to the prefix of the settings. */
export type Objects = ReturnType<typeof openObjects>

export function openObjects(bucket: Bucket) {
  const { sdk, client, reader, sender, settings, run } = bucket
  const at = (key: string) => ({ Bucket: settings.bucket, Key: settings.prefix + key })
  const encryption = encryptionOf(settings)
  const runSoon = <Result>(
    send: (options: { abortSignal: AbortSignal }) => Promise<Result>,
    bodyBytes?: number,
  ) => run(() => sendSoon(send, bodyBytes))
  /** Undefined until it is known whether the bucket keeps old versions. */
  let isVersioned: boolean | undefined

  async function findSize(key: string): Promise<number | undefined> {
    try {
      const command = new sdk.HeadObjectCommand(at(key))
      return (await runSoon((options) => client.send(command, options))).ContentLength ?? 0
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async function put(key: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    const command = new sdk.PutObjectCommand({ ...at(key), ...encryption, Body: body })
    await runSoon(
      ({ abortSignal }) =>
        client.send(command, { abortSignal: signal ? AbortSignal.any([signal, abortSignal]) : abortSignal }),
      body.length,
    )
  }

  /** Sends a request for a range. @returns the body, and the offset of its last byte */
  async function get(key: string, range: ByteRange | undefined): Promise<{ body: Readable; end: number }> {
    const Range = range && `bytes=${range.start}-${range.end}`
    const command = new sdk.GetObjectCommand({ ...at(key), ...(Range && { Range }) })
    const { Body, ContentLength = 0 } = await runSoon((options) => reader.send(command, options))
    if (Body === undefined) throw missingFile(key)
    return { body: Body as Readable, end: (range?.start ?? 0) + ContentLength - 1 }
  }

  /** Opens an object, or a range of it. A broken connection is opened again at the byte that it has reached. @throws ENOENT */
  async function open(key: string, range?: ByteRange): Promise<Readable> {
    const first = await get(key, range)
    return Readable.from(readOn(key, range?.start ?? 0, first), { highWaterMark: 1 })
  }

  async function* readOn(
    key: string,
    start: number,
    first: { body: Readable; end: number },
  ): AsyncGenerator<Buffer> {
    const { end } = first
    let { body } = first
    let [position, failures] = [start, 0]
    try {
      while (position <= end) {
        try {
          for await (const chunk of chunksOf(body)) {
            position += chunk.length
            failures = 0
            yield chunk
          }
          if (position <= end) throw new StorageUnavailable('The file storage sent too few bytes.')
        } catch (error) {
          failures += 1
          if (failures === readAttempts)
            throw new StorageUnavailable(`A read broke off: ${codeOf(error) ?? error}`)
          await wait(firstPauseMs * 2 ** failures)
          body = (await get(key, { start: position, end })).body
        }
      }
    } finally {
      body.destroy()
    }
  }

  async function copy(from: string, to: string, sizeBytes: number): Promise<void> {
    const { Bucket, Key } = at(from)
    const CopySource = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/')
    const requestTimeout = settings.timeoutMs * copyTimeoutFactor
    if (sizeBytes <= copiedAtOnceBytes) {
      const command = new sdk.CopyObjectCommand({ ...at(to), ...encryption, CopySource })
      await run(() => client.send(command, { requestTimeout }))
      return
    }
    const UploadId = await createMultipart(to)
    try {
      const starts = Array.from(
        { length: Math.ceil(sizeBytes / copyPieceBytes) },
        (_, n) => n * copyPieceBytes,
      )
      const etags = await mapAtOnce(starts, copiesAtOnce, async (start, index) => {
        const last = Math.min(start + copyPieceBytes, sizeBytes) - 1
        const CopySourceRange = `bytes=${start}-${last}`
        const piece = { ...at(to), UploadId, PartNumber: index + 1, CopySource, CopySourceRange }
        const reply = await run(() => client.send(new sdk.UploadPartCopyCommand(piece), { requestTimeout }))
        return reply.CopyPartResult?.ETag ?? ''
      })
      await completeMultipart(to, UploadId, etags)
    } catch (error) {
      await abortMultipart(to, UploadId)
      throw error
    }
  }

  async function createMultipart(key: string): Promise<string> {
    const command = new sdk.CreateMultipartUploadCommand({ ...at(key), ...encryption })
    const { UploadId } = await runSoon((options) => client.send(command, options))
    if (UploadId === undefined) throw new Error('The file storage sent no id for an upload.')
    return UploadId
  }

  /**
   * Sends a part. The service refuses a changed body, because the request has its MD5, or else its SHA-256 in the signature.
   * @returns its ETag
   */
  async function putPart(
    key: string,
    UploadId: string,
    PartNumber: number,
    { bytes, md5 }: { bytes: Buffer; md5?: string | undefined },
  ): Promise<string> {
    const digest = md5 === undefined ? {} : { ContentMD5: md5 }
    const command = new sdk.UploadPartCommand({ ...at(key), UploadId, PartNumber, Body: bytes, ...digest })
    const { ETag } = await runSoon((options) => sender.send(command, options), bytes.length)
    if (ETag === undefined) throw new Error('The file storage sent no ETag for a part.')
    return ETag
  }

  async function completeMultipart(key: string, UploadId: string, etags: readonly string[]): Promise<void> {
    const Parts = etags.map((ETag, index) => ({ PartNumber: index + 1, ETag }))
    const command = new sdk.CompleteMultipartUploadCommand({
      ...at(key),
      UploadId,
      MultipartUpload: { Parts },
    })
    await run(() => client.send(command, { requestTimeout: settings.timeoutMs * copyTimeoutFactor }))
  }

  async function abortMultipart(key: string, UploadId: string): Promise<void> {
    const command = new sdk.AbortMultipartUploadCommand({ ...at(key), UploadId })
    await runSoon((options) => client.send(command, options)).catch((error: { name?: string }) => {
      if (error.name !== 'NoSuchUpload' && codeOf(error) !== 'ENOENT') throw error
    })
  }

  /** Whether the service still has an unfinished upload. */
  async function hasMultipart(key: string, UploadId: string): Promise<boolean> {
    try {
      const command = new sdk.ListPartsCommand({ ...at(key), UploadId, MaxParts: 1 })
      await runSoon((options) => client.send(command, options))
      return true
    } catch (error) {
      if ((error as Error).name === 'NoSuchUpload' || codeOf(error) === 'ENOENT') return false
      throw error
    }
  }

  /** Lists objects with this beginning: their keys, relative to the prefix of the settings, sorted, and the times of their writes. */
  async function* listWithTimes(beginning: string): AsyncGenerator<{ key: string; changedAt: Date }> {
    let token: string | undefined
    do {
      const command = new sdk.ListObjectsV2Command({
        Bucket: settings.bucket,
        Prefix: settings.prefix + beginning,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      })
      const page = await runSoon((options) => client.send(command, options))
      for (const { Key = '', LastModified } of page.Contents ?? [])
        yield { key: Key.slice(settings.prefix.length), changedAt: LastModified ?? new Date(0) }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token !== undefined)
  }

  /** Lists keys with this beginning, relative to the prefix of the settings, sorted. */
  async function* list(beginning: string): AsyncGenerator<string> {
    for await (const { key } of listWithTimes(beginning)) yield key
  }

  async function listMultiparts(beginning: string): Promise<{ key: string; uploadId: string }[]> {
    const command = new sdk.ListMultipartUploadsCommand({
      Bucket: settings.bucket,
      Prefix: settings.prefix + beginning,
    })
    const { Uploads = [] } = await runSoon((options) => client.send(command, options))
    return Uploads.map(({ Key = '', UploadId = '' }) => ({
      key: Key.slice(settings.prefix.length),
      uploadId: UploadId,
    }))
  }

  /** Deletes an object with all its versions, so that an erased file is gone (threat T64). A missing object is no error. */
  async function remove(key: string): Promise<void> {
    isVersioned ??= await runSoon((options) => hasVersions(bucket, options))
    if (!isVersioned) return await removeOne(key)
    const command = new sdk.ListObjectVersionsCommand({
      Bucket: settings.bucket,
      Prefix: settings.prefix + key,
    })
    const { Versions = [], DeleteMarkers = [] } = await runSoon((options) => client.send(command, options))
    for (const { Key, VersionId } of [...Versions, ...DeleteMarkers])
      if (Key === settings.prefix + key) await removeOne(key, VersionId)
  }

  async function removeOne(key: string, VersionId?: string): Promise<void> {
    const command = new sdk.DeleteObjectCommand({ ...at(key), VersionId })
    await runSoon((options) => client.send(command, options))
  }

  async function removeAll(beginning: string): Promise<void> {
    const keys: string[] = []
    for await (const key of list(beginning)) keys.push(key)
    await mapAtOnce(keys, deletesAtOnce, remove)
  }

  return {
    ...{ findSize, put, open, copy, list, listWithTimes, remove, removeAll },
    ...{ createMultipart, putPart, completeMultipart, abortMultipart, hasMultipart, listMultiparts },
  }
}

/** Runs `work` for each item, a few at once. @returns the results in the order of the items */
async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const run = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run))
  return results
}
