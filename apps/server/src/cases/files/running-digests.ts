import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { chunksOf } from '../../platform/streams.ts'

/** Incremental SHA-256 and CRC-32 of an upload; `sizeBytes` is the number of bytes covered. */
export type RunningDigest = { sizeBytes: number; hash: Hash; crc32: number }

const storedMax = 500
const stored = new Map<string, RunningDigest>()

/** Creates a digest of no bytes. */
export function startDigest(): RunningDigest {
  return { sizeBytes: 0, hash: createHash('sha256'), crc32: 0 }
}

/** Adds bytes to a digest. */
export function addToDigest(digest: RunningDigest, bytes: Buffer): void {
  digest.hash.update(bytes)
  digest.crc32 = crc32(bytes, digest.crc32)
  digest.sizeBytes += bytes.length
}

/**
 * Removes the stored digest of an upload and returns it if it covers exactly the first `offset` bytes.
 * Returns a new digest for the offset 0. If it returns undefined, the complete file is read again when the
 * upload ends.
 */
export function claimDigest(uploadId: string, offset: number): RunningDigest | undefined {
  const digest = offset === 0 ? startDigest() : stored.get(uploadId)
  stored.delete(uploadId)
  return digest?.sizeBytes === offset ? digest : undefined
}

/** Stores a digest for the next request of the same upload. Discards the oldest digest above the limit of 500. */
export function storeDigest(uploadId: string, digest: RunningDigest): void {
  stored.delete(uploadId)
  stored.set(uploadId, digest)
  if (stored.size > storedMax) stored.delete(stored.keys().next().value ?? '')
}

/** Reads a stream to its end and returns its digest. */
export async function digestOf(source: Readable): Promise<RunningDigest> {
  const digest = startDigest()
  for await (const chunk of chunksOf(source)) addToDigest(digest, chunk)
  return digest
}
