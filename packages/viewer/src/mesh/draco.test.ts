import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadDracoInNode } from './draco-file.ts'
import { loadGlbDecoder } from './glb-decoder.ts'
import { makeScan, makeSphere } from './make-scan.ts'
import { measureMesh } from './measure.ts'
import { MeshError, meshLimits } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { collectPipeline, deviationOf } from './run-pipeline.ts'
import { readTextures } from './textures.ts'
import { type DracoGlb, writeDracoGlb } from './write-draco.ts'
import type { GlbPart } from './write-glb.ts'
import { writeGlbScene } from './write-glb.ts'

const arch = parseMesh(
  new Uint8Array(readFileSync(new URL('../../../../demo/scans/case0-lower-teeth.obj', import.meta.url))),
)
const sphere = makeSphere(4, 24)

/** Loads the decoders for a file, as server and browser do, and parses it. */
async function read(bytes: Uint8Array<ArrayBuffer>, limits = meshLimits) {
  await loadGlbDecoder(bytes, loadDracoInNode)
  return parseMesh(bytes, limits)
}

const reasonOf = (bytes: Uint8Array<ArrayBuffer>, limits = meshLimits) =>
  read(bytes, limits).then(
    () => 'none',
    (error) => (error instanceof MeshError ? error.reason : Promise.reject(error)),
  )

/** A square with a colour for each corner, in a moved and mirrored node. */
const square: GlbPart = {
  positions: Float32Array.of(0, 0, 0, 8, 0, 0, 8, 8, 0, 0, 8, 0),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  node: { translation: [100, 0, 5], scale: [-1, 1, 1] },
}
const colors = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 255)
const places = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1)

/** Describes triangles by their corners and colours, in an order that does not depend on that of the file. */
function describeMesh({ positions, indices, colors }: ReturnType<typeof parseMesh>): string[] {
  const corner = (index: number) => {
    const place = [0, 1, 2].map((axis) => Math.round(positions[index * 3 + axis]! * 100) / 100 + 0)
    return `${place} ${colors ? colors.subarray(index * 4, index * 4 + 4) : ''}`
  }
  const triangles = Array.from({ length: indices.length / 3 }, (_, at) => {
    const corners = [...indices.subarray(at * 3, at * 3 + 3)].map(corner)
    const first = corners.indexOf([...corners].sort()[0]!)
    return [0, 1, 2].map((i) => corners[(first + i) % 3]).join(' | ')
  })
  return triangles.sort()
}

describe('A GLB compressed with Draco', () => {
  it('has the surface of the original within a part of its quantization, and the same triangles', async () => {
    for (const method of ['edgebreaker', 'sequential'] as const) {
      const mesh = await read(writeDracoGlb(arch, { method }))
      expect(mesh).toMatchObject({ format: 'glb', triangleCount: arch.triangleCount })
    }
    const { min, max } = measureMesh(arch)
    const stepMm = Math.max(...max.map((value, axis) => value - min[axis]!)) / 2 ** 14
    const { levels } = await collectPipeline(writeDracoGlb(arch, { bits: 14 }), 'lower')
    // Previews have steps of their own.
    expect((await deviationOf(arch, levels.at(-1)!)).largest).toBeLessThan(stepMm + 0.01)
    // The pipeline has freed its decoder.
    expect(() => parseMesh(writeDracoGlb(sphere))).toThrow(new MeshError('mesh.draco'))
  })

  it('has the colours, the texture and the node of the uncompressed file', async () => {
    const texture = { widthPx: 1, heightPx: 1, rgb: Uint8Array.of(10, 200, 30) }
    const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
    for (const [part, options] of [
      [square, {}],
      [{ ...square, colors }, {}],
      [{ ...square, colors, places }, { picture }],
    ] as const) {
      const file = writeDracoGlb(part, options)
      await loadGlbDecoder(file, loadDracoInNode)
      const textures = await readTextures(file, async () => texture, meshLimits.sizeBytes)
      expect(textures.size).toBe('picture' in options ? 1 : 0)
      const plain = writeGlbScene([part], options)
      expect(describeMesh(parseMesh(file, meshLimits, textures))).toEqual(
        describeMesh(parseMesh(plain, meshLimits, textures)),
      )
    }
  })

  it('is refused with `mesh.draco` without its decoder, and other GLBs do not load it', async () => {
    const file = writeDracoGlb(sphere)
    let isLoaded = false
    const loading = async () => {
      isLoaded = true
      throw new Error('This browser has no WebAssembly.')
    }
    await loadGlbDecoder(writeGlbScene([sphere]), loading)
    expect(isLoaded).toBe(false)
    await expect(loadGlbDecoder(file, loading)).rejects.toThrow('WebAssembly')
    expect(isLoaded).toBe(true)
  })
})

describe('T42: a hostile GLB with Draco', () => {
  type Packed = { bufferView?: number; attributes: Record<string, number> }
  const changed = (change: (packed: Packed, json: DracoGlb) => void) =>
    reasonOf(
      writeDracoGlb(sphere, {
        change: (json) => change(json.meshes[0]!.primitives[0]!.extensions.KHR_draco_mesh_compression, json),
      }),
    )

  it('is refused if its JSON does not fit the compressed data', async () => {
    const wrong = async (change: (packed: Packed, json: DracoGlb) => void) =>
      expect(await changed(change)).toMatch(/^mesh\.(bad_index|draco|not_a_mesh|truncated)$/)
    await wrong((packed) => Object.assign(packed, { bufferView: 9 }))
    await wrong((packed) => Object.assign(packed, { bufferView: 1 }))
    await wrong((packed) => Object.assign(packed, { attributes: { POSITION: 7 } }))
    await wrong((packed) => Object.assign(packed, { attributes: { POSITION: 'x' } }))
    await wrong((packed) => Object.assign(packed, { attributes: null }))
    await wrong((_, json) => Object.assign(json.accessors[1]!, { type: 'VEC4' }))
    await wrong((_, json) => Object.assign(json.accessors[1]!, { componentType: 1 }))
    await wrong((_, json) => Object.assign(json.bufferViews[0]!, { byteLength: 40 }))
    // The decoder refuses to convert coordinates into a type in which they do not fit.
    await wrong((_, json) => Object.assign(json.accessors[1]!, { componentType: 5121 }))
  })

  it('is refused beyond the limits of triangles and vertices, whatever its accessors declare', async () => {
    const file = writeDracoGlb(sphere, {
      change: (json) =>
        Object.assign(json.accessors[0]!, { count: 3 }) && Object.assign(json.accessors[1]!, { count: 3 }),
    })
    expect(await reasonOf(file, { ...meshLimits, triangles: 20 })).toBe('mesh.too_large')
    expect(await reasonOf(file, { ...meshLimits, vertices: 20 })).toBe('mesh.too_large')
    expect(await reasonOf(file)).toBe('none')
  })

  it('is refused if many primitives decompress the same data', async () => {
    const file = writeDracoGlb(sphere, {
      change: (json) => {
        json.meshes[0]!.primitives = Array(2000).fill(json.meshes[0]!.primitives[0])
      },
    })
    expect(await reasonOf(file)).toBe('mesh.too_large')
  })

  it('has only the memory that its length allows, and the next file gets a decoder of its own', async () => {
    const file = writeDracoGlb(makeScan(arch, 500_000))
    await loadDracoInNode(1000)
    expect(() => parseMesh(file)).toThrow(new MeshError('mesh.draco'))
    expect(() => parseMesh(writeDracoGlb(sphere))).toThrow(new MeshError('mesh.draco'))
    expect(await read(file)).toMatchObject({ triangleCount: 500_000 })
  })
})
