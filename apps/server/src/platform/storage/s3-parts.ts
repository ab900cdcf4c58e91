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

/** Bytes of one upload that are not stored yet, at most one part. */
export class PartBuffer {
  #buffer: Buffer<ArrayBuffer> | undefined
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
    this.#buffer ??= spares.pop() ?? Buffer.allocUnsafeSlow(partBytes)
    const copied = bytes.copy(this.#buffer, this.#sizeBytes)
    this.#sizeBytes += copied
    heldBytes += copied
    return copied
  }

  /** Empties the buffer. @returns its bytes, and a function that frees them after their use */
  take(): { bytes: Buffer<ArrayBuffer>; free: () => void } {
    const buffer = this.#buffer ?? Buffer.alloc(0)
    const bytes = buffer.subarray(0, this.#sizeBytes)
    this.#buffer = undefined
    this.#sizeBytes = 0
    const free = () => {
      heldBytes -= bytes.length
      if (buffer.length === partBytes && spares.length < sparesMax) spares.push(buffer)
    }
    return { bytes, free }
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
   * @throws the error of an earlier part
   */
  async send(
    part: { bytes: Buffer<ArrayBuffer>; free: () => void },
    onArrived: () => void = () => {},
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
    const sending = this.#sendOne(this.uploadId, this.#sent, part, onArrived).finally(() =>
      this.#running.delete(sending),
    )
    this.#running.add(sending)
  }

  async #sendOne(
    uploadId: string,
    number: number,
    { bytes, free }: { bytes: Buffer<ArrayBuffer>; free: () => void },
    onArrived: () => void,
  ): Promise<void> {
    try {
      this.#arrived.set(number, await this.#objects.putPart(this.#key, uploadId, number, bytes))
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
