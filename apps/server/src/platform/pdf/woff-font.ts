import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** A font of a PDF: a TrueType file, and the glyphs and widths that texts need. */
export type PdfFont = {
  name: string
  /** The TrueType file. */
  bytes: Buffer
  unitsPerEm: number
  /** Ascent, descent and bounding box, in thousandths of the font size. */
  ascent: number
  descent: number
  box: readonly [number, number, number, number]
  /** Returns the glyph of a character; 0 if the font has none. */
  glyphOf: (codePoint: number) => number
  /** Returns the width of a glyph in thousandths of the font size. */
  widthOf: (glyph: number) => number
}

const woffHeaderBytes = 44
const woffEntryBytes = 20
const sfntEntryBytes = 16
const trueType = 0x0001_0000

type Tables = ReadonlyMap<string, Buffer>

/** Reads a font in WOFF 1.0, whose tables are compressed with zlib. */
export function readWoffFont(name: string, file: string): PdfFont {
  const tables = readTables(readFileSync(file))
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (found === undefined) throw new Error(`The font ${name} has no table ${tag}.`)
    return found
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const unitsPerEm = head.readUInt16BE(18)
  const inThousandths = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const widths = hhea.readUInt16BE(34)
  return {
    name,
    bytes: toTrueType(tables),
    unitsPerEm,
    ascent: inThousandths(hhea.readInt16BE(4)),
    descent: inThousandths(hhea.readInt16BE(6)),
    box: [36, 38, 40, 42].map((at) => inThousandths(head.readInt16BE(at))) as [
      number,
      number,
      number,
      number,
    ],
    glyphOf: readCharacterMap(table('cmap')),
    widthOf: (glyph) => inThousandths(hmtx.readUInt16BE(Math.min(glyph, widths - 1) * 4)),
  }
}

function readTables(woff: Buffer): Tables {
  const count = woff.readUInt16BE(12)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = woffHeaderBytes + index * woffEntryBytes
      const offset = woff.readUInt32BE(at + 4)
      const stored = woff.subarray(offset, offset + woff.readUInt32BE(at + 8))
      const sizeBytes = woff.readUInt32BE(at + 12)
      return [woff.toString('latin1', at, at + 4), stored.length < sizeBytes ? inflateSync(stored) : stored]
    }),
  )
}

/** The tables that section 9.9 of PDF 1.7 requires of an embedded TrueType font. */
const embeddedTables = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

function toTrueType(tables: Tables): Buffer {
  const kept = embeddedTables.flatMap((tag) => {
    const bytes = tables.get(tag)
    return bytes === undefined ? [] : [{ tag, bytes }]
  })
  const header = Buffer.alloc(12 + kept.length * sfntEntryBytes)
  const power = 2 ** Math.floor(Math.log2(kept.length))
  header.writeUInt32BE(trueType, 0)
  header.writeUInt16BE(kept.length, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE(kept.length * 16 - power * 16, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [index, { tag, bytes }] of kept.entries()) {
    const at = 12 + index * sfntEntryBytes
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(checksumOf(bytes), at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}

function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4)
    sum =
      (sum + (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : bytes.readUIntBE(at, bytes.length - at))) >>>
      0
  return sum
}

/** Reads the character map in format 4, or in format 12 if the font has one. */
function readCharacterMap(cmap: Buffer): (codePoint: number) => number {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(4 + index * 8 + 4),
  )
  const tables = offsets.map((offset) => cmap.subarray(offset))
  const wide = tables.find((table) => table.readUInt16BE(0) === 12)
  const narrow = tables.find((table) => table.readUInt16BE(0) === 4)
  if (wide !== undefined) return (codePoint) => glyphInFormat12(wide, codePoint)
  if (narrow !== undefined) return (codePoint) => glyphInFormat4(narrow, codePoint)
  return () => 0
}

function glyphInFormat12(table: Buffer, codePoint: number): number {
  const groups = table.readUInt32BE(12)
  for (let index = 0; index < groups; index++) {
    const at = 16 + index * 12
    const first = table.readUInt32BE(at)
    if (codePoint >= first && codePoint <= table.readUInt32BE(at + 4))
      return table.readUInt32BE(at + 8) + codePoint - first
  }
  return 0
}

function glyphInFormat4(table: Buffer, codePoint: number): number {
  if (codePoint > 0xffff) return 0
  const doubled = table.readUInt16BE(6)
  for (let at = 0; at < doubled; at += 2) {
    if (codePoint > table.readUInt16BE(14 + at)) continue
    const first = table.readUInt16BE(16 + doubled + at)
    if (codePoint < first) return 0
    const delta = table.readUInt16BE(16 + 2 * doubled + at)
    const rangeAt = 16 + 3 * doubled + at
    const range = table.readUInt16BE(rangeAt)
    if (range === 0) return (codePoint + delta) & 0xffff
    const glyph = table.readUInt16BE(rangeAt + range + (codePoint - first) * 2)
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}
