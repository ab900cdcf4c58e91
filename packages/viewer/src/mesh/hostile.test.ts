import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { describe, expect, it } from 'vitest'
import { loadDracoInNode } from './draco-file.ts'
import { loadGlbDecoder } from './glb-decoder.ts'
import { MeshError, meshLimits } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { prepareMesh } from './prepare.ts'
import { encodePreview } from './preview-write.ts'
import type { Texture } from './texture.ts'
import { readTextures } from './textures.ts'
import { writeDracoGlb } from './write-draco.ts'
import { packGlb, writeGlbScene } from './write-glb.ts'
import { writeAsciiPly, writeAsciiStl, writeBinaryPly, writeBinaryStl, writeObj } from './write-mesh.ts'
import { describeGlb, write3mf, writeGlb, writeModel, writeOff, writeSparseGlb } from './write-models.ts'

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

/** Loads the decoders for a file, as server and browser do. */
const loadDecoders = (bytes: Uint8Array) => loadGlbDecoder(bytes, loadDracoInNode)
await Promise.all([loadDecoders(new Uint8Array()), MeshoptEncoder.ready])

const dracoGlb = () => writeDracoGlb({ ...parseMesh(writeGlb()), colors: new Uint8Array(16).fill(77) })

function packedGlb(): Uint8Array {
  const { positions, indices } = parseMesh(writeGlb())
  const level = { positions, indices, cavity: new Uint8Array(4), colors: new Uint8Array(16).fill(200) }
  return encodePreview(level, { origin: [100, 0, 0], stepMm: 0.01 }, { level: 0, isFaceted: false })
}

const texture: Texture = { widthPx: 2, heightPx: 2, rgb: new Uint8Array(12).fill(90) }
const textures = new Map<number | string, Texture>([
  [0, texture],
  ['3d/t.png', texture],
])

/** Writes a GLB of the square with a texture in a rotated node, and of a mirrored square with colours. */
function texturedGlb(): Uint8Array {
  const { positions, indices } = parseMesh(writeGlb())
  const places = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1)
  const colors = new Uint8Array(16).fill(77)
  const parts = [
    { positions, indices, places, node: { rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] } },
    { positions, indices, colors, node: { scale: [-1, 1, 1], translation: [5, 0, 0] } },
  ]
  return writeGlbScene(parts, { picture: Uint8Array.of(0x89, 0x50, 0x4e, 0x47) })
}

const packModel = (model: Uint8Array): Uint8Array =>
  zipSync({ '3D/3dmodel.model': model, '3D/t.png': Uint8Array.of(0x89, 0x50, 0x4e, 0x47) })

const texturedModel = writeModel()
  .replace(
    '<object',
    '<m:texture2d id="6" path="/3D/t.png" tilestyleu="mirror"/><m:texture2dgroup id="9" texid="6"><m:tex2coord u="0.2" v="1.5"/><m:tex2coord u="-3" v="0"/></m:texture2dgroup><object',
  )
  .replace('pid="5" p1="0"', 'pid="9" p1="0" p2="1" p3="0"')

describe('T42: hostile and damaged meshes', () => {
  it('T42: an STL whose header declares four billion triangles is refused', () => {
    expect(reasonOf(writeBinaryStl(4_000_000_000))).toBe('mesh.truncated')
  })

  it('T42: an STL that is truncated at any byte is refused', () => {
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

  it('T42: a PLY that is truncated at any byte of its body is refused', () => {
    const bytes = writeBinaryPly(true)
    for (let length = bytes.length - 129; length < bytes.length; length += 1) {
      expect(reasonOf(bytes.subarray(0, length))).toBe('mesh.truncated')
    }
    expect(reasonOf(encode('ply\nformat ascii 1.0\nelement vertex 3\n'))).toBe('mesh.truncated')
  })

  it('T42: a real scan that is truncated in the middle of a line is refused', () => {
    const scan = readFileSync(new URL('../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))
    const inVertex = scan.indexOf('\nv ', 1_000_000) + 8
    const inFace = scan.indexOf('\nf ', 2_500_000) + 5
    expect(reasonOf(scan.subarray(0, inVertex))).toBe('mesh.truncated')
    expect(reasonOf(scan.subarray(0, inFace))).toBe('mesh.truncated')
  })

  it('T42: a PLY that declares billions of vertices, faces or empty rows is refused', () => {
    expect(reasonOf(ply(`element vertex 4000000000\n${xyz}`, '0 0 0'))).toBe('mesh.truncated')
    expect(reasonOf(ply(`element vertex 4000000000\n${xyz}`, new Uint8Array(99), binary))).toBe(
      'mesh.truncated',
    )
    expect(reasonOf(ply(`element face 999999999999999\n${faces}`, '3 0 1 2'))).toBe('mesh.truncated')
    expect(reasonOf(ply('element nothing 999999999999999', ''))).toBe('mesh.empty')
    expect(reasonOf(ply('element vertex 1e99', ''))).toBe('mesh.not_a_mesh')
  })

  it('T42: a PLY with a face of four billion corners, or of a negative number of them, is refused', () => {
    const list = 'element face 1\nproperty list uint uchar vertex_index'
    expect(reasonOf(ply(list, new Uint8Array(64).fill(255), binary))).toBe('mesh.truncated')
    expect(reasonOf(ply(list, '4294967295 0 1 2'))).toBe('mesh.truncated')
    const signed = 'element face 1\nproperty list char uchar vertex_index'
    expect(reasonOf(ply(signed, new Uint8Array(64).fill(255), binary))).toBe('mesh.bad_number')
    expect(reasonOf(ply('element face 1\nproperty list float int vertex_index', '3 0 1 2'))).toBe(
      'mesh.not_a_mesh',
    )
  })

  it('T42: a PLY with thousands of elements, or with a header without an end, is refused', () => {
    expect(reasonOf(ply('element a 1\nproperty int b\n'.repeat(1000), '1 '.repeat(1000)))).toBe(
      'mesh.not_a_mesh',
    )
    expect(reasonOf(encode(`ply\nformat ascii 1.0\n${'comment a\n'.repeat(9000)}`))).toBe('mesh.not_a_mesh')
  })

  it('T42: NaN, Infinity, too large and malformed numbers are refused in OBJ, STL and PLY', () => {
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

  it('T42: out-of-range and malformed indices are refused in OBJ and PLY', () => {
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

  it('T42: an OBJ that only refers to other files is refused', () => {
    const named = `mtllib file:///etc/passwd http://127.0.0.1/x.mtl\nmaplib ../../x\n${triangle}usemtl ../x\nf 1 2 3\n`
    expect(reasonOf(encode(named))).toBe('none')
    expect(reasonOf(encode('mtllib /etc/passwd\n'))).toBe('mesh.not_a_mesh')
  })

  it('T42: a gzip bomb is refused and never decompressed', () => {
    expect(reasonOf(gzipSync(new Uint8Array(50_000_000)))).toBe('mesh.not_a_mesh')
    expect(reasonOf(gzipSync(writeObj()))).toBe('mesh.not_a_mesh')
  })

  it('T42: files beyond the limits are refused', () => {
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

  it('T42: files without a triangle are refused', () => {
    const none = [new Uint8Array(0), new Uint8Array(84), encode('solid a\nendsolid a\n'), encode(triangle)]
    for (const bytes of none) expect(reasonOf(bytes)).toBe('mesh.empty')
    expect(reasonOf(ply(`element vertex 1\n${xyz}`, '0 0 0'))).toBe('mesh.empty')
  })

  it('T42: an ASCII STL whose facets have four corners is refused', () => {
    expect(reasonOf(encode(writeAsciiStl().replace('endloop', 'vertex 1 2 3\nendloop')))).toBe(
      'mesh.not_a_mesh',
    )
  })
})

describe('T42: hostile models', () => {
  type Glb = ReturnType<typeof describeGlb>
  const glb = (change: (json: Glb) => void) => {
    const json = describeGlb()
    change(json)
    return reasonOf(writeGlb(json))
  }

  it('T42: a 3MF bomb is refused and never decompressed beyond its declared length', () => {
    const zeros = zipSync({ '3D/3dmodel.model': new Uint8Array(64 * 1024 * 1024) })
    expect(reasonOf(zeros)).toBe('mesh.too_large')
    // The bomb declares a small length; the bytes beyond that length are never written.
    const liar = zeros.slice()
    const directory = liar.length - 22 - 46 - '3D/3dmodel.model'.length
    new DataView(liar.buffer).setUint32(directory + 24, 1000, true)
    expect(reasonOf(liar)).toBe('mesh.truncated')
  })

  it('T42: a 3MF whose components multiply or form a cycle is refused', () => {
    const part = (id: number, of: number) =>
      `<object id="${id}"><components>${`<component objectid="${of}"/>`.repeat(20)}</components></object>`
    const tower = Array.from({ length: 12 }, (_, i) => part(i + 2, i + 1)).join('')
    const model = (objects: string, top: number) =>
      `<model><resources>${objects}</resources><build><item objectid="${top}"/></build></model>`
    const base = '<object id="1"><mesh></mesh></object>'
    expect(reasonOf(packModel(encode(model(base + tower, 13))))).toBe('mesh.too_large')
    expect(reasonOf(packModel(encode(model(part(1, 1), 1))))).toMatch(/^mesh\.(bad_index|too_large)$/)
  })

  it('T42: a 3MF with ten thousand empty objects, missing or external files, or a cycle of files is refused', () => {
    const objects = Array.from({ length: 10_000 }, (_, i) => `<object id="${i}"/>`).join('')
    expect(reasonOf(packModel(encode(`<model><resources>${objects}</resources><build/></model>`)))).toBe(
      'mesh.empty',
    )
    const elsewhere = (path: string) =>
      packModel(encode(`<model><resources/><build><item objectid="1" p:path="${path}"/></build></model>`))
    for (const path of [
      '/3D/none.model',
      '../../etc/passwd',
      'file:///etc/passwd',
      '[Content_Types].xml',
      '',
    ])
      expect(reasonOf(elsewhere(path))).toBe('mesh.bad_index')
    // Each of the two files refers to an object of the other.
    const holds = (path: string) =>
      `<object id="1"><components><component objectid="1" p:path="${path}"/></components></object>`
    const file = (path: string, build = '') =>
      encode(`<model><resources>${holds(path)}</resources><build>${build}</build></model>`)
    const ring = zipSync({
      '3D/a.model': file('/3D/x/b.model', '<item objectid="1"/>'),
      '3D/x/b.model': file('/3D/a.model'),
    })
    expect(reasonOf(ring)).toBe('mesh.bad_index')
  })

  it('T42: a 3MF whose files are too large in total is refused', () => {
    const part = (next: string) =>
      encode(
        `<model><resources><object id="1"><components><component objectid="1" p:path="${next}"/></components></object></resources><build><item objectid="1"/></build></model>${' '.repeat(600)}`,
      )
    const files = { '3D/a.model': part('/3D/b/b.model'), '3D/b/b.model': part('/3D/a.model') }
    const sizeBytes = Math.max(...Object.values(files).map((one) => one.length)) + 100
    expect(reasonOf(zipSync(files), { ...meshLimits, sizeBytes })).toBe('mesh.too_large')
  })

  it('T42: a 3MF with a document type, a missing end, malformed numbers or missing vertices is refused', () => {
    const changed = (from: string, to: string) => reasonOf(packModel(encode(writeModel().replace(from, to))))
    expect(changed('<?xml version="1.0"?>', '<!DOCTYPE model [<!ENTITY a "b">]>')).toBe('mesh.not_a_mesh')
    expect(changed('</model>', '')).toBe('mesh.truncated')
    expect(changed('x="100"', 'x="NaN"')).toBe('mesh.bad_number')
    expect(changed('v1="0"', 'v1="9"')).toBe('mesh.bad_index')
    expect(changed('objectid="2"', 'objectid="7"')).toBe('mesh.bad_index')
  })

  it('T42: a GLB whose accessors are out of range, declare too much, or refer to files is refused', () => {
    const view = (at: number) => (json: Glb) => json.bufferViews[at]!
    const refused = /^mesh\.(bad_index|too_large|truncated|not_a_mesh)$/
    expect(glb((json) => Object.assign(json.accessors[0]!, { count: 4_000_000_000 }))).toMatch(refused)
    expect(glb((json) => Object.assign(json.accessors[0]!, { byteOffset: 40 }))).toBe('mesh.bad_index')
    expect(glb((json) => Object.assign(json.accessors[0]!, { count: -1 }))).toBe('mesh.bad_index')
    expect(glb((json) => Object.assign(json.accessors[0]!, { type: 'MAT4' }))).toBe('mesh.bad_index')
    expect(glb((json) => Object.assign(view(0)(json), { byteLength: 4_000 }))).toBe('mesh.bad_index')
    expect(glb((json) => Object.assign(view(1)(json), { byteStride: 0 }))).toBe('mesh.bad_index')
    expect(glb((json) => Object.assign(view(0)(json), { buffer: 1, uri: 'file:///etc/passwd' }))).toBe(
      'mesh.bad_index',
    )
    expect(glb((json) => Object.assign(json.nodes[1]!, { children: [0] }))).toMatch(refused)
    expect(glb((json) => Object.assign(json.nodes[1]!, { scale: [1e30, 1, 1] }))).toBe('mesh.bad_number')
  })

  it('T42: a GLB with invalid sparse values, or with millions of implicit zeros, is refused', () => {
    const sparse = (of: object) => (json: Glb) =>
      Object.assign(json.accessors[0]!, { bufferView: undefined, ...of })
    const one = { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 0 } }
    expect(glb(sparse({ sparse: { ...one, count: 5 } }))).toBe('mesh.bad_index')
    expect(glb(sparse({ sparse: { ...one, values: { bufferView: 9 } } }))).toBe('mesh.bad_index')
    expect(
      glb(sparse({ count: 1, sparse: { ...one, indices: { bufferView: 2, componentType: 5121 } } })),
    ).toBe('mesh.bad_index')
    // Sparse indices must be integers.
    const floats = { bufferView: 0, componentType: 5126 }
    expect(glb(sparse({ sparse: { ...one, count: 4, indices: floats } }))).toBe('mesh.bad_index')
    expect(glb(sparse({ count: 50_000_000, sparse: one }))).toBe('mesh.too_large')
    expect(glb(sparse({ count: 5_000, sparse: one }))).toBe('mesh.too_large')
  })

  it('T42: a GLB that decompresses to many times its size is refused', () => {
    const packed = { byteOffset: 0, byteLength: 76, byteStride: 256, count: 16_000_000, mode: 'ATTRIBUTES' }
    const bomb = (json: Glb) =>
      Object.assign(json.bufferViews[0]!, { extensions: { EXT_meshopt_compression: packed } })
    expect(glb(bomb)).toBe('mesh.too_large')
  })

  it('T42: damaged pictures of a GLB or 3MF are omitted, and the 3MF is still parsed', async () => {
    const read = (bytes: Uint8Array) => readTextures(bytes, async () => texture, meshLimits.sizeBytes)
    const archive = packModel(encode(texturedModel)).slice()
    expect((await read(archive)).size).toBe(1)
    // Changes the compression method of the picture's entry in the directory to an unknown one.
    const entry = archive.findLastIndex((_, at) =>
      Buffer.from(archive.subarray(at, at + 4)).equals(Buffer.from('PK\x01\x02')),
    )
    archive[entry + 10] = 99
    expect(await read(archive)).toEqual(new Map())
    expect(reasonOf(archive)).toBe('none')
    const json = openGlb(texturedGlb())
    Object.assign(json.json, { images: [{ bufferView: 99 }] })
    expect(await read(packGlb(json.json, json.body))).toEqual(new Map())
  })

  it('T42: a 3MF with more textures than any real one is refused', async () => {
    const names = Array.from({ length: 10_001 }, (_, i) => `<m:texture2d id="${i}" path="/3D/${i}.png"/>`)
    const archive = packModel(encode(texturedModel.replace('<object', `${names.join('')}<object`)))
    expect(reasonOf(archive)).toBe('mesh.too_large')
    await expect(readTextures(archive, async () => texture, meshLimits.sizeBytes)).rejects.toThrow(MeshError)
  })

  it('T42: an OFF that declares more than it contains is refused', () => {
    expect(reasonOf(encode('OFF\n4000000000 2 0\n'))).toBe('mesh.too_large')
    expect(reasonOf(encode('OFF\n30000 9999999 0\n0 0 0\n'))).toBe('mesh.truncated')
    expect(reasonOf(encode('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n'))).toBe('mesh.bad_index')
    expect(reasonOf(encode('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 nan\n3 0 1 2\n'))).toBe('mesh.bad_number')
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
    OFF: encode(writeOff()),
    COFF: encode(writeOff('COFF')),
    '3MF': write3mf(),
    'model of a 3MF': encode(writeModel()),
    GLB: writeGlb(),
    'packed GLB': packedGlb(),
    'textured GLB': texturedGlb(),
    'sparse GLB': writeSparseGlb(),
    'Draco GLB': dracoGlb(),
    'model of a 3MF with a texture': encode(texturedModel),
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
    it(`T42: ${runs} mutations of a ${name} are parsed as a valid mesh or refused`, async () => {
      await fc.assert(
        fc.asyncProperty(mutation, async ({ edits, cut, twice }) => {
          let bytes = seed.slice()
          for (const [at, value] of edits) bytes[at % bytes.length] = value
          if (twice) bytes = repeatPart(bytes, twice[0] % bytes.length, twice[1] % bytes.length)
          if (cut !== undefined) bytes = bytes.slice(0, cut % bytes.length)
          // A mutated archive can seldom be decompressed, so 3MF models are mutated before they are packed.
          await expectSoundOrRefused(name.startsWith('model') ? packModel(bytes) : bytes)
        }),
        { seed: 20_260_101, numRuns: runs },
      )
    })
  }
})

describe('T42: GLBs with valid structure and wrong values', () => {
  const runs = process.env.PONTIC_TEST_LONG ? 500 : 40
  const wrong = [null, -1, 0, 1e9, 4_294_967_296, 0.5, 'x', '', true, [], {}, [null], [[0]], '__proto__']
  const lies = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...wrong)), { minLength: 1, maxLength: 4 })
  const seeds = {
    GLB: writeGlb(),
    'packed GLB': packedGlb(),
    'textured GLB': texturedGlb(),
    'sparse GLB': writeSparseGlb(),
    'Draco GLB': dracoGlb(),
  }

  for (const [name, seed] of Object.entries(seeds)) {
    it(`T42: ${runs} ${name}s with up to four replaced values are parsed as a valid mesh or refused`, async () => {
      await fc.assert(
        fc.asyncProperty(lies, async (changes) => {
          const { json, body } = openGlb(seed)
          for (const [at, value] of changes) replaceValue(json, at, value)
          await expectSoundOrRefused(packGlb(json, body))
        }),
        { seed: 20_260_101, numRuns: runs },
      )
    })
  }
})

function openGlb(bytes: Uint8Array): { json: object; body: Uint8Array } {
  const jsonBytes = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
  const text = new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes))
  return { json: JSON.parse(text), body: bytes.subarray(28 + jsonBytes) }
}

/** Replaces the value number `at` in a tree of objects and lists. */
function replaceValue(json: object, at: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = []
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      walk((node as Record<string, unknown>)[key])
    }
  }
  walk(json)
  const [parent, key] = places[at % places.length]!
  // Each value is a separate copy, because later mutations may change it.
  parent[key] = structuredClone(value)
}

function repeatPart(bytes: Uint8Array, a: number, b: number): Uint8Array<ArrayBuffer> {
  const part = bytes.subarray(Math.min(a, b), Math.max(a, b))
  const longer = new Uint8Array(bytes.length + part.length)
  longer.set(bytes.subarray(0, Math.max(a, b)))
  longer.set(part, Math.max(a, b))
  longer.set(bytes.subarray(Math.max(a, b)), Math.max(a, b) + part.length)
  return longer
}

async function expectSoundOrRefused(bytes: Uint8Array): Promise<void> {
  const pictures = await readTextures(bytes, async () => texture, meshLimits.sizeBytes).catch(
    (error) => error,
  )
  if (!(pictures instanceof Map)) expect(pictures).toBeInstanceOf(MeshError)
  await loadDecoders(bytes)
  let prepared: ReturnType<typeof prepareMesh>
  try {
    prepared = prepareMesh(bytes, meshLimits, textures)
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
  // The length of the file limits the memory, so that no count in a header can increase it.
  expect(mesh.positions.byteLength + mesh.indices.byteLength).toBeLessThan(bytes.length * 40)
}
