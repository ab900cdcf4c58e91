import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { detectKind } from './kinds.ts'

/** A slice of a volume, or a photo: preamble, modality, and pixels. */
function slice(modality: string): Buffer {
  const head = Buffer.alloc(132)
  head.write('DICM', 128)
  const attribute = Buffer.concat([
    Buffer.from([0x08, 0, 0x60, 0]),
    Buffer.from('CS'),
    Buffer.from([2, 0]),
    Buffer.from(modality),
  ])
  return Buffer.concat([head, attribute, Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251))])
}

function entry(name: string, bytes: Buffer, { isStored = false, hasSize = true } = {}): Buffer {
  const packed = isStored ? bytes : deflateRawSync(bytes)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(isStored ? 0 : 8, 8)
  if (hasSize) header.writeUInt32LE(packed.length, 18)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), packed])
}

const kindOf = (...entries: Buffer[]) => {
  const bytes = Buffer.concat(entries)
  const detected = detectKind(bytes.subarray(0, 65_536), bytes.length, 'volume.zip')
  return 'kind' in detected ? detected.kind : 'program'
}

describe('A ZIP with a volume', () => {
  it('is recognized by the beginning of its first DICOM slice', () => {
    expect(kindOf(entry('IM000001', slice('CT')))).toBe('cbct')
    expect(kindOf(entry('a.dcm', slice('CT'), { isStored: true }))).toBe('cbct')
    expect(kindOf(entry('a.dcm', slice('CT'), { hasSize: false }))).toBe('cbct')
    const first = [
      entry('volume/', Buffer.alloc(0), { isStored: true }),
      entry('readme.txt', Buffer.from('hello')),
    ]
    expect(kindOf(...first, entry('volume/a.dcm', slice('CT')))).toBe('cbct')
  })

  it('is any other ZIP without slices of a tomography', () => {
    expect(kindOf(entry('photo.dcm', slice('XC')))).toBe('zip')
    expect(kindOf(entry('upper.stl', Buffer.from('solid a')))).toBe('zip')
    expect(kindOf(entry('IM000001', slice('CT')).subarray(0, 40))).toBe('zip')
    expect(kindOf(entry('bomb', Buffer.alloc(3_000_000)))).toBe('zip')
    const broken = entry('a.dcm', slice('CT'))
    broken.fill(0xff, 36)
    expect(kindOf(broken)).toBe('zip')
  })
})
