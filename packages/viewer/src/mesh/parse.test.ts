import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Mesh, MeshError, type MeshReason } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { prepareMesh } from './prepare.ts'
import { recognizeMesh } from './recognize.ts'
import {
  squareCorners,
  writeAsciiPly,
  writeAsciiStl,
  writeBinaryPly,
  writeBinaryStl,
  writeObj,
} from './write-mesh.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const scan = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url))

function cornersOf({ positions, indices }: Mesh): number[][] {
  return Array.from(indices, (index) => [...positions.subarray(index * 3, index * 3 + 3)])
}

function reasonOf(run: () => unknown): MeshReason | 'none' {
  try {
    run()
  } catch (error) {
    if (error instanceof MeshError) return error.reason
    throw error
  }
  return 'none'
}

const squareAsTriangles = [0, 1, 2, 0, 2, 3].map((corner) => squareCorners[corner])

describe('The scans of the demo', () => {
  const rows = [
    ['case0-upper-teeth.obj', 'obj', 85_232, 42_644, [63.7, 11.3, 48.3]],
    ['case0-lower-teeth.obj', 'obj', 83_262, 41_659, [62.1, 11.7, 44.8]],
    ['retention-rig-top-attachment.stl', 'stl-binary', 9_028, 27_084, [14, 19, 16]],
  ] as const
  for (const [name, format, triangles, vertices, box] of rows) {
    it(`are parsed completely: ${name}`, () => {
      const mesh = parseMesh(scan(name))
      expect(mesh).toMatchObject({ format, triangleCount: triangles, vertexCount: vertices, isFlat: false })
      const prepared = prepareMesh(scan(name))
      expect(prepared.measure.triangleCount).toBe(triangles)
      expect(prepared.measure.sizeMm.map((side) => Math.round(side * 10) / 10)).toEqual(box)
      expect(prepared.cavity).toHaveLength(prepared.mesh.vertexCount)
    })
  }

  it('include a CAD part far from the origin with degenerate triangles and creases, and teeth without creases', () => {
    const rig = prepareMesh(scan('retention-rig-top-attachment.stl'))
    expect(rig.measure.min[1]).toBeCloseTo(142.9, 3)
    expect(rig.measure.vertexCount).toBeLessThan(5_000)
    expect(rig.mesh.vertexCount).toBeGreaterThan(rig.measure.vertexCount)
    const { positions, indices } = rig.mesh
    let degenerate = 0
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(indices[i + k]! * 3, indices[i + k]! * 3 + 3))
      if (area(a!, b!, c!) < 1e-9) degenerate += 1
    }
    expect(degenerate).toBeGreaterThan(0)
    const teeth = prepareMesh(scan('case0-upper-teeth.obj'))
    expect(teeth.mesh.vertexCount).toBe(teeth.measure.vertexCount)
    for (const { isFaceted } of [rig, teeth]) expect(isFaceted).toBe(false)
  })
})

function area(a: Float32Array, b: Float32Array, c: Float32Array): number {
  const u = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!] as const
  const v = [c[0]! - a[0]!, c[1]! - a[1]!, c[2]! - a[2]!] as const
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
}

describe('The detection of formats by content', () => {
  it('recognizes a binary STL that begins with "solid" by its length', () => {
    const bytes = writeBinaryStl()
    bytes.set(encode('solid facet normal'))
    expect(recognizeMesh(bytes, bytes.length)).toBe('stl-binary')
    expect(recognizeMesh(bytes.subarray(0, 84), bytes.length)).toBe('stl-binary')
    expect(recognizeMesh(bytes, bytes.length + 1)).toBeUndefined()
  })

  it('recognizes each format, even after leading white space', () => {
    expect(recognizeMesh(encode(writeAsciiStl()), 900)).toBe('stl-ascii')
    expect(recognizeMesh(encode(writeAsciiPly()), 900)).toBe('ply')
    expect(recognizeMesh(encode(`\ufeff${writeObj()}`), 900)).toBe('obj')
    expect(recognizeMesh(encode('# only a comment\r\n\r\nv 1 2 3\r\n'), 40)).toBe('obj')
  })

  it('recognizes no mesh in prose, HTML, CSV and a PNG', () => {
    const others = [
      '',
      'v',
      'solid work, dear lab',
      'ply wood',
      'v is for victory',
      '<html>',
      'a,b\n1,2',
      '\u0089PNG\r\n',
    ]
    for (const other of others) expect(recognizeMesh(encode(other), other.length)).toBeUndefined()
  })
})

describe('An STL', () => {
  it('has the same triangles in binary and ASCII', () => {
    expect(cornersOf(parseMesh(writeBinaryStl()))).toEqual(squareAsTriangles)
    expect(cornersOf(parseMesh(encode(writeAsciiStl())))).toEqual(squareAsTriangles)
  })

  it('is parsed in ASCII with capital letters, CRLF, exponents and several solids', () => {
    const one = writeAsciiStl().replaceAll('\n', '\r\n').replace('110 0 0', '1.1e+2 -0.0E0 .0').toUpperCase()
    const mesh = parseMesh(encode(one + one))
    expect(mesh.triangleCount).toBe(4)
    expect(cornersOf(mesh).slice(0, 6)).toEqual(squareAsTriangles.map((c, i) => (i === 1 ? [110, -0, 0] : c)))
  })

  it('is welded so that triangles share their common corners', () => {
    const { mesh } = prepareMesh(writeBinaryStl())
    expect(mesh.vertexCount).toBe(4)
    expect(cornersOf(mesh)).toEqual(squareAsTriangles)
  })
})

describe('A PLY', () => {
  it('is parsed in ASCII: polygons become fans, vertices have colours, other properties are skipped', () => {
    const mesh = parseMesh(encode(writeAsciiPly()))
    expect(cornersOf(mesh)).toEqual(squareAsTriangles)
    expect([...mesh.colors!.subarray(0, 4)]).toEqual([255, 128, 0, 255])
    expect(mesh).toMatchObject({ isFlat: false, vertexCount: 4 })
  })

  for (const isLittle of [true, false]) {
    it(`is parsed in binary ${isLittle ? 'little' : 'big'} endian with face colours: triangles share no vertices`, () => {
      const prepared = prepareMesh(writeBinaryPly(isLittle))
      expect(cornersOf(prepared.mesh)).toEqual(squareAsTriangles)
      expect(prepared.mesh).toMatchObject({ isFlat: true, vertexCount: 6, triangleCount: 2 })
      expect([...prepared.mesh.colors!.subarray(8, 16)]).toEqual([255, 0, 0, 255, 0, 0, 255, 128])
      expect(prepared.normals.subarray(0, 3)).not.toEqual(prepared.normals.subarray(9, 12))
      expect(prepared.isFaceted).toBe(true)
    })
  }

  it('is parsed with float colours from zero to one, unknown elements, and faces before vertices', () => {
    const lines = [
      'ply',
      'format ascii 1.0',
      'element camera 1',
      'property list uchar float view',
      'element face 1',
    ]
    const rest = [
      'property list uchar int vertex_index',
      'element vertex 3',
      'property float x',
      'property float y',
    ]
    const end = [
      'property float z',
      'property float red',
      'property float green',
      'property float blue',
      'end_header',
    ]
    const body = ['2 0.5 0.5', '3 0 1 2', '0 0 0 1 0 0.5', '1 0 0 1 0 0.5', '0 1 0 1 0 0.5']
    const mesh = parseMesh(encode([...lines, ...rest, ...end, ...body].join('\r\n')))
    expect(mesh.triangleCount).toBe(1)
    expect([...mesh.colors!.subarray(0, 4)]).toEqual([255, 0, 128, 255])
  })
})

describe('An OBJ', () => {
  it('is parsed with slashes, negative indices, colours and polygons, without reading referenced files', () => {
    for (const end of ['\n', '\r\n']) {
      const mesh = parseMesh(encode(writeObj().replaceAll('\n', end)))
      expect(cornersOf(mesh)).toEqual(squareAsTriangles)
      expect([...mesh.colors!.subarray(0, 4)]).toEqual([255, 128, 0, 255])
    }
  })

  it('is parsed without colours, with a weight, a continued line and no line break at the end', () => {
    const mesh = parseMesh(encode('v 0 0 0 1.0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\ns off\nf 1 2 \\\n 3'))
    expect(mesh).toMatchObject({ triangleCount: 1, vertexCount: 3 })
    expect(mesh.colors).toBeUndefined()
  })

  it('is parsed with the precision of 32-bit floats', () => {
    const texts = [
      '-31.16297721862793',
      '0.000123456789',
      '1e-7',
      '123456.789012345678901',
      '5E2',
      '+.5',
      '7.',
      '1e-40',
    ]
    const mesh = parseMesh(encode(`${texts.map((t) => `v ${t} 0 0`).join('\n')}\nf 1 2 3 4 5 6 7 8\n`))
    texts.forEach((text, i) => {
      expect(mesh.positions[i * 3]).toBe(Math.fround(Number(text)))
    })
  })
})

describe('The result of parsing', () => {
  it('contains no names from headers and comments', () => {
    const stl = writeBinaryStl()
    stl.set(encode('Jane Roe 1970-01-01'))
    const meshes = [stl, encode(writeAsciiPly()), encode(`# Jane Roe\n${writeObj()}`)].map((b) =>
      prepareMesh(b),
    )
    expect(JSON.stringify(meshes)).not.toMatch(/Jane|Roe|TextureFile/)
  })

  it('contains only the reason if it is an error', () => {
    const refused = () => parseMesh(encode('solid Jane Roe\nfacet\nvertex Jane'))
    expect(reasonOf(refused)).toBe('mesh.bad_number')
    expect(refused).toThrow(/^mesh\.bad_number$/)
  })
})
