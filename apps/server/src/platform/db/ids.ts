import { randomFillSync } from 'node:crypto'

let lastMs = 0
let counter = 0

// Requesting 16 random bytes from the system costs nearly as much as requesting 4,096.
const idBytes = 16
const randoms = Buffer.alloc(256 * idBytes)
let usedBytes = randoms.length

function nextRandom(): Buffer {
  if (usedBytes === randoms.length) {
    randomFillSync(randoms)
    usedBytes = 0
  }
  usedBytes += idBytes
  return randoms.subarray(usedBytes - idBytes, usedBytes)
}

/**
 * Creates an id: a UUIDv7 (RFC 9562 §5.7) with a counter in the 12 bits after the millisecond, so that ids of one process sort
 * in order of creation.
 */
export function newId(nowMs: number = Date.now()): string {
  const random = nextRandom()
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = random.readUInt16BE(6) & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = random.readUInt16BE(6) & 0x7ff
  }
  random.writeUIntBE(lastMs, 0, 6)
  random.writeUInt16BE(0x7000 | counter, 6)
  random[8] = 0x80 | ((random[8] ?? 0) & 0x3f)
  const hex = random.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Sorts two ids in ascending order, as the primary key of a pair requires. */
export const sortIds = (one: string, other: string): [low: string, high: string] =>
  one < other ? [one, other] : [other, one]
