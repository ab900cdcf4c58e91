import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { chunksOf } from '../../platform/streams.ts'

/** Incremental SHA-256 and CRC-32 of an upload; `sizeBytes` is the number of bytes covered. */
export type RunningDigest = { sizeBytes: number; hash: Hash; crc32: number }

const keptMax = 500
const kept = new Map<string, RunningDigest>()

/** An empty digest. */
export function startDigest(): RunningDigest {
  return { sizeBytes: 0, hash: createHash('sha256'), crc32: 0 }
}

/** Adds the next bytes. */
export function addToDigest(digest: RunningDigest, bytes: Buffer): void {
  digest.hash.update(bytes)
  digest.crc32 = crc32(bytes, digest.crc32)
  digest.sizeBytes += bytes.length
}

/**
 * Removes and returns the digest of an upload up to `offset`, if this process has read all of it. It is an
 * optimization: without it the finished file is read once more.
 */
export function claimDigest(uploadId: string, offset: number): RunningDigest | undefined {
  const digest = offset === 0 ? startDigest() : kept.get(uploadId)
  kept.delete(uploadId)
  return digest?.sizeBytes === offset ? digest : undefined
}

/** Stores a digest for the next request of the same upload; drops the oldest above the limit. */
export function storeDigest(uploadId: string, digest: RunningDigest): void {
  kept.delete(uploadId)
  kept.set(uploadId, digest)
  if (kept.size > keptMax) kept.delete(kept.keys().next().value ?? '')
}

/** The digest of a whole stream. */
export async function digestOf(source: Readable): Promise<RunningDigest> {
  const digest = startDigest()
  for await (const chunk of chunksOf(source)) addToDigest(digest, chunk)
  return digest
}
