import { crc32 } from 'node:zlib'

/** A file in a ZIP; `crc32` is unsigned. */
export type ZipEntry = { name: string; sizeBytes: number; crc32: number; modifiedAt: Date }

/** A segment of a ZIP layout: header bytes, or the content of an entry by its index. `start` is the offset in the ZIP. */
export type ZipSegment = { start: number; sizeBytes: number } & ({ bytes: Buffer } | { entry: number })
export type ZipLayout = { sizeBytes: number; segments: readonly ZipSegment[] }

/** A piece of a ZIP to send: bytes, or a range of an entry's content (`start` and `end` both included). */
export type ZipPiece = { bytes: Buffer } | { entry: number; start: number; end: number }

const max32 = 0xffff_ffff
const max16 = 0xffff
const flagUtf8 = 0x0800
const methodStored = 0
const madeByUnix = 3 << 8

type Placed = ZipEntry & { nameBytes: Buffer; offset: number }

/**
 * Computes the headers and offsets of an uncompressed ZIP, with Zip64 if a size, an offset or the number of entries
 * requires it (APPNOTE 6.3.10). Sizes and CRCs are known in advance, so the total length is exact and any range can be sent.
 */
export function layoutZip(entries: readonly ZipEntry[]): ZipLayout {
  const segments: ZipSegment[] = []
  let offset = 0
  const add = (bytes: Buffer) => {
    segments.push({ start: offset, sizeBytes: bytes.length, bytes })
    offset += bytes.length
  }
  const placed = entries.map((entry, index) => {
    const row: Placed = { ...entry, nameBytes: Buffer.from(entry.name), offset }
    add(localHeader(row))
    if (entry.sizeBytes > 0) segments.push({ start: offset, sizeBytes: entry.sizeBytes, entry: index })
    offset += entry.sizeBytes
    return row
  })
  const directoryOffset = offset
  for (const row of placed) add(directoryHeader(row))
  add(directoryEnd(placed.length, offset - directoryOffset, directoryOffset))
  return { sizeBytes: offset, segments }
}

/** Returns the pieces that cover the bytes from `start` to `end`, both included. */
export function piecesOf(layout: ZipLayout, start: number, end: number): ZipPiece[] {
  const pieces: ZipPiece[] = []
  for (const segment of layout.segments) {
    if (segment.start > end) break
    const from = Math.max(start - segment.start, 0)
    const to = Math.min(end - segment.start, segment.sizeBytes - 1)
    if (to < from) continue
    pieces.push(
      'bytes' in segment
        ? { bytes: segment.bytes.subarray(from, to + 1) }
        : { entry: segment.entry, start: from, end: to },
    )
  }
  return pieces
}

/** Creates a ZIP entry for bytes in memory. */
export function entryOf(name: string, bytes: Buffer, modifiedAt: Date): ZipEntry {
  return { name, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt }
}

function localHeader(row: Placed): Buffer {
  const isLarge = row.sizeBytes >= max32
  const extra = isLarge ? largeExtra([row.sizeBytes, row.sizeBytes]) : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  writeCommon(header, 4, row, isLarge)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, row.nameBytes, extra])
}

function directoryHeader(row: Placed): Buffer {
  const isLarge = row.sizeBytes >= max32
  const isFar = row.offset >= max32
  const large = [...(isLarge ? [row.sizeBytes, row.sizeBytes] : []), ...(isFar ? [row.offset] : [])]
  const extra = large.length > 0 ? largeExtra(large) : Buffer.alloc(0)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(madeByUnix | 45, 4)
  writeCommon(header, 6, row, isLarge || isFar)
  header.writeUInt16LE(extra.length, 30)
  // Unix mode: a regular file, writable by its owner, readable by all.
  header.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  header.writeUInt32LE(isFar ? max32 : row.offset, 42)
  return Buffer.concat([header, row.nameBytes, extra])
}

/** Writes the fields that local and directory headers share, from "version needed" to the name length. */
function writeCommon(header: Buffer, at: number, row: Placed, isLarge: boolean): void {
  const { day, time } = dosTimeOf(row.modifiedAt)
  const sizeBytes = row.sizeBytes >= max32 ? max32 : row.sizeBytes
  header.writeUInt16LE(isLarge ? 45 : 20, at)
  header.writeUInt16LE(flagUtf8, at + 2)
  header.writeUInt16LE(methodStored, at + 4)
  header.writeUInt16LE(time, at + 6)
  header.writeUInt16LE(day, at + 8)
  header.writeUInt32LE(row.crc32, at + 10)
  header.writeUInt32LE(sizeBytes, at + 14)
  header.writeUInt32LE(sizeBytes, at + 18)
  header.writeUInt16LE(row.nameBytes.length, at + 22)
}

function largeExtra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + numbers.length * 8)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(numbers.length * 8, 2)
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  return extra
}

function directoryEnd(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const isLarge = count >= max16 || directoryBytes >= max32 || directoryOffset >= max32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, max32), 12)
  end.writeUInt32LE(Math.min(directoryOffset, max32), 16)
  if (!isLarge) return end
  const large = Buffer.alloc(56 + 20)
  large.writeUInt32LE(0x0606_4b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(madeByUnix | 45, 12)
  large.writeUInt16LE(45, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(directoryBytes), 40)
  large.writeBigUInt64LE(BigInt(directoryOffset), 48)
  large.writeUInt32LE(0x0706_4b50, 56)
  large.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

/**
 * Converts a time to MS-DOS date and time, in UTC, with a resolution of two seconds. Years before 1980 become 1980.
 */
function dosTimeOf(moment: Date): { day: number; time: number } {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107) - 1980
  const day = (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate()
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1)
  return { day, time }
}
