import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MeshError, meshLimits } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { prepareMesh } from './prepare.ts'
import { writeAsciiPly, writeAsciiStl, writeBinaryPly, writeBinaryStl, writeObj } from './write-mesh.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function reasonOf(bytes: Uint8Array, limits = meshLimits): string {
  try {
    parseMesh(bytes, limits)
  } catch (error) {
    if (error instanceof MeshError) return error.reason
    throw error
  }
  return 'none'
}

function ply(elements: string, body: string | Uint8Array, format = 'ascii'): Uint8Array {
  const header = encode(`ply\nformat ${format} 1.0\n${elements}\nend_header\n`)
  const tail = typeof body === 'string' ? encode(body) : body
  const bytes = new Uint8Array(header.length + tail.length)
  bytes.set(header)
  bytes.set(tail, header.length)
  return bytes
}

const xyz = 'property float x\nproperty float y\nproperty float z'
const faces = 'property list uchar int vertex_index'
const binary = 'binary_little_endian'
const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n'

describe('T42: hostile and damaged meshes are refused with a reason', () => {
  it('T42: an STL whose header promises four billion triangles', () => {
    expect(reasonOf(writeBinaryStl(4_000_000_000))).toBe('mesh.truncated')
  })

  it('T42: an STL cut at any byte', () => {
    const bytes = writeBinaryStl()
    for (let length = 134; length < bytes.length; length += 1) {
      expect(reasonOf(bytes.subarray(0, length))).toBe('mesh.truncated')
    }
    for (let length = 1; length < 134; length += 1) {
      expect(reasonOf(bytes.slice(0, length))).toMatch(/^mesh\.(not_a_mesh|truncated)$/)
    }
    const text = encode(writeAsciiStl())
    for (let length = 60; length < text.length - 10; length += 1) {
      expect(reasonOf(text.subarray(0, length))).toMatch(/^mesh\.(truncated|bad_number|not_a_mesh)$/)
    }
  })

  it('T42: a PLY cut at any byte of its body', () => {
    const bytes = writeBinaryPly(true)
    for (let length = bytes.length - 129; length < bytes.length; length += 1) {
      expect(reasonOf(bytes.subarray(0, length))).toBe('mesh.truncated')
    }
    expect(reasonOf(encode('ply\nformat ascii 1.0\nelement vertex 3\n'))).toBe('mesh.truncated')
  })

  it('T42: a real scan cut in the middle of a line', () => {
    const scan = readFileSync(new URL('../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))
    const inVertex = scan.indexOf('\nv ', 1_000_000) + 8
    const inFace = scan.indexOf('\nf ', 2_500_000) + 5
    expect(reasonOf(scan.subarray(0, inVertex))).toBe('mesh.truncated')
    expect(reasonOf(scan.subarray(0, inFace))).toBe('mesh.truncated')
  })

  it('T42: a PLY that promises billions of vertices, faces, or rows without a byte', () => {
    expect(reasonOf(ply(`element vertex 4000000000\n${xyz}`, '0 0 0'))).toBe('mesh.truncated')
    expect(reasonOf(ply(`element vertex 4000000000\n${xyz}`, new Uint8Array(99), binary))).toBe(
      'mesh.truncated',
    )
    expect(reasonOf(ply(`element face 999999999999999\n${faces}`, '3 0 1 2'))).toBe('mesh.truncated')
    expect(reasonOf(ply('element nothing 999999999999999', ''))).toBe('mesh.empty')
    expect(reasonOf(ply('element vertex 1e99', ''))).toBe('mesh.not_a_mesh')
  })

  it('T42: a PLY list bomb: one face with four billion corners, or a negative number of them', () => {
    const list = 'element face 1\nproperty list uint uchar vertex_index'
    expect(reasonOf(ply(list, new Uint8Array(64).fill(255), binary))).toBe('mesh.truncated')
    expect(reasonOf(ply(list, '4294967295 0 1 2'))).toBe('mesh.truncated')
    const signed = 'element face 1\nproperty list char uchar vertex_index'
    expect(reasonOf(ply(signed, new Uint8Array(64).fill(255), binary))).toBe('mesh.bad_number')
    expect(reasonOf(ply('element face 1\nproperty list float int vertex_index', '3 0 1 2'))).toBe(
      'mesh.not_a_mesh',
    )
  })

  it('T42: a PLY with thousands of elements, or a header without an end', () => {
    expect(reasonOf(ply('element a 1\nproperty int b\n'.repeat(1000), '1 '.repeat(1000)))).toBe(
      'mesh.not_a_mesh',
    )
    expect(reasonOf(encode(`ply\nformat ascii 1.0\n${'comment a\n'.repeat(9000)}`))).toBe('mesh.not_a_mesh')
  })

  it('T42: NaN, Infinity and numbers too large, in each format', () => {
    for (const bad of [
      'nan',
      'NaN',
      'inf',
      '-Infinity',
      '1e39',
      '1e999',
      '1,5',
      '0x10',
      '--1',
      '1e',
      '-',
      '1.#IND',
    ]) {
      expect(reasonOf(encode(`v 0 0 0\nv 1 0 0\nv 0 ${bad} 0\nf 1 2 3\n`))).toBe('mesh.bad_number')
      expect(reasonOf(encode(writeAsciiStl().replace('vertex 100', `vertex ${bad}`)))).toBe('mesh.bad_number')
      expect(reasonOf(encode(writeAsciiPly().replace('\n100 ', `\n${bad} `)))).toBe('mesh.bad_number')
    }
    for (const bad of [Number.NaN, Infinity, -Infinity, 3e38]) {
      const stl = writeBinaryStl()
      new DataView(stl.buffer).setFloat32(100, bad, true)
      expect(reasonOf(stl)).toBe('mesh.bad_number')
      const doubles = writeBinaryPly(true)
      new DataView(doubles.buffer).setFloat64(doubles.length - 130, bad, true)
      expect(reasonOf(doubles)).toBe('mesh.bad_number')
    }
  })

  it('T42: indices that point nowhere, in each format', () => {
    for (const bad of ['4', '0', '-4', '4294967297', '99999999999999999999', 'x', '1.5']) {
      expect(reasonOf(encode(`${triangle}f 1 2 ${bad}\n`))).toBe('mesh.bad_index')
    }
    const square = writeAsciiPly()
    for (const bad of ['4', '-1', '4294967296', '1.5']) {
      expect(reasonOf(encode(square.replace('4 0 1 2 3', `4 0 1 2 ${bad}`)))).toBe('mesh.bad_index')
    }
    const coloured = writeBinaryPly(true)
    new DataView(coloured.buffer).setUint32(coloured.length - 8, 0xffffffff, true)
    expect(reasonOf(coloured)).toBe('mesh.bad_index')
    expect(reasonOf(encode(`${triangle}f 1 2\nf 1 2 3\n`))).toBe('mesh.bad_index')
  })

  it('T42: an OBJ that names files, and nothing but names', () => {
    const named = `mtllib file:///etc/passwd http://127.0.0.1/x.mtl\nmaplib ../../x\n${triangle}usemtl ../x\nf 1 2 3\n`
    expect(reasonOf(encode(named))).toBe('none')
    expect(reasonOf(encode('mtllib /etc/passwd\n'))).toBe('mesh.not_a_mesh')
  })

  it('T42: a gzip bomb is no mesh and is never unpacked', () => {
    expect(reasonOf(gzipSync(new Uint8Array(50_000_000)))).toBe('mesh.not_a_mesh')
    expect(reasonOf(gzipSync(writeObj()))).toBe('mesh.not_a_mesh')
  })

  it('T42: files beyond the limits, told before they are read', () => {
    expect(reasonOf(encode(writeObj()), { ...meshLimits, sizeBytes: 10 })).toBe('mesh.too_large')
    for (const bytes of [
      writeBinaryStl(),
      encode(writeAsciiStl()),
      encode(writeObj()),
      encode(writeAsciiPly()),
    ]) {
      expect(reasonOf(bytes, { ...meshLimits, triangles: 1 })).toBe('mesh.too_large')
      expect(reasonOf(bytes, { ...meshLimits, vertices: 3 })).toBe('mesh.too_large')
    }
  })

  it('T42: files without a triangle', () => {
    const none = [new Uint8Array(0), new Uint8Array(84), encode('solid a\nendsolid a\n'), encode(triangle)]
    for (const bytes of none) expect(reasonOf(bytes)).toBe('mesh.empty')
    expect(reasonOf(ply(`element vertex 1\n${xyz}`, '0 0 0'))).toBe('mesh.empty')
  })

  it('T42: an ASCII STL whose facets have four corners', () => {
    expect(reasonOf(encode(writeAsciiStl().replace('endloop', 'vertex 1 2 3\nendloop')))).toBe(
      'mesh.not_a_mesh',
    )
  })
})

describe('T42: mutated files', () => {
  const runs = process.env.PONTIC_TEST_LONG ? 500 : 40
  const seeds: Record<string, Uint8Array> = {
    'binary STL': writeBinaryStl(),
    'ASCII STL': encode(writeAsciiStl()),
    'ASCII PLY': encode(writeAsciiPly()),
    'binary PLY': writeBinaryPly(true),
    'big endian PLY': writeBinaryPly(false),
    OBJ: encode(writeObj()),
  }
  const mutation = fc.record({
    edits: fc.array(
      fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 0xff, 0x7f, 0x80, 0x2d, 0x39), fc.nat(255))),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    cut: fc.option(fc.nat(), { nil: undefined }),
    twice: fc.option(fc.tuple(fc.nat(), fc.nat()), { nil: undefined }),
  })

  for (const [name, seed] of Object.entries(seeds)) {
    it(`T42: ${runs} mutations of a ${name} give a sound mesh or a refusal, never anything else`, () => {
      fc.assert(
        fc.property(mutation, ({ edits, cut, twice }) => {
          let bytes = seed.slice()
          for (const [at, value] of edits) bytes[at % bytes.length] = value
          if (twice) bytes = repeatPart(bytes, twice[0] % bytes.length, twice[1] % bytes.length)
          if (cut !== undefined) bytes = bytes.slice(0, cut % bytes.length)
          expectSoundOrRefused(bytes)
        }),
        { seed: 20_260_101, numRuns: runs },
      )
    })
  }
})

function repeatPart(bytes: Uint8Array, a: number, b: number): Uint8Array<ArrayBuffer> {
  const part = bytes.subarray(Math.min(a, b), Math.max(a, b))
  const longer = new Uint8Array(bytes.length + part.length)
  longer.set(bytes.subarray(0, Math.max(a, b)))
  longer.set(part, Math.max(a, b))
  longer.set(bytes.subarray(Math.max(a, b)), Math.max(a, b) + part.length)
  return longer
}

function expectSoundOrRefused(bytes: Uint8Array): void {
  let prepared: ReturnType<typeof prepareMesh>
  try {
    prepared = prepareMesh(bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(MeshError)
    return
  }
  const { mesh, normals, measure } = prepared
  expect(mesh.indices).toHaveLength(mesh.triangleCount * 3)
  expect(mesh.indices.every((index) => index < mesh.vertexCount)).toBe(true)
  expect(mesh.positions.every(Number.isFinite)).toBe(true)
  expect(normals.every(Number.isFinite)).toBe(true)
  expect(measure.sizeMm.every((side) => side >= 0 && Number.isFinite(side))).toBe(true)
  // Memory follows the file's length: no count in a header can make it grow.
  expect(mesh.positions.byteLength + mesh.indices.byteLength).toBeLessThan(bytes.length * 40)
}
