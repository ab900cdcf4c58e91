import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

/** SHA-256 and CRC-32 of an upload's bytes as they pass; `sizeBytes` says how far. */
export type RunningDigest = { sizeBytes: number; hash: Hash; crc32: number }

const keptMax = 500
const kept = new Map<string, RunningDigest>()

/** A digest of nothing yet. */
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
 * The digest of an upload up to `offset`, if this process has read all of that: a shortcut only, since without it the
 * finished file is read once more. Whoever takes it owns it.
 */
export function takeDigest(uploadId: string, offset: number): RunningDigest | undefined {
  const digest = offset === 0 ? startDigest() : kept.get(uploadId)
  kept.delete(uploadId)
  return digest?.sizeBytes === offset ? digest : undefined
}

/** Keeps a digest for the next part of the same upload; of too many the oldest is dropped. */
export function keepDigest(uploadId: string, digest: RunningDigest): void {
  kept.delete(uploadId)
  kept.set(uploadId, digest)
  if (kept.size > keptMax) kept.delete(kept.keys().next().value ?? '')
}

/** The digest of a whole stream. */
export async function digestOf(source: Readable): Promise<RunningDigest> {
  const digest = startDigest()
  for await (const chunk of source as AsyncIterable<Buffer>) addToDigest(digest, chunk)
  return digest
}
