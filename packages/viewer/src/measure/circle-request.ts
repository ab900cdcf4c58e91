import { type Circle, fitCircle } from './circle.ts'
import type { MeshStore, StoredMesh } from './mesh-store.ts'
import type { PickedPoint } from './points.ts'
import { type FeatureEdge, findFeatures, keyOf } from './snap.ts'
import { closestOnSegment, trianglesInSphere } from './tree-queries.ts'
import { distance, dot, subtract, toUnit, type Vec } from './vectors.ts'

/** Maximum number of edges of a ring. */
const edgesMax = 20_000
const trianglesMax = 20_000
/** Distance within which a triangle touches a place, in spite of rounding. */
const touchMm = 1e-6

/** A circle, and the ring of edges that it was fitted to. */
export type RingCircle = Circle & { ring: Vec[] }

/**
 * Fits a circle to the closed ring of open edges or of ridges next to a point.
 * @param input.radiusMm how far the ring may be from the point
 * @returns undefined if no closed ring is that close
 */
export function findCircle(
  store: MeshStore,
  { at, radiusMm }: { at: PickedPoint; radiusMm: number },
): RingCircle | undefined {
  const mesh = store.get(at.scanId)
  const triangles = trianglesInSphere(mesh, at.point, radiusMm, trianglesMax)
  if (!triangles) return undefined
  const starts = findFeatures(mesh, triangles)
    .map((edge) => ({ edge, mm: distance(closestOnSegment(at.point, edge.from, edge.to), at.point) }))
    .filter(({ mm }) => mm <= radiusMm)
    .sort((a, b) => Number(a.edge.kind === 'ridge') - Number(b.edge.kind === 'ridge') || a.mm - b.mm)
  for (const { edge } of starts.slice(0, 3)) {
    const ring = walkRing(mesh, edge)
    const circle = ring && fitCircle(ring)
    if (circle) return { ...circle, ring }
  }
  return undefined
}

/** Follows edges of one kind from an edge, straight on at branches; undefined if they do not close. */
function walkRing(mesh: StoredMesh, { from, to, kind }: FeatureEdge): Vec[] | undefined {
  const ring = [from]
  const start = keyOf(from)
  const seen = new Set([start])
  let [before, place] = [from, to]
  while (keyOf(place) !== start) {
    if (seen.has(keyOf(place)) || ring.length >= edgesMax) return undefined
    seen.add(keyOf(place))
    ring.push(place)
    const next = findNext(mesh, before, place, kind)
    if (!next) return undefined
    ;[before, place] = [place, next]
  }
  return ring
}

function findNext(mesh: StoredMesh, before: Vec, place: Vec, kind: FeatureEdge['kind']): Vec | undefined {
  const key = keyOf(place)
  const forward = toUnit(subtract(place, before))
  const ends = findFeatures(mesh, trianglesInSphere(mesh, place, touchMm, 1000) ?? [])
    .filter((edge) => edge.kind === kind)
    .flatMap(({ from, to }) => (keyOf(from) === key ? [to] : keyOf(to) === key ? [from] : []))
    .filter((end) => keyOf(end) !== keyOf(before))
  const straightness = (end: Vec) => dot(toUnit(subtract(end, place)) ?? [0, 0, 0], forward ?? [0, 0, 0])
  return ends.sort((a, b) => straightness(b) - straightness(a))[0]
}
