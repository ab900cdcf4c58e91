import type { StoredMesh } from './mesh-store.ts'
import { closestOnSegment, cornersOf, normalOf, trianglesInSphere } from './tree-queries.ts'
import { distance, dot, subtract, toUnit, type Vec } from './vectors.ts'

/** What a point was snapped to. */
export type SnapKind = 'vertex' | 'edge' | 'ridge' | 'surface'

/** An edge at which the surface ends (`edge`) or bends sharply (`ridge`). */
export type FeatureEdge = { from: Vec; to: Vec; kind: 'edge' | 'ridge' }

/** The surface bends sharply at an edge if its triangles differ by more than this angle in degrees. */
const ridgeDeg = 25
const ridgeCos = Math.cos((ridgeDeg * Math.PI) / 180)
/** Two edges that meet at a larger angle than this (degrees) form a corner. */
const cornerCos = Math.cos((40 * Math.PI) / 180)
/** A point does not snap if more triangles are that close, because the user sees them as one surface. */
const trianglesMax = 3000
/** Share of the radius within which a point snaps to a vertex that is no corner. */
const vertexShare = 0.5

/** Snaps a point of the surface to a corner, an open edge, a ridge or a vertex within a radius, in this order. */
export function snapPoint(mesh: StoredMesh, point: Vec, radiusMm: number): { point: Vec; kind: SnapKind } {
  const triangles = trianglesInSphere(mesh, point, radiusMm, trianglesMax)
  if (!triangles) return { point, kind: 'surface' }
  const edges = findFeatures(mesh, triangles)
  const corner = nearest(point, radiusMm, findCorners(edges))
  if (corner) return { point: corner, kind: 'vertex' }
  for (const kind of ['edge', 'ridge'] as const) {
    const onEdges = edges
      .filter((edge) => edge.kind === kind)
      .map(({ from, to }) => closestOnSegment(point, from, to))
    const found = nearest(point, radiusMm, onEdges)
    if (found) return { point: found, kind }
  }
  const vertices = triangles.flatMap((triangle) => cornersOf(mesh, triangle))
  const vertex = nearest(point, radiusMm * vertexShare, vertices)
  return vertex ? { point: vertex, kind: 'vertex' } : { point, kind: 'surface' }
}

/** Lists the open edges and ridges between some triangles. Edges at the rim of the list count as open. */
export function findFeatures(mesh: StoredMesh, triangles: readonly number[]): FeatureEdge[] {
  const edges = new Map<number, { from: Vec; to: Vec; normals: (Vec | undefined)[] }>()
  const numberPlace = createPlaceNumbers()
  for (const triangle of triangles) {
    const corners = cornersOf(mesh, triangle)
    const normal = normalOf(mesh, triangle)
    const places = corners.map((corner, at) => numberPlace(mesh.indices[triangle * 3 + at]!, corner))
    for (let at = 0; at < 3; at += 1) {
      const [from, to] = [corners[at]!, corners[(at + 1) % 3]!]
      const [one, other] = [places[at]!, places[(at + 1) % 3]!]
      if (one === other) continue
      const key = Math.min(one, other) * placesMax + Math.max(one, other)
      const known = edges.get(key)
      if (known) known.normals.push(normal)
      else edges.set(key, { from, to, normals: [normal] })
    }
  }
  return [...edges.values()].flatMap(({ from, to, normals }): FeatureEdge[] => {
    if (normals.length === 1) return [{ from, to, kind: 'edge' }]
    const [a, b] = normals
    return a && b && dot(a, b) < ridgeCos ? [{ from, to, kind: 'ridge' }] : []
  })
}

/** More than the places of any list of triangles near a point. */
const placesMax = 2 ** 20

/**
 * Returns a function that numbers the places of vertices. Vertices at one place have one number, because the levels of a part with
 * creases have several vertices at one place. Numbers are much faster than coordinates as keys of edges.
 */
function createPlaceNumbers(): (vertex: number, place: Vec) => number {
  const byPlace = new Map<string, number>()
  const byVertex = new Map<number, number>()
  return (vertex, place) => {
    const known = byVertex.get(vertex)
    if (known !== undefined) return known
    const key = keyOf(place)
    const number = byPlace.get(key) ?? byPlace.size
    byPlace.set(key, number)
    byVertex.set(vertex, number)
    return number
  }
}

/** Identifies a place by its coordinates, where -0 equals 0. */
export const keyOf = ([x, y, z]: Vec): string => `${x},${y},${z}`

/** Lists the places where feature edges end, branch or turn sharply. */
function findCorners(edges: readonly FeatureEdge[]): Vec[] {
  const ends = new Map<string, { place: Vec; towards: Vec[] }>()
  for (const { from, to } of edges)
    for (const [place, other] of [
      [from, to],
      [to, from],
    ] as const) {
      const towards = toUnit(subtract(other, place))
      if (!towards) continue
      const known = ends.get(keyOf(place))
      if (known) known.towards.push(towards)
      else ends.set(keyOf(place), { place, towards: [towards] })
    }
  return [...ends.values()].flatMap(({ place, towards }) => {
    const [a, b] = towards
    const isCorner = towards.length > 2 || (towards.length === 2 && a && b && -dot(a, b) < cornerCos)
    return isCorner ? [place] : []
  })
}

function nearest(point: Vec, radiusMm: number, candidates: readonly Vec[]): Vec | undefined {
  let best: Vec | undefined
  let bestMm = radiusMm
  for (const candidate of candidates) {
    const mm = distance(point, candidate)
    if (mm > bestMm) continue
    best = candidate
    bestMm = mm
  }
  return best
}
