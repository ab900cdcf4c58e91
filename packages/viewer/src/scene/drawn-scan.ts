import { measureMesh } from '../mesh/measure.ts'
import type { MeshMeasure, PreparedMesh } from '../mesh/mesh.ts'

/**
 * A scan in the layout of the graphics card. A worker builds it, because loops over vertices would block the page.
 * - `positions`: x, y, z of each vertex in millimetres, in the axes of the file.
 * - `normals`: x, y, z of each vertex as signed 16-bit numbers, and an unused fourth number for alignment.
 * - `tones`: the scan's own red, green and blue of each vertex (sRGB; white without colours), and its cavity
 *   (`computeCavity`).
 * - `evidence`: a sample of the triangles, from which the scene guesses the orientation of the head.
 */
export type DrawnScan = {
  positions: Float32Array<ArrayBuffer>
  normals: Int16Array<ArrayBuffer>
  tones: Uint8Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
  hasColors: boolean
  isFaceted: boolean
  /** Mean of the scan's own colours as a CSS colour; undefined without colours. */
  tint: string | undefined
  measure: MeshMeasure
  evidence: Pick<PreparedMesh, 'mesh' | 'measure'>
}

const sampledTriangles = 20_000
const fullStep = 32_767

/**
 * Packs a mesh for the graphics card.
 * @param prepared must not be used afterwards: its positions and indices become part of the result
 */
export function packScan({ mesh, normals, cavity, isFaceted, measure }: PreparedMesh): DrawnScan {
  const { positions, indices, colors, vertexCount } = mesh
  const steps = new Int16Array(vertexCount * 4)
  const tones = new Uint8Array(vertexCount * 4).fill(255)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    for (let part = 0; part < 3; part += 1) {
      steps[vertex * 4 + part] = Math.round(normals[vertex * 3 + part]! * fullStep)
      if (colors) tones[vertex * 4 + part] = colors[vertex * 4 + part]!
    }
    tones[vertex * 4 + 3] = cavity[vertex]!
  }
  return {
    positions,
    normals: steps,
    tones,
    indices,
    hasColors: colors !== undefined,
    isFaceted,
    tint: colors && averageColor(colors),
    measure,
    evidence: { mesh: sampleMesh(mesh), measure },
  }
}

/** Creates a scan of one triangle without an area. */
export function createEmptyScan(): DrawnScan {
  const corners = { positions: new Float32Array(9), indices: new Uint32Array(3) }
  const mesh = { ...corners, format: 'glb', isFlat: true, vertexCount: 3, triangleCount: 1 } as const
  const measure = measureMesh(mesh)
  return {
    ...corners,
    normals: new Int16Array(12),
    tones: new Uint8Array(12),
    hasColors: false,
    isFaceted: false,
    tint: undefined,
    measure,
    evidence: { mesh, measure },
  }
}

/** Lists the buffers of a scan, which a worker transfers to the page. */
export function buffersOf(scan: DrawnScan): ArrayBuffer[] {
  const { positions, normals, tones, indices, evidence } = scan
  return [positions, normals, tones, indices, evidence.mesh.positions, evidence.mesh.indices].map(
    ({ buffer }) => buffer,
  )
}

/** Samples every n-th triangle. Sampled triangles share no vertices. */
function sampleMesh({ format, positions, indices, triangleCount }: PreparedMesh['mesh']) {
  const step = Math.max(1, Math.ceil(triangleCount / sampledTriangles))
  const count = Math.ceil(triangleCount / step)
  const corners = new Float32Array(count * 9)
  for (let triangle = 0; triangle < count; triangle += 1) {
    for (let corner = 0; corner < 3; corner += 1) {
      const from = indices[triangle * step * 3 + corner]! * 3
      const to = (triangle * 3 + corner) * 3
      corners[to] = positions[from]!
      corners[to + 1] = positions[from + 1]!
      corners[to + 2] = positions[from + 2]!
    }
  }
  return {
    format,
    positions: corners,
    indices: Uint32Array.from({ length: count * 3 }, (_, at) => at),
    isFlat: true,
    vertexCount: count * 3,
    triangleCount: count,
  }
}

/** Computes the mean of a sample of the colours as a CSS colour. */
function averageColor(colors: Uint8Array): string {
  const step = Math.max(1, Math.floor(colors.length / 4 / 1000)) * 4
  const sums = [0, 0, 0]
  let count = 0
  for (let at = 0; at < colors.length; at += step) {
    for (let channel = 0; channel < 3; channel += 1) sums[channel]! += colors[at + channel]!
    count += 1
  }
  const hex = (sum: number) =>
    Math.round(sum / count)
      .toString(16)
      .padStart(2, '0')
  return `#${sums.map(hex).join('')}`
}
