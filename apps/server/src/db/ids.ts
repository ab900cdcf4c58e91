import { randomFillSync } from 'node:crypto'

let lastMs = 0
let counter = 0
const random = Buffer.alloc(16)

/**
 * A new id: UUIDv7 (RFC 9562) with a counter in the 12 bits after the millisecond, so that ids of one process
 * sort in the order of their making.
 */
export function newId(nowMs: number = Date.now()): string {
  randomFillSync(random)
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
