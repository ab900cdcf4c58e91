import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { MeshError } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { isStlHead } from './recognize.ts'
import { weldMesh } from './weld.ts'
import { writeModel } from './write-models.ts'
import { writeScanFormats } from './write-scan.ts'

const scans = new URL('../../../../demo/scans/', import.meta.url)
const obj = readFileSync(new URL('case0-upper-teeth.obj', scans))
const rig = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
const upper = weldMesh(parseMesh(obj))
const formats = writeScanFormats(upper, obj)

function outcomeOf(bytes: Uint8Array): number | string {
  try {
    return parseMesh(bytes).triangleCount
  } catch (error) {
    if (error instanceof MeshError) return error.reason
    throw error
  }
}

describe('T42: a real scan that is truncated', () => {
  it.each(formats)('T42: is parsed when complete, and refused at six shorter lengths, as %s', (_, bytes) => {
    expect(outcomeOf(bytes)).toBe(upper.triangleCount)
    for (const share of [0.1, 0.25, 0.5, 0.75, 0.9, 0.97])
      expect([share, outcomeOf(bytes.subarray(0, Math.floor(bytes.length * share)))]).toEqual([
        share,
        expect.stringMatching(/^mesh\.(truncated|empty|bad_number)$/),
      ])
    const half = Math.floor(bytes.length / 2)
    expect(outcomeOf(bytes.subarray(0, half))).toBe('mesh.truncated')
  })

  it('T42: is refused as OBJ that ends between two lines, because most of its vertices have no face', () => {
    const lineEnd = obj.indexOf('\n', obj.length / 2)
    expect(outcomeOf(obj.subarray(0, lineEnd + 1))).toBe('mesh.truncated')
    // A complete file may have a few vertices without a face and no line break at its end.
    const loose = `${obj.toString().trimEnd()}\n${'v 0 0 0\n'.repeat(9)}`
    for (const text of [loose, loose.trimEnd(), obj.toString().trimEnd()])
      expect(outcomeOf(Buffer.from(text))).toBe(upper.triangleCount)
  })
})

describe('A binary STL', () => {
  it('is parsed when other bytes follow its last triangle', () => {
    for (const extra of [1, 2, 49, 50, 4_000])
      expect(outcomeOf(Buffer.concat([rig, Buffer.alloc(extra, 7)]))).toBe(9_028)
  })

  it('is not recognized in a text, a list of numbers or zeros', () => {
    const digits = Buffer.from(`${'x'.repeat(80)}${'0.125 1.250 33.5\n'.repeat(500)}`)
    const wide = Buffer.from(`\ufeff${'Color A2, please call. '.repeat(500)}`, 'utf16le')
    const counts = Buffer.from(Uint32Array.from({ length: 4_000 }, (_, i) => i).buffer)
    for (const bytes of [digits, wide, counts, Buffer.alloc(5_000), obj])
      expect(isStlHead(bytes.subarray(0, 65_536))).toBe(false)
  })
})

it('A 3MF is parsed when a large picture precedes its model', () => {
  const model = new TextEncoder().encode(writeModel())
  const picture = new Uint8Array(100_000)
  const bytes = zipSync({ 'Metadata/thumbnail.png': [picture, { level: 0 }], '3D/3dmodel.model': model })
  expect(outcomeOf(bytes)).toBe(4)
})
