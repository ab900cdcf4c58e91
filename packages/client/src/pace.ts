import { limits } from '@pontic/contract'

// A larger first chunk would show no progress on a slow connection. A smaller one would spend a fast connection on round trips.
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

  /** Records the duration of an acknowledged chunk. The next chunk is sized for 30 seconds and is at most four times as large. */
  recordArrival(sentBytes: number, durationMs: number): void {
    const fitting = (sentBytes / Math.max(durationMs, 1)) * limits.uploadChunkSeconds * 1000
    this.#sizeBytes = clampChunk(Math.min(fitting, this.#sizeBytes * fastestGrowth))
  }

  /** Records a failed chunk. The next chunk has half the size. */
  recordLoss(): void {
    this.#sizeBytes = clampChunk(this.#sizeBytes / 2)
  }
}

// A shorter window would make the speed jump. A longer one would show a slowdown late.
const windowMs = 5_000

/** Measures the upload speed over the last 5 seconds. */
export class SpeedMeter {
  #samples: { atMs: number; totalBytes: number }[] = []

  /** Adds a measurement. @param totalBytes number of bytes sent so far; a lower number than before restarts the measurement */
  add(totalBytes: number, atMs = performance.now()): void {
    const last = this.#samples.at(-1)
    if (last && totalBytes < last.totalBytes) this.#samples = []
    this.#samples.push({ atMs, totalBytes })
    while (this.#samples.length > 2 && atMs - this.#samples[0]!.atMs > windowMs) this.#samples.shift()
  }

  /** Discards all measurements. Called when an upload is paused, cancelled or retried. */
  reset(): void {
    this.#samples = []
  }

  /** Speed in bytes per second; 0 if less than 100 ms were measured. */
  get bytesPerSecond(): number {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.atMs - first.atMs < 100) return 0
    return ((last.totalBytes - first.totalBytes) / (last.atMs - first.atMs)) * 1000
  }
}
