import { limits } from '@pontic/contract'

// Large enough that a fast line does not wait for responses, small enough that a slow one shows progress.
const firstChunkBytes = 4 * 1024 * 1024
const fastestGrowth = 4

const clampChunk = (sizeBytes: number) =>
  Math.round(Math.min(limits.uploadChunkBytesMax, Math.max(limits.uploadChunkBytesMin, sizeBytes)))

/** Chooses chunk sizes so that one chunk takes about 30 seconds (rules §7). */
export class ChunkSizer {
  #sizeBytes = clampChunk(firstChunkBytes)

  /** Size of the next chunk in bytes. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Records an acknowledged chunk: the next one aims at 30 seconds, growing at most fourfold. */
  recordArrival(sentBytes: number, durationMs: number): void {
    const fitting = (sentBytes / Math.max(durationMs, 1)) * limits.uploadChunkSeconds * 1000
    this.#sizeBytes = clampChunk(Math.min(fitting, this.#sizeBytes * fastestGrowth))
  }

  /** Records a lost chunk: the next one is smaller. */
  recordLoss(): void {
    this.#sizeBytes = clampChunk(this.#sizeBytes / 2)
  }
}

// Long enough for a steady figure, short enough to follow a line that slows down.
const windowMs = 5_000

/** Speed over the last seconds. */
export class SpeedMeter {
  #samples: { atMs: number; totalBytes: number }[] = []

  /** @param totalBytes sent so far; a smaller number than before restarts the measurement */
  add(totalBytes: number, atMs = performance.now()): void {
    const last = this.#samples.at(-1)
    if (last && totalBytes < last.totalBytes) this.#samples = []
    this.#samples.push({ atMs, totalBytes })
    while (this.#samples.length > 2 && atMs - this.#samples[0]!.atMs > windowMs) this.#samples.shift()
  }

  /** Discards the measurements, at a pause. */
  reset(): void {
    this.#samples = []
  }

  /** Bytes per second; 0 without enough measurements. */
  get bytesPerSecond(): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.atMs - first.atMs < 100) return 0
    return ((last.totalBytes - first.totalBytes) / (last.atMs - first.atMs)) * 1000
  }
}
