import { Buffer } from 'node:buffer'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Entry, fromRandomAccessReader, RandomAccessReader } from 'yauzl'
import { entryOf, layoutZip, piecesOf, type ZipLayout } from './zip.ts'

const moment = new Date('2026-11-21T14:31:08Z')
const gib = 1024 ** 3

/** Reads a ZIP whose contents are zeros, without storing the zeros in memory. */
class SparseReader extends RandomAccessReader {
  readonly layout: ZipLayout

  constructor(layout: ZipLayout) {
    super()
    this.layout = layout
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const pieces = piecesOf(this.layout, start, end - 1)
    return Readable.from(
      pieces.map((piece) => ('bytes' in piece ? piece.bytes : Buffer.alloc(piece.end - piece.start + 1))),
    )
  }
}

function listEntries(layout: ZipLayout): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = []
    fromRandomAccessReader(
      new SparseReader(layout),
      layout.sizeBytes,
      { validateEntrySizes: true },
      (error, zip) => {
        if (error !== null) return reject(error)
        zip.on('entry', (entry: Entry) => entries.push(entry))
        zip.on('end', () => resolve(entries))
        zip.on('error', reject)
      },
    )
  })
}

/** Returns the signature and the CRC of the local header of each entry in the central directory. */
function localHeaders(layout: ZipLayout, entries: readonly Entry[]) {
  return entries.map((entry) => {
    const at = entry.relativeOffsetOfLocalHeader
    const [piece] = piecesOf(layout, at, at + 29)
    if (piece === undefined || !('bytes' in piece)) throw new Error('no header there')
    return { mark: piece.bytes.readUInt32LE(0), crc32: piece.bytes.readUInt32LE(14) }
  })
}

describe('A ZIP', () => {
  it('other software reads names in UTF-8, sizes, CRCs and times from a ZIP', async () => {
    const texts = ['first', '', 'дентин 牙']
    const contents = texts.map((text) => Buffer.from(text))
    const layout = layoutZip(contents.map((bytes, index) => entryOf(`файл ${index} 颌.stl`, bytes, moment)))
    const entries = await listEntries(layout)
    expect(entries.map((entry) => entry.fileName)).toEqual([
      'файл 0 颌.stl',
      'файл 1 颌.stl',
      'файл 2 颌.stl',
    ])
    expect(entries.map((entry) => entry.uncompressedSize)).toEqual(contents.map((bytes) => bytes.length))
    expect(entries.map((entry) => entry.crc32)).toEqual(contents.map((bytes) => crc32(bytes)))
    expect(entries[0]?.getLastModDate({ timezone: 'UTC' })).toEqual(moment)
  })

  it('a ZIP uses Zip64 if a file or an offset exceeds 4 GiB', async () => {
    const sizes = [4 * gib - 1, 4 * gib, 7, 3 * gib]
    const layout = layoutZip(
      sizes.map((sizeBytes, index) => ({
        name: `${index}.bin`,
        sizeBytes,
        crc32: 1000 + index,
        modifiedAt: moment,
      })),
    )
    const entries = await listEntries(layout)
    expect(entries.map((entry) => entry.uncompressedSize)).toEqual(sizes)
    expect(entries.map((entry) => entry.compressedSize)).toEqual(sizes)
    expect(localHeaders(layout, entries)).toEqual(
      sizes.map((_, index) => ({ mark: 0x04034b50, crc32: 1000 + index })),
    )
  })

  it('a ZIP uses Zip64 for more than 65,535 entries', () => {
    const entries = Array.from({ length: 65_536 }, (_, index) => entryOf(`${index}`, Buffer.alloc(0), moment))
    const layout = layoutZip(entries)
    const [piece] = piecesOf(layout, layout.sizeBytes - 98, layout.sizeBytes - 1)
    if (piece === undefined || !('bytes' in piece)) throw new Error('no end there')
    const end = piece.bytes
    expect([end.readUInt32LE(0), end.readUInt32LE(56), end.readUInt32LE(76)]).toEqual([
      0x06064b50, 0x07064b50, 0x06054b50,
    ])
    expect(end.readBigUInt64LE(32)).toBe(65_536n)
    expect(end.readUInt16LE(86)).toBe(0xffff)
    expect(Number(end.readBigUInt64LE(64))).toBe(layout.sizeBytes - 98)
  })

  it('a ZIP has the same bytes whichever ranges are requested', () => {
    const contents = ['one', 'two two', 'three'].map((text) => Buffer.from(text))
    const layout = layoutZip(contents.map((bytes, index) => entryOf(`${index}.txt`, bytes, moment)))
    const read = (start: number, end: number) =>
      Buffer.concat(
        piecesOf(layout, start, end).map((piece) =>
          'bytes' in piece ? piece.bytes : contents[piece.entry]!.subarray(piece.start, piece.end + 1),
        ),
      )
    const whole = read(0, layout.sizeBytes - 1)
    expect(whole).toHaveLength(layout.sizeBytes)
    for (let start = 0; start < layout.sizeBytes; start += 7)
      for (let end = start; end < layout.sizeBytes; end += 11)
        expect(read(start, end)).toEqual(whole.subarray(start, end + 1))
  })
})
