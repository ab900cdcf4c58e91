import type { MeshSurface } from '@pontic/contract'
import type { Borders } from './borders.ts'
import type { Mesh, MeshMeasure } from './mesh.ts'
import { readStlCount, stlHeaderBytes, stlTriangleBytes } from './recognize.ts'

/** Minimum mean depth of a closed mesh as a share of its longest side; below it the result is `unknown`. */
const leastDepth = 0.001
/** Cells along the longest side for measuring the bulge of an open surface: about one tooth each for an arch. */
const cells = 12
/** Minimum mean bulge of an open surface as a share of a cell; below it the result is `unknown`. */
const leastBulge = 0.03
/** The stored normals of a mirrored copy oppose the triangles on at least this share of the area. */
const opposedShare = 0.9

/**
 * Finds the side to which a mesh's triangles face. A closed mesh faces out if its volume is positive. An open mesh faces out
 * if its bulges do, because teeth protrude from the gum. `mirrored`: the triangles face inwards, but the normals in the file
 * face outwards. Programs that mirror coordinates without inverting the winding write such files.
 * @param hasOpposedNormals as returned by `hasOpposedStlNormals`
 */
export function findSurface(
  mesh: Mesh,
  measure: MeshMeasure,
  { openEdges }: Borders,
  hasOpposedNormals: boolean,
): MeshSurface {
  const isClosed = openEdges === 0
  // A closed mesh is one cell, whose bulge is its volume.
  const { bulge, cell } = measureBulge(mesh, measure, isClosed ? 1 : cells)
  if (!(Math.abs(bulge) > cell * (isClosed ? leastDepth : leastBulge))) return 'unknown'
  if (bulge > 0) return 'out'
  return hasOpposedNormals ? 'mirrored' : 'in'
}

/**
 * Measures how far triangles protrude from the centre of their cell along their own normal, as a mean weighted by area. The
 * result is positive if the surface bulges towards the side that it faces. A palate is concave, but flat within a cell.
 */
function measureBulge(
  { positions, indices }: Mesh,
  { min, sizeMm }: MeshMeasure,
  count: number,
): { bulge: number; cell: number } {
  const cell = Math.max(...sizeMm) / count
  const counts = sizeMm.map((side) => Math.min(count, Math.floor(side / cell) + 1))
  // Per cell: area, centroid weighted by area, area vector, and the sum of centroids along area vectors. All areas are
  // doubled, which cancels out.
  const sums = new Float64Array(counts[0]! * counts[1]! * counts[2]! * 8)
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3]
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    const area = Math.sqrt(x * x + y * y + z * z)
    const px = (positions[a]! + positions[b]! + positions[c]!) / 3 - min[0]
    const py = (positions[a + 1]! + positions[b + 1]! + positions[c + 1]!) / 3 - min[1]
    const pz = (positions[a + 2]! + positions[b + 2]! + positions[c + 2]!) / 3 - min[2]
    const cellOf = (value: number, axis: number) => Math.min(counts[axis]! - 1, Math.floor(value / cell))
    const at = ((cellOf(px, 0) * counts[1]! + cellOf(py, 1)) * counts[2]! + cellOf(pz, 2)) * 8
    sums[at]! += area
    sums[at + 1]! += area * px
    sums[at + 2]! += area * py
    sums[at + 3]! += area * pz
    sums[at + 4]! += x
    sums[at + 5]! += y
    sums[at + 6]! += z
    sums[at + 7]! += px * x + py * y + pz * z
  }
  let [total, protrusion] = [0, 0]
  for (let at = 0; at < sums.length; at += 8) {
    const area = sums[at]!
    if (area === 0) continue
    const [mx, my, mz] = [sums[at + 1]! / area, sums[at + 2]! / area, sums[at + 3]! / area]
    total += area
    protrusion += sums[at + 7]! - (mx * sums[at + 4]! + my * sums[at + 5]! + mz * sums[at + 6]!)
  }
  return { bulge: total > 0 ? protrusion / total : 0, cell }
}

/** Whether the stored normals of a binary STL oppose its triangles; false for other formats. */
export function hasOpposedStlNormals(bytes: Uint8Array, { format, triangleCount }: Mesh): boolean {
  if (format !== 'stl-binary') return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.min(triangleCount, readStlCount(bytes))
  const step = Math.max(1, Math.floor(count / 20_000))
  let [opposed, total] = [0, 0]
  for (let triangle = 0; triangle < count; triangle += step) {
    const at = stlHeaderBytes + triangle * stlTriangleBytes
    const ax = view.getFloat32(at + 12, true)
    const ay = view.getFloat32(at + 16, true)
    const az = view.getFloat32(at + 20, true)
    const ux = view.getFloat32(at + 24, true) - ax
    const uy = view.getFloat32(at + 28, true) - ay
    const uz = view.getFloat32(at + 32, true) - az
    const vx = view.getFloat32(at + 36, true) - ax
    const vy = view.getFloat32(at + 40, true) - ay
    const vz = view.getFloat32(at + 44, true) - az
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    const area = Math.sqrt(x * x + y * y + z * z)
    const along =
      x * view.getFloat32(at, true) + y * view.getFloat32(at + 4, true) + z * view.getFloat32(at + 8, true)
    if (Number.isNaN(along)) continue
    total += area
    if (along < 0) opposed += area
  }
  return opposed > total * opposedShare
}
