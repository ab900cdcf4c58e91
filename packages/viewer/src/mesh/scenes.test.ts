import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { measureDeviation, surfacePoints } from './deviation.ts'
import { MeshError } from './mesh.ts'
import { parseMesh } from './parse.ts'
import { previewRules } from './preview-format.ts'
import type { WrittenLevel } from './preview-levels.ts'
import { decodePreview } from './preview-read.ts'
import { collectPipeline, deviationOf } from './run-pipeline.ts'
import { type GlbPart, writeGlbScene } from './write-glb.ts'
import { describeGlb, writeGlb } from './write-models.ts'

type Triangles = { positions: Float32Array; indices: Uint32Array }
type Point = [number, number, number]

const jaw: Triangles = parseMesh(
  new Uint8Array(readFileSync(new URL('../../../../demo/scans/case0-upper-teeth.obj', import.meta.url))),
)
/** Maximum rounding error of a vertex after several rotations in single precision, in millimetres. */
const turnedMm = 0.0005

/** Extracts a third of the triangles with their own vertices, transformed by `undo`. */
function partOf({ positions, indices }: Triangles, part: number, undo: (point: Point) => Point): Triangles {
  const third = Math.ceil(indices.length / 9) * 3
  const own = indices.subarray(part * third, (part + 1) * third)
  const numbers = new Map<number, number>()
  for (const vertex of own) if (!numbers.has(vertex)) numbers.set(vertex, numbers.size)
  const moved = [...numbers.keys()].flatMap((vertex) =>
    undo([...positions.subarray(vertex * 3, vertex * 3 + 3)] as Point),
  )
  return { positions: Float32Array.from(moved), indices: own.map((vertex) => numbers.get(vertex)!) }
}

/** Computes six times the enclosed volume, which is negative if the triangles are inside out. */
function volumeOf({ positions, indices }: Triangles): number {
  let sum = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      positions.subarray(indices[i + k]! * 3, indices[i + k]! * 3 + 3),
    ) as [Float32Array, Float32Array, Float32Array]
    sum += a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!)
    sum += a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!)
    sum += a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)
  }
  return sum
}

/** Asserts that a file has the surface of the jaw. @returns the levels of its preview */
async function expectSameJaw(bytes: Uint8Array<ArrayBuffer>): Promise<WrittenLevel[]> {
  const read = parseMesh(bytes)
  expect(read.triangleCount).toBe(jaw.indices.length / 3)
  expect(measureDeviation(surfacePoints(read), jaw).at(-1)!).toBeLessThan(turnedMm)
  expect(measureDeviation(surfacePoints(jaw), read).at(-1)!).toBeLessThan(turnedMm)
  expect(volumeOf(read) / volumeOf(jaw)).toBeCloseTo(1, 3)
  const { levels } = await collectPipeline(bytes.slice(), 'upper')
  expect((await deviationOf(jaw, levels[0]!)).p99).toBeLessThan(previewRules.coarseDeviationMm + turnedMm)
  expect((await deviationOf(jaw, levels.at(-1)!)).largest).toBeLessThan(
    previewRules.fullDeviationMm + turnedMm,
  )
  return levels
}

describe('A jaw that consists of three placed parts', () => {
  it('is assembled from moved, rotated, scaled and mirrored nodes of a GLB', async () => {
    const half = Math.SQRT1_2
    // The root node is moved and rotated by 90° about z. The first part is rotated by a matrix, the second has half its
    // size, the third is mirrored along x.
    const root = { translation: [10, 20, 30], rotation: [0, 0, half, half] }
    const undoRoot = ([x, y, z]: Point): Point => [y - 20, 10 - x, z - 30]
    const matrix = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 5, 6, 7, 1]
    const undoMatrix = ([x, y, z]: Point): Point => [y - 6, z - 7, x - 5]
    const parts: GlbPart[] = [
      { ...partOf(jaw, 0, (point) => undoMatrix(undoRoot(point))), node: { matrix } },
      {
        ...partOf(jaw, 1, (point) => undoRoot(point).map((value) => value / 2) as Point),
        node: { scale: [2, 2, 2] },
      },
      { ...mirror(partOf(jaw, 2, undoRoot)), node: { scale: [-1, 1, 1] } },
    ]
    await expectSameJaw(writeGlbScene(parts, { root }))
  })

  it('is assembled from objects, components and model files of a 3MF in centimetres', async () => {
    const undoItem = ([x, y, z]: Point): Point => [x / 10 - 1, y / 10 - 2, z / 10 - 3]
    const undoTurn = ([x, y, z]: Point): Point => [y, z, x]
    const object = (id: number, { positions, indices }: Triangles, color: string) => {
      const vertices = Array.from(
        { length: positions.length / 3 },
        (_, i) => `<vertex x="${positions[i * 3]}" y="${positions[i * 3 + 1]}" z="${positions[i * 3 + 2]}"/>`,
      )
      const triangles = Array.from(
        { length: indices.length / 3 },
        (_, i) => `<triangle v1="${indices[i * 3]}" v2="${indices[i * 3 + 1]}" v3="${indices[i * 3 + 2]}"/>`,
      )
      const mesh = `<mesh><vertices>${vertices.join('')}</vertices><triangles>${triangles.join('')}</triangles></mesh>`
      return `<m:colorgroup id="${id + 10}"><m:color color="#FFFFFF"/><m:color color="${color}"/></m:colorgroup><object id="${id}" name="Jane Roe" pid="${id + 10}" pindex="1">${mesh}</object>`
    }
    const head = `<?xml version="1.0"?><model unit="centimeter" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" requiredextensions="p m"><resources>`
    const other = `${head}${object(1, partOf(jaw, 2, undoItem), '#0000FF80')}</resources><build/></model>`
    const root = [
      head,
      object(1, mirror(partOf(jaw, 0, undoItem)), '#FF0000'),
      object(
        2,
        partOf(jaw, 1, (point) => undoTurn(undoItem(point))),
        '#00FF00',
      ),
      // The first part is mirrored, the second rotated, the third in a file of its own. All are moved together.
      '<object id="3"><components><component objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>',
      '<component objectid="2" transform="0 1 0 0 0 1 1 0 0 0 0 0"/>',
      '<component objectid="1" p:path="/3D/Objects/Part_1.model"/></components></object>',
      '</resources><build><item objectid="3" transform="1 0 0 0 1 0 0 0 1 1 2 3"/></build></model>',
    ].join('\n')
    const text = (value: string) => new TextEncoder().encode(value)
    const bytes = zipSync({
      '3D/3dmodel.model': text(root),
      '3D/Objects/part_1.model': text(other),
    }) as Uint8Array<ArrayBuffer>
    const levels = await expectSameJaw(bytes)
    // Each third has the colour of its object, on every level.
    for (const { bytes: level } of levels) {
      const { colors } = (await decodePreview(level)).mesh
      const seen = new Set(Array.from(new Uint32Array(colors!.slice().buffer), (color) => color.toString(16)))
      expect([...seen].sort()).toEqual(['ff0000ff', 'ff00ff00', 'ffff0000'])
    }
  })
})

/** Mirrors vertices and winding. The matrix of the node or component mirrors them back. */
function mirror({ positions, indices }: Triangles): Triangles {
  return {
    positions: positions.map((value, i) => (i % 3 === 0 ? -value : value)),
    indices: indices.map((_, i) => indices[i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i]!),
  }
}

describe('A model with an unsupported extension', () => {
  const reasonOf = (bytes: Uint8Array) => {
    try {
      parseMesh(bytes)
    } catch (error) {
      if (error instanceof MeshError) return error.reason
      throw error
    }
    return 'none'
  }
  const demanding = (...extensionsRequired: string[]) =>
    reasonOf(writeGlb({ ...describeGlb(), extensionsRequired }))

  it('is refused if it requires an extension that affects the geometry', () => {
    expect(demanding('KHR_draco_mesh_compression')).toBe('none')
    expect(demanding('EXT_mesh_gpu_instancing')).toBe('mesh.extension')
    expect(demanding('VENDOR_unheard_of')).toBe('mesh.extension')
    expect(demanding('KHR_mesh_quantization', 'KHR_materials_unlit', 'KHR_texture_transform')).toBe('none')
    const model = `<model xmlns:b="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02" requiredextensions="b"></model>`
    const archive = (text: string) => zipSync({ '3D/3dmodel.model': new TextEncoder().encode(text) })
    expect(reasonOf(archive(model))).toBe('mesh.extension')
    expect(reasonOf(archive('<model requiredextensions="q"></model>'))).toBe('mesh.extension')
  })

  it('is parsed if it also contains the uncompressed geometry and does not require Draco', () => {
    const json = describeGlb()
    const draco = {
      extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
    }
    Object.assign(json.meshes[0]!.primitives[0]!, draco)
    expect(reasonOf(writeGlb(json))).toBe('none')
    Object.assign(json.accessors[0]!, { bufferView: undefined })
    expect(reasonOf(writeGlb(json))).toBe('mesh.draco')
  })
})
