import { type Alignment, alignSurface } from './align.ts'
import { mapCurvature } from './curvature.ts'
import { createTarget, type Movement, mapDistances, type Target } from './distance-map.ts'
import {
  areasOf,
  computeFigures,
  type FigureOptions,
  findSpots,
  type MapFigures,
  type Spot,
} from './map-figures.ts'
import type { MeshStore, StoredMesh } from './mesh-store.ts'
import { mapThickness } from './thickness.ts'
import { castRay } from './tree-queries.ts'
import type { Turn } from './turn.ts'
import { findUndercuts, type Undercuts } from './undercuts.ts'
import type { Vec } from './vectors.ts'

const targets = new WeakMap<StoredMesh, Target>()

function targetOf(mesh: StoredMesh): Target {
  const target = targets.get(mesh) ?? createTarget(mesh)
  targets.set(mesh, target)
  return target
}

/** A distance map and what was counted on it. */
export type DistanceMap = { values: Float32Array; spots: Spot[]; figures: MapFigures | undefined }

export type DistanceInput = {
  from: string
  to: string
  movement?: Movement | undefined
  maxMm: number
  /** Whether the first result suffices (`mapDistances`). */
  isSample?: boolean
  /** Counts the spots with values up to this. */
  spotLimitMm?: number | undefined
  figures?: FigureOptions | undefined
}

/** Measures the distances of a scan's vertices from another scan. */
export async function requestDistances(
  store: MeshStore,
  input: DistanceInput,
  turn: Turn,
): Promise<DistanceMap> {
  const from = store.get(input.from)
  const target = targetOf(store.get(input.to))
  const { movement, maxMm, isSample = false, spotLimitMm } = input
  let values = new Float32Array(0)
  for (const result of mapDistances(from.positions, target, { maxMm, ...(movement && { movement }) })) {
    values = result.values as Float32Array<ArrayBuffer>
    if (isSample && result.isNew) break
    await turn.pause()
  }
  const isCounted = !isSample && spotLimitMm !== undefined
  return {
    values,
    spots: isCounted ? findSpots(from, values, spotLimitMm) : [],
    figures: input.figures && !isSample ? computeFigures(values, areasOf(from), input.figures) : undefined,
  }
}

/** Aligns a scan with another scan (`alignSurface`). */
export const requestAlignment = (
  store: MeshStore,
  { from, to, start }: { from: string; to: string; start?: Movement | undefined },
): Alignment | undefined =>
  alignSurface(store.get(from).positions, targetOf(store.get(to)), start ? { start } : {})

/** Finds the undercuts of a scan (`findUndercuts`). */
export const requestUndercuts = (store: MeshStore, { id, toEye }: { id: string; toEye: Vec }): Undercuts =>
  findUndercuts(store.get(id), toEye)

/** Computes the curvature of a scan (`mapCurvature`). */
export const requestCurvature = (store: MeshStore, { id }: { id: string }): Float32Array =>
  mapCurvature(store.get(id))

/** Measures the wall thickness of a scan (`mapThickness`). */
export async function requestWalls(
  store: MeshStore,
  { id }: { id: string },
  turn: Turn,
): Promise<Float32Array> {
  const mesh = store.get(id)
  let values = new Float32Array(0)
  for (const result of mapThickness(mesh, targetOf(mesh).tree)) {
    values = result as Float32Array<ArrayBuffer>
    await turn.pause()
  }
  return values
}

/** A point on a triangle: its vertices, and the share of each in the point. */
export type Probe = { scanId: string; point: Vec; vertices: Vec; shares: Vec }

/** Returns the first point that the rays of one pixel hit, so that the page can read its value in a map. */
export function requestProbe(
  store: MeshStore,
  { rays }: { rays: readonly { id: string; origin: Vec; direction: Vec; near: number; far: number }[] },
): Probe | undefined {
  const hits = rays.flatMap(({ id, origin, direction, near, far }) => {
    if (!store.has(id)) return []
    const hit = castRay(store.get(id), origin, direction, near, far)
    return hit ? [{ id, hit }] : []
  })
  const [first] = hits.sort((a, b) => a.hit.distanceMm - b.hit.distanceMm)
  if (!first) return undefined
  const { positions, indices } = store.get(first.id)
  const vertices = [0, 1, 2].map((k) => indices[first.hit.triangle * 3 + k]!) as unknown as Vec
  const shares = sharesOf(
    first.hit.point,
    vertices.map((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)] as unknown as Vec),
  )
  return { scanId: first.id, point: first.hit.point, vertices, shares }
}

/** Returns the barycentric coordinates of a point in a triangle. */
function sharesOf(point: Vec, [a, b, c]: readonly Vec[]): Vec {
  const minus = (one: Vec, other: Vec) => one.map((value, axis) => value - other[axis]!)
  const dot = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, axis) => sum + value * other[axis]!, 0)
  const [u, v, w] = [minus(b!, a!), minus(c!, a!), minus(point, a!)]
  const [uu, uv, vv, uw, vw] = [dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)]
  const whole = uu * vv - uv * uv
  if (!(whole > 0)) return [1, 0, 0]
  const [s, t] = [(vv * uw - uv * vw) / whole, (uu * vw - uv * uw) / whole]
  return [1 - s - t, s, t]
}
