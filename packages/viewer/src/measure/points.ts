import type { MeshStore, StoredMesh } from './mesh-store.ts'
import { type SnapKind, snapPoint } from './snap.ts'
import { castRay, closestPoint, normalOf } from './tree-queries.ts'
import { add, dot, scale, type Vec } from './vectors.ts'

/** A point on the surface of a scan. `normal` has length 1 and points to the side that the user sees. */
export type PickedPoint = { scanId: string; point: Vec; normal: Vec; snap: SnapKind }

/** A ray of `SceneTools.pickRay`. */
type Ray = { id: string; origin: Vec; direction: Vec; near: number; far: number; isGhost: boolean }

/**
 * Returns the first surface point on the rays of one pixel. A translucent scan is picked only if no other scan is hit.
 * @param input.snapTan radius of snapping as a share of the distance from the camera; 0 does not snap
 */
export function pickPoint(
  store: MeshStore,
  { rays, snapTan }: { rays: readonly Ray[]; snapTan: number },
): PickedPoint | undefined {
  const hits = rays.flatMap((ray) => {
    if (!store.has(ray.id)) return []
    const mesh = store.get(ray.id)
    const hit = castRay(mesh, ray.origin, ray.direction, ray.near, ray.far)
    return hit ? [{ ray, mesh, hit }] : []
  })
  const solid = hits.filter(({ ray }) => !ray.isGhost)
  const [first] = (solid.length > 0 ? solid : hits).sort((a, b) => a.hit.distanceMm - b.hit.distanceMm)
  if (!first) return undefined
  const { ray, mesh, hit } = first
  const radiusMm = hit.distanceMm * snapTan
  const { point, kind } =
    snapTan > 0 ? snapPoint(mesh, hit.point, radiusMm) : { ...hit, kind: 'surface' as const }
  return { scanId: ray.id, point, normal: facing(mesh, hit.triangle, ray.direction), snap: kind }
}

/** Moves points to the closest points of a mesh, such as a finer level. Points without a surface stay. */
export function projectPoints(
  store: MeshStore,
  { points }: { points: readonly PickedPoint[] },
): PickedPoint[] {
  return points.map((picked) => {
    if (!store.has(picked.scanId)) return picked
    const mesh = store.get(picked.scanId)
    const found = closestPoint(mesh, picked.point)
    if (!found) return picked
    const normal = facing(mesh, found.triangle, scale(picked.normal, -1))
    return { ...picked, point: found.point, normal }
  })
}

/** The wall thickness at a point: its opposite point and the distance to it. */
export type Thickness = { opposite: Vec; lengthMm: number }

/** Distance in millimetres from the start, within which a hit is the start itself. */
const startMm = 1e-3

/** Measures from a point straight into the wall to the opposite surface; undefined if there is none. */
export function measureThickness(store: MeshStore, { at }: { at: PickedPoint }): Thickness | undefined {
  const hit = castRay(store.get(at.scanId), at.point, scale(at.normal, -1), startMm)
  return hit && { opposite: hit.point, lengthMm: hit.distanceMm }
}

/** The closest point of another scan. */
export type Gap = { scanId: string; opposite: Vec; lengthMm: number }

/** Returns the closest point of the given scans; undefined without such a scan. */
export function measureGap(
  store: MeshStore,
  { at, scanIds }: { at: PickedPoint; scanIds: readonly string[] },
): Gap | undefined {
  let best: Gap | undefined
  for (const scanId of scanIds) {
    if (!store.has(scanId)) continue
    const found = closestPoint(store.get(scanId), at.point, best?.lengthMm)
    if (found && found.distanceMm < (best?.lengthMm ?? Number.POSITIVE_INFINITY))
      best = { scanId, opposite: found.point, lengthMm: found.distanceMm }
  }
  return best
}

/** Returns the normal of a triangle that points against a direction, whichever side the file declares as its front. */
function facing(mesh: StoredMesh, triangle: number, direction: Vec): Vec {
  const normal = normalOf(mesh, triangle) ?? scale(direction, -1)
  // Adding 0 turns -0 into 0.
  return add(dot(normal, direction) > 0 ? scale(normal, -1) : normal, [0, 0, 0])
}
