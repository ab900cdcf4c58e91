import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

// Each read of a file costs a browser several milliseconds whatever its size; hashing 1 MiB costs about five.
const readBytes = 8 * 1024 * 1024
const stepBytes = 1024 * 1024

/**
 * Computes the SHA-256 of a file (hex), read in pieces, so that its size does not matter.
 * @param yieldThread awaited after each MiB, to yield the thread
 * @throws errors of reading the file, and the reason of the signal
 */
export async function hashFile(
  file: Blob,
  signal: AbortSignal,
  yieldThread: () => unknown = () => undefined,
): Promise<string> {
  const hash = sha256.create()
  for (let start = 0; start < file.size; start += readBytes) {
    const piece = new Uint8Array(await file.slice(start, start + readBytes).arrayBuffer())
    for (let at = 0; at < piece.length; at += stepBytes) {
      signal.throwIfAborted()
      hash.update(piece.subarray(at, at + stepBytes))
      await yieldThread()
    }
  }
  return bytesToHex(hash.digest())
}

/** A message to the worker: hash `file`, or stop. */
export type HashRequest = { id: number; file: Blob | null }
/** A message from the worker: the digest, or null if the file cannot be read. */
export type HashReply = { id: number; sha256: string | null }
