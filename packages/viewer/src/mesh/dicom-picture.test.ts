import { describe, expect, it } from 'vitest'
import { readDicomPicture } from './dicom-picture.ts'

type Value = string | number | Uint8Array

const explicit = '1.2.840.10008.1.2.1'
const implicit = '1.2.840.10008.1.2'
const jpegBaseline = '1.2.840.10008.1.2.4.50'

/** Encodes an element with little endian. `length` overrides the length, for undefined lengths and damaged files. */
function element(tag: number, vr: string, value: Value, isExplicit = true, length?: number): Buffer {
  const isLong = ['OB', 'OW', 'SQ'].includes(vr)
  const body =
    typeof value === 'number'
      ? Buffer.from([value & 255, value >> 8])
      : typeof value === 'string'
        ? Buffer.from(value.length % 2 ? `${value} ` : value)
        : Buffer.from(value)
  const head = Buffer.alloc(isExplicit && isLong ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  if (!isExplicit) head.writeUInt32LE(length ?? body.length, 4)
  else {
    head.write(vr, 4)
    if (isLong) head.writeUInt32LE(length ?? body.length, 8)
    else head.writeUInt16LE(length ?? body.length, 6)
  }
  return Buffer.concat([head, body])
}

const item = (bytes: Uint8Array, low = 0xe000) => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(0xfffe, 0)
  head.writeUInt16LE(low, 2)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

function file(syntax: string, ...elements: Buffer[]): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(132)
  head.write('DICM', 128)
  return new Uint8Array(Buffer.concat([head, element(0x00020010, 'UI', syntax), ...elements]))
}

type Picture = { rows: number; columns: number; samples?: number; bits?: number; photometric: string }
const describePicture = (
  { rows, columns, samples = 1, bits = 8, photometric }: Picture,
  isExplicit = true,
) => [
  element(0x00100010, 'PN', 'Smile^Secret', isExplicit),
  element(0x00280002, 'US', samples, isExplicit),
  element(0x00280004, 'CS', photometric, isExplicit),
  element(0x00280010, 'US', rows, isExplicit),
  element(0x00280011, 'US', columns, isExplicit),
  element(0x00280100, 'US', bits, isExplicit),
  element(0x00280101, 'US', bits, isExplicit),
]
const pixelsOf = (bytes: Uint8Array<ArrayBuffer>) => {
  const picture = readDicomPicture(bytes)
  return picture && 'rgba' in picture ? [...picture.rgba] : undefined
}

describe('The picture of a DICOM file', () => {
  it('is read from uncompressed colours, interleaved or by planes', () => {
    const look = { rows: 1, columns: 2, samples: 3, photometric: 'RGB' }
    const mixed = file(
      explicit,
      ...describePicture(look),
      element(0x7fe00010, 'OB', Uint8Array.of(1, 2, 3, 4, 5, 6)),
    )
    expect(pixelsOf(mixed)).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
    const planes = file(
      explicit,
      ...describePicture(look),
      element(0x00280006, 'US', 1),
      element(0x7fe00010, 'OB', Uint8Array.of(1, 4, 2, 5, 3, 6)),
    )
    expect(pixelsOf(planes)).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
  })

  it('is read from grey values with 16 bits in their window, or in their range', () => {
    const look = { rows: 1, columns: 3, bits: 16, photometric: 'MONOCHROME2' }
    const values = new Uint8Array(Uint16Array.of(0, 500, 1000).buffer)
    const ranged = file(implicit, ...describePicture(look, false), element(0x7fe00010, 'OW', values, false))
    expect(pixelsOf(ranged)?.filter((_, at) => at % 4 === 0)).toEqual([0, 128, 255])
    const windowed = file(
      explicit,
      ...describePicture({ ...look, photometric: 'MONOCHROME1' }),
      element(0x00281050, 'DS', '250\\1'),
      element(0x00281051, 'DS', '500'),
      element(0x7fe00010, 'OW', values),
    )
    expect(pixelsOf(windowed)?.filter((_, at) => at % 4 === 0)).toEqual([255, 0, 0])
  })

  it('is the JPEG of an encapsulated file, joined from its fragments', () => {
    const fragments = [item(new Uint8Array()), item(Uint8Array.of(0xff, 0xd8, 1)), item(Uint8Array.of(2, 3))]
    const body = Buffer.concat([...fragments, item(new Uint8Array(), 0xe0dd)])
    const bytes = file(
      jpegBaseline,
      ...describePicture({ rows: 1, columns: 1, photometric: 'YBR_FULL_422' }),
      element(0x7fe00010, 'OB', body, true, 0xffffffff),
    )
    expect(readDicomPicture(bytes)).toEqual({ jpeg: Uint8Array.of(0xff, 0xd8, 1, 2, 3) })
  })

  it('is found behind nested sequences of undefined length', () => {
    const nested = Buffer.concat([item(element(0x00080100, 'SH', 'a')), item(new Uint8Array(), 0xe0dd)])
    const bytes = file(
      explicit,
      element(0x00081140, 'SQ', nested, true, 0xffffffff),
      ...describePicture({ rows: 1, columns: 1, photometric: 'MONOCHROME2' }),
      element(0x7fe00010, 'OB', Uint8Array.of(9)),
    )
    expect(pixelsOf(bytes)).toHaveLength(4)
  })

  it('is not shown for volumes, other compressions, and files without enough pixels', () => {
    const look = { rows: 2, columns: 2, photometric: 'MONOCHROME2' }
    const pixels = element(0x7fe00010, 'OB', Uint8Array.of(1, 2, 3, 4))
    const frames = element(0x00280008, 'IS', '40')
    expect(readDicomPicture(file(explicit, ...describePicture(look), frames, pixels))).toBeUndefined()
    expect(readDicomPicture(file('1.2.840.10008.1.2.4.90', ...describePicture(look), pixels))).toBeUndefined()
    const few = element(0x7fe00010, 'OB', Uint8Array.of(1, 2))
    expect(readDicomPicture(file(explicit, ...describePicture(look), few))).toBeUndefined()
    const huge = describePicture({ ...look, rows: 65_535, columns: 65_535 })
    expect(readDicomPicture(file(explicit, ...huge, pixels))).toBeUndefined()
    expect(readDicomPicture(new Uint8Array(300))).toBeUndefined()
    expect(readDicomPicture(new Uint8Array())).toBeUndefined()
  })

  it('never fails for a file that is cut off or damaged at any byte', () => {
    const nested = Buffer.concat([item(element(0x00080100, 'SH', 'a')), item(new Uint8Array(), 0xe0dd)])
    const bytes = file(
      explicit,
      element(0x00081140, 'SQ', nested, true, 0xffffffff),
      ...describePicture({ rows: 2, columns: 2, photometric: 'MONOCHROME2' }),
      element(0x7fe00010, 'OB', Uint8Array.of(1, 2, 3, 4)),
    )
    for (let length = 0; length < bytes.length; length += 1)
      expect(readDicomPicture(bytes.slice(0, length))).toBeUndefined()
    for (let at = 128; at < bytes.length; at += 1)
      for (const value of [0, 127, 255]) {
        const damaged = bytes.slice()
        damaged[at] = value
        expect(() => readDicomPicture(damaged)).not.toThrow()
      }
  })
})
