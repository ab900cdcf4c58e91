import { type Box3, DoubleSide, Ray, Vector3 } from 'three'
import type { StoredMesh } from './mesh-store.ts'
import { cross, distance, dot, scale, subtract, toUnit, type Vec } from './vectors.ts'

/** A point on the surface of a mesh, with the number of its triangle in the sorted indices. */
export type SurfacePoint = { point: Vec; triangle: number; distanceMm: number }

/** Returns the first point at which a ray hits the surface, from either side. */
export function castRay(
  { tree }: StoredMesh,
  origin: Vec,
  direction: Vec,
  near = 0,
  far = Number.POSITIVE_INFINITY,
): SurfacePoint | undefined {
  const ray = new Ray(new Vector3(...origin), new Vector3(...direction))
  const hit = tree.raycastFirst(ray, DoubleSide, near, far)
  if (!hit || hit.faceIndex == null) return undefined
  return { point: hit.point.toArray(), triangle: hit.faceIndex, distanceMm: hit.distance }
}

/** Returns the point of the surface that is closest to a place; undefined if it is farther than `farMm`. */
export function closestPoint(
  { tree }: StoredMesh,
  place: Vec,
  farMm = Number.POSITIVE_INFINITY,
): SurfacePoint | undefined {
  const target = { point: new Vector3(), distance: 0, faceIndex: -1 }
  const found = tree.closestPointToPoint(new Vector3(...place), target, 0, farMm)
  if (!found || found.faceIndex < 0) return undefined
  return { point: found.point.toArray(), triangle: found.faceIndex, distanceMm: found.distance }
}

/** Returns a corner of a triangle. @param corner 0, 1 or 2 */
export function cornerOf({ positions, indices }: StoredMesh, triangle: number, corner: number): Vec {
  const at = indices[triangle * 3 + corner]! * 3
  return [positions[at]!, positions[at + 1]!, positions[at + 2]!]
}

export const cornersOf = (mesh: StoredMesh, triangle: number): [Vec, Vec, Vec] => [
  cornerOf(mesh, triangle, 0),
  cornerOf(mesh, triangle, 1),
  cornerOf(mesh, triangle, 2),
]

/** Returns the unit normal of a triangle; undefined for a triangle without an area. */
export function normalOf(mesh: StoredMesh, triangle: number): Vec | undefined {
  const [a, b, c] = cornersOf(mesh, triangle)
  return toUnit(cross(subtract(b, a), subtract(c, a)))
}

/** Lists the triangles that a sphere touches; undefined if more than `most` do. */
export function trianglesInSphere(
  mesh: StoredMesh,
  centre: Vec,
  radiusMm: number,
  most: number,
): number[] | undefined {
  const found: number[] = []
  const middle = new Vector3(...centre)
  const isOver = mesh.tree.shapecast({
    intersectsBounds: (box: Box3) => box.distanceToPoint(middle) <= radiusMm,
    intersectsRange: (offset, count) => {
      for (let triangle = offset; triangle < offset + count; triangle += 1)
        if (distance(closestOnTriangle(centre, ...cornersOf(mesh, triangle)), centre) <= radiusMm)
          found.push(triangle)
      return found.length > most
    },
  })
  return isOver ? undefined : found
}

/** Returns the point of a segment that is closest to a place. */
export function closestOnSegment(place: Vec, a: Vec, b: Vec): Vec {
  const along = subtract(b, a)
  const square = dot(along, along)
  const share = square > 0 ? Math.min(1, Math.max(0, dot(subtract(place, a), along) / square)) : 0
  return [a[0] + along[0] * share, a[1] + along[1] * share, a[2] + along[2] * share]
}

/** Returns the point of a triangle that is closest to a place. */
export function closestOnTriangle(place: Vec, a: Vec, b: Vec, c: Vec): Vec {
  const normal = toUnit(cross(subtract(b, a), subtract(c, a)))
  if (normal) {
    const flat = subtract(place, scale(normal, dot(subtract(place, a), normal)))
    const isInside = (
      [
        [a, b],
        [b, c],
        [c, a],
      ] as const
    ).every(([from, to]) => dot(cross(subtract(to, from), subtract(flat, from)), normal) >= 0)
    if (isInside) return flat
  }
  const candidates = [
    closestOnSegment(place, a, b),
    closestOnSegment(place, b, c),
    closestOnSegment(place, c, a),
  ]
  return candidates.reduce((best, one) => (distance(one, place) < distance(best, place) ? one : best))
}
