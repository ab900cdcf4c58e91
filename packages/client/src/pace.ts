import { limits } from '@pontic/contract'

// Neither so small that a fast line waits for answers, nor so large that a slow one shows nothing for long.
const firstChunkBytes = 4 * 1024 * 1024
const fastestGrowth = 4

const clampChunk = (sizeBytes: number) =>
  Math.round(Math.min(limits.uploadChunkBytesMax, Math.max(limits.uploadChunkBytesMin, sizeBytes)))

/** Size of the next chunk, so that one takes about 30 seconds (rules §7). */
export class ChunkSizer {
  #sizeBytes = clampChunk(firstChunkBytes)

  /** Bytes that the next chunk should have. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** A chunk arrived: the next one aims at 30 seconds, growing at most fourfold. */
  arrived(sentBytes: number, durationMs: number): void {
    const fitting = (sentBytes / Math.max(durationMs, 1)) * limits.uploadChunkSeconds * 1000
    this.#sizeBytes = clampChunk(Math.min(fitting, this.#sizeBytes * fastestGrowth))
  }

  /** A chunk was lost: less is at stake with the next one. */
  lost(): void {
    this.#sizeBytes = clampChunk(this.#sizeBytes / 2)
  }
}

// Over the last seconds: steady enough to read, quick enough to follow a line that slows down.
const windowMs = 5_000

/** Speed over the last seconds. */
export class SpeedMeter {
  #samples: { atMs: number; totalBytes: number }[] = []

  /** @param totalBytes on their way so far; a smaller number than before starts the measure anew */
  add(totalBytes: number, atMs = performance.now()): void {
    const last = this.#samples.at(-1)
    if (last && totalBytes < last.totalBytes) this.#samples = []
    this.#samples.push({ atMs, totalBytes })
    while (this.#samples.length > 2 && atMs - this.#samples[0]!.atMs > windowMs) this.#samples.shift()
  }

  /** Forgets the past, at a pause. */
  reset(): void {
    this.#samples = []
  }

  /** Bytes a second; 0 while too little is known. */
  get bytesPerSecond(): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.atMs - first.atMs < 100) return 0
    return ((last.totalBytes - first.totalBytes) / (last.atMs - first.atMs)) * 1000
  }
}
