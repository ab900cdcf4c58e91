import type { Mesh } from './mesh.ts'

type Triangles = { positions: Float32Array; indices: Uint32Array; vertexCount: number }

/** A mesh whose vertices are split along its creases. */
export type CreasedMesh = {
  /** Three indices of split vertices per triangle. */
  indices: Uint32Array<ArrayBuffer>
  /** The original vertex of each split vertex. */
  sources: Uint32Array<ArrayBuffer>
  /** Unit normal of each split vertex (x, y, z). */
  normals: Float32Array<ArrayBuffer>
}

/** Facets that meet at a smaller angle belong to one smooth surface. */
const creaseDeg = 35
/**
 * At a crease, the smallest angle between facets of different surfaces is at least this many times the
 * largest angle between a facet and the nearest facet of its own surface. Noise has angles of all sizes.
 */
const creaseContrast = 2
/** A vertex whose facets all deviate from their mean by less than half the crease angle has no crease. */
const smoothCos = Math.cos((creaseDeg / 2) * (Math.PI / 180))
const creaseCos = Math.cos(creaseDeg * (Math.PI / 180))
/** A triangle whose height is below this share of the mesh's longest side has no reliable normal. */
const thinHeightShare = 2e-5

/**
 * Splits vertices where facets meet at 35° or more, so that each side of a crease has its own normal. It is the mean of the
 * normals of the facets on that side, weighted by their angles at the vertex, so that long thin triangles have little
 * influence. A mesh without creases keeps its vertices.
 */
export function splitCreases(mesh: Triangles): CreasedMesh {
  const facets = describeFacets(mesh)
  const { starts, corners } = listCorners(mesh)
  const indices = mesh.indices.slice()
  const sources: number[] = []
  const normals: number[] = []
  for (let vertex = 0; vertex < mesh.vertexCount; vertex += 1) {
    const own = corners.subarray(starts[vertex]!, starts[vertex + 1]!)
    const groups = groupCorners(facets, own)
    const count = Math.max(1, ...(groups ?? []).map((group) => group + 1))
    const first = sources.length
    for (let group = 0; group < count; group += 1) {
      sources.push(vertex)
      normals.push(...meanOf(facets, own, groups, group))
    }
    own.forEach((corner, at) => {
      indices[corner] = first + (groups?.[at] ?? 0)
    })
  }
  return { indices, sources: Uint32Array.from(sources), normals: Float32Array.from(normals) }
}

/** Removes thin triangles, which have no reliable normal. Simplifying leaves some that are less than a micrometre high. */
export function removeThinTriangles(mesh: Triangles): Uint32Array<ArrayBuffer> {
  const { isThin } = describeFacets(mesh)
  return mesh.indices.filter((_, at) => isThin[Math.floor(at / 3)] === 0) as Uint32Array<ArrayBuffer>
}

/** Splits the creases of a mesh (`splitCreases`) and copies its positions and colours to the split vertices. */
export function withSplitCreases(mesh: Mesh): { mesh: Mesh; normals: Float32Array<ArrayBuffer> } {
  const { indices, sources, normals } = splitCreases(mesh)
  const { positions, colors } = mesh
  const split: Mesh = {
    ...mesh,
    indices,
    positions: copyToSplitVertices(positions, sources, 3),
    ...(colors && { colors: copyToSplitVertices(colors, sources, 4) }),
    vertexCount: sources.length,
  }
  return { mesh: split, normals }
}

/** Copies the values of the original vertices to the split vertices. */
export function copyToSplitVertices<Values extends Float32Array | Uint8Array>(
  values: Values,
  sources: Uint32Array,
  perVertex: number,
): Values {
  const copied = new (values.constructor as new (length: number) => Values)(sources.length * perVertex)
  sources.forEach((source, vertex) => {
    for (let part = 0; part < perVertex; part += 1)
      copied[vertex * perVertex + part] = values[source * perVertex + part]!
  })
  return copied
}

/** The unit normal of each triangle, whether it is unreliable (1 in `isThin`), and the angle at each corner. */
type Facets = { normals: Float32Array; isThin: Uint8Array; angles: Float32Array }

function describeFacets({ positions, indices }: Triangles): Facets {
  const count = indices.length / 3
  const facets: Facets = {
    normals: new Float32Array(indices.length),
    isThin: new Uint8Array(count),
    angles: new Float32Array(indices.length),
  }
  const thinHeight = longestSide(positions) * thinHeightShare
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
    const doubleArea = Math.sqrt(x * x + y * y + z * z)
    const [uu, vv] = [ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz]
    const uv = ux * vx + uy * vy + uz * vz
    const longest = Math.sqrt(Math.max(uu, vv, uu + vv - 2 * uv))
    facets.isThin[i / 3] = doubleArea > longest * thinHeight ? 0 : 1
    if (doubleArea === 0) continue
    facets.normals[i] = x / doubleArea
    facets.normals[i + 1] = y / doubleArea
    facets.normals[i + 2] = z / doubleArea
    facets.angles[i] = Math.atan2(doubleArea, uv)
    facets.angles[i + 1] = Math.atan2(doubleArea, uu - uv)
    facets.angles[i + 2] = Math.atan2(doubleArea, vv - uv)
  }
  return facets
}

function longestSide(positions: Float32Array): number {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < positions.length; at += 1) {
    const axis = at % 3
    if (positions[at]! < min[axis]!) min[axis] = positions[at]!
    if (positions[at]! > max[axis]!) max[axis] = positions[at]!
  }
  return Math.max(...max.map((value, axis) => value - min[axis]!))
}

/** Groups the corners (positions in `indices`) by vertex: those of vertex v are `corners[starts[v]…starts[v + 1]]`. */
function listCorners({ indices, vertexCount }: Triangles): { starts: Uint32Array; corners: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 1)
  for (const vertex of indices) starts[vertex + 1]! += 1
  for (let vertex = 0; vertex < vertexCount; vertex += 1) starts[vertex + 1]! += starts[vertex]!
  const ends = starts.slice()
  const corners = new Uint32Array(indices.length)
  for (let at = 0; at < indices.length; at += 1) {
    const vertex = indices[at]!
    corners[ends[vertex]!] = at
    ends[vertex]! += 1
  }
  return { starts, corners }
}

const cosBetween = ({ normals }: Facets, one: number, other: number): number => {
  const [a, b] = [one - (one % 3), other - (other % 3)]
  return normals[a]! * normals[b]! + normals[a + 1]! * normals[b + 1]! + normals[a + 2]! * normals[b + 2]!
}

/** Assigns each corner of a vertex to a surface, by number; undefined if there is only one surface. */
function groupCorners(facets: Facets, corners: Uint32Array): number[] | undefined {
  const trusted = corners.filter((corner) => facets.isThin[Math.floor(corner / 3)] === 0)
  if (trusted.length < 2 || isSmooth(facets, trusted)) return undefined
  const groups = linkCorners(facets, trusted)
  if (groups.every((group) => group === 0) || !isCrease(facets, trusted, groups)) return undefined
  return [...corners].map((corner) => {
    const at = trusted.indexOf(corner)
    return at >= 0 ? groups[at]! : groups[nearestOf(facets, corner, trusted)]!
  })
}

function isSmooth(facets: Facets, corners: Uint32Array): boolean {
  const [x, y, z] = meanOf(facets, corners, undefined, 0)
  return corners.every((corner) => {
    const at = corner - (corner % 3)
    return facets.normals[at]! * x + facets.normals[at + 1]! * y + facets.normals[at + 2]! * z >= smoothCos
  })
}

/** Groups the facets of a vertex: two belong together if a chain of facets connects them by angles below the crease angle. */
function linkCorners(facets: Facets, corners: Uint32Array): number[] {
  const groups = Array.from(corners, () => -1)
  let count = 0
  for (let start = 0; start < corners.length; start += 1) {
    if (groups[start] !== -1) continue
    const open = [start]
    groups[start] = count
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (let other = 0; other < corners.length; other += 1) {
        if (groups[other] !== -1 || cosBetween(facets, corners[one]!, corners[other]!) < creaseCos) continue
        groups[other] = count
        open.push(other)
      }
    }
    count += 1
  }
  return groups
}

/** Whether the angles between the groups clearly exceed those within the groups: true for a crease, false for a noisy fissure. */
function isCrease(facets: Facets, corners: Uint32Array, groups: readonly number[]): boolean {
  let [between, within] = [Math.PI, 0]
  corners.forEach((corner, one) => {
    let nearest = Math.PI
    corners.forEach((other, at) => {
      if (at === one) return
      const angle = Math.acos(Math.min(1, Math.max(-1, cosBetween(facets, corner, other))))
      if (groups[at] === groups[one]) nearest = Math.min(nearest, angle)
      else between = Math.min(between, angle)
    })
    if (nearest < Math.PI) within = Math.max(within, nearest)
  })
  return between >= within * creaseContrast
}

function nearestOf(facets: Facets, corner: number, trusted: Uint32Array): number {
  const cosines = Array.from(trusted, (other) => cosBetween(facets, corner, other))
  return cosines.indexOf(Math.max(...cosines))
}

/** Returns the mean normal of a group's facets, weighted by their angles; `[0, 0, 1]` if no facet has a normal. */
function meanOf(
  { normals, angles, isThin }: Facets,
  corners: Uint32Array,
  groups: readonly number[] | undefined,
  group: number,
): [number, number, number] {
  for (const includesThin of [false, true]) {
    const sum: [number, number, number] = [0, 0, 0]
    corners.forEach((corner, at) => {
      if ((groups && groups[at] !== group) || (!includesThin && isThin[Math.floor(corner / 3)] === 1)) return
      for (let axis = 0; axis < 3; axis += 1)
        sum[axis]! += normals[corner - (corner % 3) + axis]! * angles[corner]!
    })
    const length = Math.hypot(...sum)
    if (length > 1e-6) return [sum[0] / length, sum[1] / length, sum[2] / length]
  }
  return [0, 0, 1]
}
