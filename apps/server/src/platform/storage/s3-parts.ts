import { createHash, getFips, type Hash } from 'node:crypto'
import type { Objects } from './s3-objects.ts'

/** Size of each part of a multipart upload except the last. Equal sizes are required by some services; the minimum is 5 MiB. */
export const partBytes = 8 * 1024 * 1024
const partsAtOnce = 3
/** Bytes of all uploads that this node holds in memory before it stores them in smaller pieces. */
const memoryMax = 128 * 1024 * 1024
/** A smaller piece is not worth a request. */
const spilledMin = 256 * 1024

/** Memory of this process for parts. Buffers are used again, because the system clears each new one. */
let heldBytes = 0
const spares: Buffer<ArrayBuffer>[] = []
const sparesMax = 4

/** Bytes of a part, their MD5 in base64, and a function that frees them after their use. MD5 is undefined in the FIPS mode of Node. */
export type Part = { bytes: Buffer<ArrayBuffer>; md5: string | undefined; free: () => void }

const startHash = () => (getFips() === 0 ? createHash('md5') : undefined)

/** Bytes of one upload that are not stored yet, at most one part. */
export class PartBuffer {
  #buffer: Buffer<ArrayBuffer> | undefined
  #hash: Hash | undefined
  #sizeBytes = 0

  get sizeBytes(): number {
    return this.#sizeBytes
  }

  get isFull(): boolean {
    return this.#sizeBytes === partBytes
  }

  /** Whether this node holds so many bytes that this piece should be stored before it is a whole part. */
  get shouldSpill(): boolean {
    return heldBytes > memoryMax && this.#sizeBytes >= spilledMin
  }

  /** Copies bytes until the part is full. @returns the number of copied bytes */
  add(bytes: Buffer): number {
    if (this.#buffer === undefined) {
      this.#buffer = spares.pop() ?? Buffer.allocUnsafeSlow(partBytes)
      this.#hash = startHash()
    }
    const copied = bytes.copy(this.#buffer, this.#sizeBytes)
    // In small steps, because a whole part would keep other requests waiting.
    this.#hash?.update(bytes.subarray(0, copied))
    this.#sizeBytes += copied
    heldBytes += copied
    return copied
  }

  /** Empties the buffer. */
  take(): Part {
    const buffer = this.#buffer ?? Buffer.alloc(0)
    const bytes = buffer.subarray(0, this.#sizeBytes)
    const md5 = this.#hash?.digest('base64')
    this.#buffer = undefined
    this.#hash = undefined
    this.#sizeBytes = 0
    const free = () => {
      heldBytes -= bytes.length
      if (buffer.length === partBytes && spares.length < sparesMax) spares.push(buffer)
    }
    return { bytes, md5, free }
  }
}

/** Sends the parts of one multipart upload, a few at once. */
export class PartSender {
  readonly #objects: Objects
  readonly #key: string
  readonly #running = new Set<Promise<void>>()
  #error: unknown
  #sent: number
  /** ETags of the parts that arrived, without gaps. */
  readonly etags: string[]
  readonly #arrived = new Map<number, string>()
  uploadId: string | undefined

  constructor(objects: Objects, key: string, uploadId?: string, etags: readonly string[] = []) {
    this.#objects = objects
    this.#key = key
    this.uploadId = uploadId
    this.etags = [...etags]
    this.#sent = etags.length
  }

  /**
   * Starts to send the next part, after a running one has ended if too many run.
   * @param onArrived called when this part and all before it have arrived
   * @param beside another object, without which the part does not count
   * @throws the error of an earlier part
   */
  async send(
    part: Part,
    onArrived: () => void = () => {},
    beside: () => Promise<void> = async () => {},
  ): Promise<void> {
    try {
      this.uploadId ??= await this.#objects.createMultipart(this.#key)
      while (this.#running.size >= partsAtOnce) await Promise.race(this.#running)
      if (this.#error !== undefined) throw this.#error
    } catch (error) {
      part.free()
      throw error
    }
    this.#sent += 1
    const stored = beside()
    const sending = this.#sendOne(this.uploadId, this.#sent, part, { onArrived, stored }).finally(() =>
      this.#running.delete(sending),
    )
    this.#running.add(sending)
  }

  async #sendOne(
    uploadId: string,
    number: number,
    { bytes, md5, free }: Part,
    { onArrived, stored }: { onArrived: () => void; stored: Promise<void> },
  ): Promise<void> {
    try {
      const sent = this.#objects.putPart(this.#key, uploadId, number, { bytes, md5 })
      // Both must have ended before the memory is free.
      const [part, besides] = await Promise.allSettled([sent, stored])
      if (part.status === 'rejected') throw part.reason
      if (besides.status === 'rejected') throw besides.reason
      this.#arrived.set(number, part.value)
      let hasMore = false
      for (let etag = this.#next(); etag !== undefined; etag = this.#next()) {
        this.etags.push(etag)
        hasMore = true
      }
      if (hasMore) onArrived()
    } catch (error) {
      this.#error ??= error
    } finally {
      free()
    }
  }

  #next(): string | undefined {
    return this.#arrived.get(this.etags.length + 1)
  }

  /** Waits for all parts. @throws the first error */
  async drain(): Promise<void> {
    await Promise.all(this.#running)
    if (this.#error !== undefined) throw this.#error
  }

  async complete(): Promise<void> {
    await this.drain()
    if (this.uploadId !== undefined)
      await this.#objects.completeMultipart(this.#key, this.uploadId, this.etags)
  }

  async abort(): Promise<void> {
    await Promise.all(this.#running)
    if (this.uploadId !== undefined) await this.#objects.abortMultipart(this.#key, this.uploadId)
  }
}
