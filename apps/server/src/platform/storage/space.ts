import type { HealthLevel } from '@pontic/contract'

const gigabyte = 1_000_000_000
/** Free space that only downloads and the database may use, in bytes. */
export const diskReserveBytes = gigabyte
const lowShare = 0.1
const lowBytesMax = 50 * gigabyte

/** Rates the free space of a disk: `warning` below a tenth or 50 GB, whichever is less, `broken` below 1 GB. */
export function levelOfSpace(totalBytes: number, freeBytes: number): HealthLevel {
  if (freeBytes < diskReserveBytes) return 'broken'
  return freeBytes < Math.min(totalBytes * lowShare, lowBytesMax) ? 'warning' : 'fine'
}
