import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '@pontic/contract'
import { freeMemory } from '../../platform/http/free-memory.ts'
import { pauseForRequests } from '../../platform/pauses.ts'

const bufferedMax = 1024 * 1024
const mergedMax = 512 * 1024
// One buffer is being written, one is queued in the stream, and one is being filled.
const ringBuffers = 3

/**
 * Reason for which the server aborts a body: the session ended, the permission is gone, another request writes the
 * upload, or the offset could not be saved.
 */
export type AbortReason = 'signed_out' | 'denied' | 'superseded' | 'unsaved'

/**
 * How the body of a PATCH ended: complete, disconnected by its sender, idle for too long, larger than allowed, or
 * aborted by the server.
 */
export type BodyEnd = 'complete' | 'disconnected' | 'idle' | 'too_large' | AbortReason

/**
 * The body of a PATCH, read in parts. If the sender disconnects, the received bytes still count (tus 1.0). At about 1
 * MiB of unread bytes the request is paused.
 */
export class UploadBody {
  #end: BodyEnd | undefined
  #chunks: Buffer[] = []
  #bufferedBytes = 0
  #lastByteMs = performance.now()
  #missingBytes: number
  #wake: () => void = () => {}
  #ringIndex = 0
  readonly #ring: Buffer[] = []
  readonly #incoming: IncomingMessage
  readonly #idle: NodeJS.Timeout

  /** @param bytesMax the number of bytes that the upload still needs */
  constructor(incoming: IncomingMessage, bytesMax: number) {
    this.#incoming = incoming
    this.#missingBytes = bytesMax
    this.#idle = setTimeout(() => this.#endIdle(), limits.bodyIdleTimeoutMs)
    incoming.on('data', (chunk: Buffer) => this.#receive(chunk))
    incoming.on('end', () => this.#finish('complete'))
    // `close` without `end` means that the sender aborted.
    incoming.on('close', () => this.#finish('disconnected'))
    incoming.on('error', () => this.#finish('disconnected'))
    // If the request was destroyed before the listeners were added, no event follows.
    if (incoming.destroyed) this.#finish('disconnected')
  }

  /** How the body ended; undefined while bytes are unread or may still arrive. */
  get end(): BodyEnd | undefined {
    return this.#chunks.length > 0 ? undefined : this.#end
  }

  /** Milliseconds since the last received byte. */
  get silentMs(): number {
    return performance.now() - this.#lastByteMs
  }

  /** Ends the body now and discards the unread bytes. */
  abort(reason: AbortReason): void {
    this.#chunks = []
    this.#finish(reason)
  }

  /** Returns a stream of the next bytes, at most `bytesMax`. Each chunk reuses the memory of the third chunk before it. */
  read(bytesMax: number): Readable {
    return Readable.from(this.#steps(bytesMax), { highWaterMark: 1 })
  }

  async *#steps(bytesMax: number): AsyncGenerator<Buffer> {
    let left = bytesMax
    while (left > 0) {
      const bytes = this.#shift(left)
      if (bytes !== undefined) {
        left -= bytes.length
        const startedMs = performance.now()
        yield bytes
        await pauseForRequests(startedMs)
      } else if (this.#end !== undefined) return
      else await new Promise<void>((wake) => (this.#wake = wake))
    }
  }

  #receive(chunk: Buffer): void {
    this.#idle.refresh()
    this.#lastByteMs = performance.now()
    if (this.#end !== undefined) return
    if (chunk.length > this.#missingBytes) {
      this.#finish('too_large')
      return
    }
    this.#missingBytes -= chunk.length
    this.#chunks.push(chunk)
    this.#bufferedBytes += chunk.length
    if (this.#bufferedBytes >= bufferedMax) this.#incoming.pause()
    this.#wake()
  }

  /** The sender is not idle while the storage is slow and the request is paused. */
  #endIdle(): void {
    if (this.#incoming.isPaused()) this.#idle.refresh()
    else this.#finish('idle')
  }

  #resume(): void {
    if (!this.#incoming.isPaused()) return
    this.#idle.refresh()
    this.#incoming.resume()
  }

  #shift(bytesMax: number): Buffer | undefined {
    if (this.#chunks.length === 0) return undefined
    const bytes = this.#merge(bytesMax)
    this.#discard(bytes.length)
    this.#bufferedBytes -= bytes.length
    if (this.#bufferedBytes < bufferedMax / 2) this.#resume()
    return bytes
  }

  /** Copies unread bytes into the next buffer of the ring. Large chunks need few writes, and a ring needs no new buffers. */
  #merge(bytesMax: number): Buffer {
    this.#ringIndex = (this.#ringIndex + 1) % ringBuffers
    const buffer = this.#ring[this.#ringIndex] ?? Buffer.allocUnsafeSlow(mergedMax)
    this.#ring[this.#ringIndex] = buffer
    const roomBytes = Math.min(bytesMax, mergedMax)
    let at = 0
    for (const chunk of this.#chunks) {
      if (at === roomBytes) break
      at += chunk.copy(buffer, at, 0, Math.min(chunk.length, roomBytes - at))
    }
    return buffer.subarray(0, at)
  }

  #discard(bytes: number): void {
    let left = bytes
    while (left > 0) {
      const chunk = this.#chunks[0]
      if (chunk === undefined) return
      const discardedBytes = Math.min(left, chunk.length)
      if (discardedBytes < chunk.length) this.#chunks[0] = chunk.subarray(discardedBytes)
      else {
        this.#chunks.shift()
        freeMemory(chunk)
      }
      left -= discardedBytes
    }
  }

  #finish(end: BodyEnd): void {
    this.#end ??= end
    // Discards the rest of the request, so that the sender reads the response.
    this.#resume()
    clearTimeout(this.#idle)
    this.#wake()
  }
}
