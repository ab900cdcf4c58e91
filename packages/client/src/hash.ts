import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

// In a browser, each read of a file takes several milliseconds, however many bytes are read, so reads are large. Hashing 1 MiB
// takes about five milliseconds, so the thread is blocked only briefly in each step.
const readBytes = 8 * 1024 * 1024
const stepBytes = 1024 * 1024

/**
 * Computes the SHA-256 of a file, in hex. Reads 8 MiB at a time, so that memory use does not depend on the file's size.
 * @param yieldThread awaited after each MiB, to yield the thread
 * @throws the error of an unreadable file, or the signal's reason
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

/** A message to the worker: hash `file`, or stop request `id` if `file` is null. */
export type HashRequest = { id: number; file: Blob | null }
/** A message from the worker: the digest in hex, or null if the file cannot be read. */
export type HashReply = { id: number; sha256: string | null }
