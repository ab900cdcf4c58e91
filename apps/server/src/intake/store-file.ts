import type { Readable } from 'node:stream'
import { type FileKind, type FileRole, limits } from '@pontic/contract'
import { judgeKind } from '../files/kinds.ts'
import { addToDigest, startDigest } from '../files/running-digests.ts'
import type { Services } from '../services.ts'
import { PullRefusal } from './pull-refusal.ts'

/** A file of a case to be fetched: `sizeBytes` as the other side tells it. */
export type FileSource = {
  path: string
  name: string
  role: FileRole
  sizeBytes: number
  open: () => Promise<Readable>
}

/** A fetched file: its bytes are in storage as an upload of this id, judged like any upload. */
export type FetchedFile = {
  id: string
  name: string
  role: FileRole
  kind: FileKind
  sizeBytes: number
  sha256: Buffer
  crc32: number
}

/**
 * Streams a file into storage, with the same judgements as an upload: size, kind by its bytes, SHA-256 and CRC-32.
 * @throws PullRefusal changing where other bytes come than were listed, file_kind for programs, file_too_large
 * @throws Refusal, DocumentRefusal of where it comes from
 */
export async function storeFile(services: Services, source: FileSource, id: string): Promise<FetchedFile> {
  const { name, role, sizeBytes } = source
  if (sizeBytes > limits.fileBytesMax) throw new PullRefusal('file_too_large', name)
  const { storage } = services
  const digest = startDigest()
  await storage.createUpload(id)
  const bytes = await source.open()
  // Storage keeps what has come of an upload that breaks off; here it is no upload that could go on.
  let failure: unknown
  bytes.on('error', (error) => {
    failure ??= error
  })
  const stored = await storage
    .appendUpload(id, 0, bytes, (chunk) => addToDigest(digest, chunk))
    .catch((error) => {
      throw failure ?? error
    })
  if (failure !== undefined) throw failure
  if (stored !== sizeBytes || digest.sizeBytes !== sizeBytes) throw new PullRefusal('changing', name)
  const head = await storage.openUpload(id, {
    start: 0,
    end: Math.min(sizeBytes, limits.kindRecognitionBytes) - 1,
  })
  const judged = judgeKind(Buffer.concat(await head.toArray()), sizeBytes)
  if (!('kind' in judged)) throw new PullRefusal('file_kind', name)
  return { id, name, role, kind: judged.kind, sizeBytes, sha256: digest.hash.digest(), crc32: digest.crc32 }
}
