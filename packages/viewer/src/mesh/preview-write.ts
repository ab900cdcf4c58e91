import { MeshoptEncoder } from 'meshoptimizer/encoder'
import type { MeshMeasure } from './mesh.ts'
import { type PreviewExtras, previewFormat } from './preview-format.ts'

/** A level before encoding: triangles over vertices of a scan. */
export type LevelMesh = {
  positions: Float32Array
  indices: Uint32Array
  /** One byte per vertex, as in `PreparedMesh`. */
  cavity: Uint8Array
  colors?: Uint8Array | undefined
  /** Unit normals (x, y, z) of a mesh that is split at its creases; readers compute the normals of other meshes. */
  normals?: Float32Array | undefined
}

/**
 * The grid to which vertices are rounded. All levels of a scan use the same grid, so that vertices do not move when the viewer
 * replaces a level.
 */
export type PreviewGrid = { origin: readonly [number, number, number]; stepMm: number }

type View = { bytes: Uint8Array; count: number; byteStride: number; mode: 'ATTRIBUTES' | 'TRIANGLES' }

const gridSteps = 65_535
/** Rounding moves a vertex by at most half the diagonal of a cell, 7 µm, which is below `previewRules.fullDeviationMm`. */
const stepMm = 0.008

/**
 * Chooses the grid of a scan: 8 µm, or finer if the coordinates are small, as in a file in metres. An object of more than half
 * a metre gets 65,535 steps along its longest side.
 */
export function gridOf({ min, sizeMm }: MeshMeasure): PreviewGrid {
  const side = Math.max(...sizeMm)
  const step = Math.max(Math.min(stepMm, side / 8_192), side / gridSteps)
  return { origin: min, stepMm: step > 0 ? step : stepMm }
}

/**
 * Encodes a preview level (`preview-format.ts`). Vertices are sorted by their first use, and unused vertices are omitted.
 * `MeshoptEncoder.ready` must have resolved.
 */
export function encodePreview(
  level: LevelMesh,
  grid: PreviewGrid,
  extras: Omit<PreviewExtras, 'pontic'>,
): Uint8Array<ArrayBuffer> {
  const indices = level.indices.slice()
  const [places, vertexCount] = MeshoptEncoder.reorderMesh(indices, true, true)
  const { points, colors, max } = placeVertices(level, grid, places, vertexCount)
  const normals = level.normals && placeNormals(level.normals, places, vertexCount)
  const views: View[] = [
    { bytes: points, count: vertexCount, byteStride: 8, mode: 'ATTRIBUTES' },
    { bytes: new Uint8Array(indices.buffer), count: indices.length, byteStride: 4, mode: 'TRIANGLES' },
    ...[colors, normals].flatMap((bytes) =>
      bytes ? [{ bytes, count: vertexCount, byteStride: 4, mode: 'ATTRIBUTES' } as const] : [],
    ),
  ]
  const packed = views.map(({ bytes, count, byteStride, mode }) =>
    MeshoptEncoder.encodeGltfBuffer(bytes, count, byteStride, mode, 0),
  )
  const counts = { vertexCount, indexCount: indices.length }
  const has = { hasColors: colors !== undefined, hasNormals: normals !== undefined }
  const facts: Facts = { ...counts, ...has, max, grid, extras: { pontic: previewFormat, ...extras } }
  const json = describe(views, packed, facts)
  return packGlb(json, packed)
}

function placeVertices(
  { positions, cavity, colors }: LevelMesh,
  { origin, stepMm: step }: PreviewGrid,
  places: Uint32Array,
  vertexCount: number,
): { points: Uint8Array; colors: Uint8Array | undefined; max: number[] } {
  const steps = new Uint16Array(vertexCount * 4)
  const points = new Uint8Array(steps.buffer)
  const placed = colors && new Uint8Array(vertexCount * 4)
  const max = [0, 0, 0]
  for (let vertex = 0; vertex < places.length; vertex += 1) {
    const to = places[vertex]!
    if (to >= vertexCount) continue
    for (let axis = 0; axis < 3; axis += 1) {
      const value = Math.min(
        gridSteps,
        Math.max(0, Math.round((positions[vertex * 3 + axis]! - origin[axis]!) / step)),
      )
      steps[to * 4 + axis] = value
      if (value > max[axis]!) max[axis] = value
    }
    points[to * 8 + 6] = cavity[vertex]!
    if (placed) placed.set(colors.subarray(vertex * 4, vertex * 4 + 4), to * 4)
  }
  return { points, colors: placed, max }
}

/** Quantizes normals to signed bytes. The error is less than half a degree. */
function placeNormals(normals: Float32Array, places: Uint32Array, vertexCount: number): Uint8Array {
  const steps = new Int8Array(vertexCount * 4)
  for (let vertex = 0; vertex < places.length; vertex += 1) {
    const to = places[vertex]!
    if (to >= vertexCount) continue
    for (let axis = 0; axis < 3; axis += 1)
      steps[to * 4 + axis] = Math.round(normals[vertex * 3 + axis]! * 127)
  }
  return new Uint8Array(steps.buffer)
}

type Facts = {
  vertexCount: number
  indexCount: number
  hasColors: boolean
  hasNormals: boolean
  max: number[]
  grid: PreviewGrid
  extras: PreviewExtras
}

function describe(views: readonly View[], packed: readonly Uint8Array[], facts: Facts): object {
  const { grid, extras, hasColors, hasNormals } = facts
  const offsets = offsetsOf(packed.map((bytes) => bytes.length))
  const unpackedOffsets = offsetsOf(views.map(({ bytes }) => bytes.length))
  const compression = 'EXT_meshopt_compression'
  const extensions = [compression, 'KHR_mesh_quantization']
  return {
    asset: { version: '2.0' },
    extensionsUsed: extensions,
    extensionsRequired: extensions,
    extras,
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, translation: grid.origin, scale: [grid.stepMm, grid.stepMm, grid.stepMm] }],
    meshes: [
      {
        primitives: [
          {
            attributes: {
              ...{ POSITION: 0, _CAVITY: 2 },
              ...(hasColors && { COLOR_0: 3 }),
              ...(hasNormals && { NORMAL: hasColors ? 4 : 3 }),
            },
            ...{ indices: 1, mode: 4 },
          },
        ],
      },
    ],
    accessors: listAccessors(facts),
    bufferViews: views.map(({ bytes, count, byteStride, mode }, i) => ({
      buffer: 1,
      byteOffset: unpackedOffsets.at[i],
      byteLength: bytes.length,
      ...(mode === 'ATTRIBUTES' && { byteStride }),
      extensions: {
        [compression]: {
          ...{ buffer: 0, byteOffset: offsets.at[i], byteLength: packed[i]!.length },
          ...{ byteStride, count, mode },
        },
      },
    })),
    buffers: [
      { byteLength: offsets.end },
      { byteLength: unpackedOffsets.end, extensions: { [compression]: { fallback: true } } },
    ],
  }
}

function listAccessors({ vertexCount, indexCount, max, hasColors, hasNormals }: Facts): object[] {
  return [
    { bufferView: 0, componentType: 5123, count: vertexCount, type: 'VEC3', min: [0, 0, 0], max },
    { bufferView: 1, componentType: 5125, count: indexCount, type: 'SCALAR' },
    { bufferView: 0, byteOffset: 6, componentType: 5121, count: vertexCount, type: 'SCALAR' },
    ...(hasColors
      ? [{ bufferView: 2, componentType: 5121, normalized: true, count: vertexCount, type: 'VEC4' }]
      : []),
    ...(hasNormals
      ? [
          {
            ...{ bufferView: hasColors ? 3 : 2, componentType: 5120, normalized: true },
            ...{ count: vertexCount, type: 'VEC3' },
          },
        ]
      : []),
  ]
}

/** Computes the offsets of parts with these lengths, each aligned to four bytes. */
function offsetsOf(lengths: readonly number[]): { at: number[]; end: number } {
  const at: number[] = []
  let end = 0
  for (const length of lengths) {
    at.push(end)
    end += Math.ceil(length / 4) * 4
  }
  return { at, end }
}

function packGlb(json: object, parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json))
  const textBytes = Math.ceil(text.length / 4) * 4
  const { at, end } = offsetsOf(parts.map((part) => part.length))
  const glb = new Uint8Array(12 + 8 + textBytes + 8 + end)
  const view = new DataView(glb.buffer)
  const words: [number, number][] = [
    [0, 0x46546c67],
    [4, 2],
    [8, glb.length],
    [12, textBytes],
    [16, 0x4e4f534a],
    [20 + textBytes, end],
    [24 + textBytes, 0x004e4942],
  ]
  for (const [offset, word] of words) view.setUint32(offset, word, true)
  glb.fill(32, 20, 20 + textBytes)
  glb.set(text, 20)
  parts.forEach((part, i) => {
    glb.set(part, 28 + textBytes + at[i]!)
  })
  return glb
}
