import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { limits } from '@pontic/contract'
import { freeMemory } from '../../platform/http/free-memory.ts'

const bufferedMax = 1024 * 1024
const mergedMax = 512 * 1024
// One buffer is written, one waits in the stream, one is filled.
const ringBuffers = 3

/**
 * Why the server ends a body: the session ended, the permission is gone, another request took the upload, or the
 * database is unavailable.
 */
export type BodyCut = 'signed_out' | 'denied' | 'seized' | 'unsaved'

/**
 * How the body of a PATCH ended: complete, aborted by its sender, idle too long, longer than allowed, or cut by the
 * server.
 */
export type BodyEnd = 'whole' | 'broken' | 'idle' | 'too_large' | BodyCut

/**
 * The body of a PATCH, read in parts. A sender that disconnects ends it like any other end: the received bytes count
 * (tus 1.0). At most 1 MiB waits in memory; beyond that the sender is throttled.
 */
export class UploadBody {
  #end: BodyEnd | undefined
  #chunks: Buffer[] = []
  #bufferedBytes = 0
  #heardMs = performance.now()
  #left: number
  #wake: () => void = () => {}
  #turn = 0
  readonly #ring: Buffer[] = []
  readonly #incoming: IncomingMessage
  readonly #idle: NodeJS.Timeout

  /** @param bytesMax missing bytes of the upload */
  constructor(incoming: IncomingMessage, bytesMax: number) {
    this.#incoming = incoming
    this.#left = bytesMax
    this.#idle = setTimeout(() => this.#finish('idle'), limits.bodyIdleTimeoutMs)
    incoming.on('data', (chunk: Buffer) => this.#receive(chunk))
    incoming.on('end', () => this.#finish('whole'))
    // `close` without `end` means that the sender aborted.
    incoming.on('close', () => this.#finish('broken'))
    incoming.on('error', () => this.#finish('broken'))
    // The request was destroyed before the listeners existed: no event will follow.
    if (incoming.destroyed) this.#finish('broken')
  }

  /** How it ended; undefined while more may come. */
  get end(): BodyEnd | undefined {
    return this.#chunks.length > 0 ? undefined : this.#end
  }

  /** Milliseconds since the last byte. */
  get silentMs(): number {
    return performance.now() - this.#heardMs
  }

  /** Ends the body now. Bytes in memory are dropped. */
  cut(why: BodyCut): void {
    this.#chunks = []
    this.#finish(why)
  }

  /** The next bytes, at most `bytesMax`. A piece is valid until the call after the next one. */
  take(bytesMax: number): Readable {
    return Readable.from(this.#steps(bytesMax), { highWaterMark: 1 })
  }

  async *#steps(bytesMax: number): AsyncGenerator<Buffer> {
    let left = bytesMax
    while (left > 0) {
      const bytes = this.#shift(left)
      if (bytes !== undefined) {
        left -= bytes.length
        yield bytes
      } else if (this.#end !== undefined) return
      else await new Promise<void>((wake) => (this.#wake = wake))
    }
  }

  #receive(chunk: Buffer): void {
    this.#idle.refresh()
    this.#heardMs = performance.now()
    if (this.#end !== undefined) return
    if (chunk.length > this.#left) {
      this.#finish('too_large')
      return
    }
    this.#left -= chunk.length
    this.#chunks.push(chunk)
    this.#bufferedBytes += chunk.length
    if (this.#bufferedBytes >= bufferedMax) this.#incoming.pause()
    this.#wake()
  }

  #shift(bytesMax: number): Buffer | undefined {
    if (this.#chunks.length === 0) return undefined
    const bytes = this.#merge(bytesMax)
    this.#drop(bytes.length)
    this.#bufferedBytes -= bytes.length
    if (this.#bufferedBytes < bufferedMax / 2 && this.#incoming.isPaused()) this.#incoming.resume()
    return bytes
  }

  /** Copies waiting bytes into one of the buffers in turn: few large writes, and no garbage. */
  #merge(bytesMax: number): Buffer {
    this.#turn = (this.#turn + 1) % ringBuffers
    const buffer = this.#ring[this.#turn] ?? Buffer.allocUnsafeSlow(mergedMax)
    this.#ring[this.#turn] = buffer
    const roomBytes = Math.min(bytesMax, mergedMax)
    let at = 0
    for (const chunk of this.#chunks) {
      if (at === roomBytes) break
      at += chunk.copy(buffer, at, 0, Math.min(chunk.length, roomBytes - at))
    }
    return buffer.subarray(0, at)
  }

  #drop(bytes: number): void {
    let left = bytes
    while (left > 0) {
      const chunk = this.#chunks[0]
      if (chunk === undefined) return
      const droppedBytes = Math.min(left, chunk.length)
      if (droppedBytes < chunk.length) this.#chunks[0] = chunk.subarray(droppedBytes)
      else {
        this.#chunks.shift()
        freeMemory(chunk)
      }
      left -= droppedBytes
    }
  }

  #finish(end: BodyEnd): void {
    this.#end ??= end
    clearTimeout(this.#idle)
    // Drains the rest, so that the sender reads the response.
    if (this.#incoming.isPaused()) this.#incoming.resume()
    this.#wake()
  }
}
