import type { FileRole } from '@pontic/contract'
import {
  angleAt,
  type Circle,
  circleThrough,
  lengthAlong,
  type MeasureClient,
  type PickedPoint,
  type Vec,
} from '@pontic/viewer/measure'
import type { SceneScan } from '@pontic/viewer/scene'

/** All kinds of measurements in the order of their buttons. */
export const measureKinds = ['distance', 'path', 'angle', 'circle', 'rim', 'thickness', 'gap'] as const
export type MeasureKind = (typeof measureKinds)[number]

/** The number of points of a measurement. A path has at least two. */
export const pointCounts: Readonly<Record<MeasureKind, number>> = {
  distance: 2,
  path: 2,
  angle: 3,
  circle: 3,
  rim: 1,
  thickness: 1,
  gap: 1,
}

/** A measurement. `reachMm` is how far its edge may be from the point of a rim. */
export type Measure = {
  readonly id: number
  readonly kind: MeasureKind
  /** The name that the user has entered. */
  readonly name: string
  readonly points: readonly PickedPoint[]
  readonly reachMm: number
}

/** What a measurement has measured: `value` in millimetres, of an angle in degrees. */
export type MeasureResult = {
  readonly value: number
  /** The point on the opposite side, and its scan. */
  readonly opposite?: { readonly place: Vec; readonly scanId: string }
  readonly circle?: Circle
}

/** Why there is no number, as a key under `viewer.measure.none`. */
export type NoResult = 'surface' | 'rim' | 'thickness' | 'gap' | 'line'

/** Computes a measurement. Kinds that need the meshes ask the worker. */
export async function computeMeasure(
  { kind, points, reachMm }: Pick<Measure, 'kind' | 'points' | 'reachMm'>,
  scans: readonly SceneScan[],
  client: MeasureClient,
): Promise<MeasureResult | NoResult> {
  const [at] = points
  if (!at) return 'surface'
  switch (kind) {
    case 'distance':
    case 'path':
    case 'angle':
    case 'circle':
      return computeAtOnce(kind, points)
    case 'rim': {
      const circle = await client.call('circle', { at, radiusMm: reachMm })
      return circle ? { value: circle.radiusMm * 2, circle } : 'rim'
    }
    case 'thickness': {
      const found = await client.call('thickness', { at })
      if (!found) return 'thickness'
      return { value: found.lengthMm, opposite: { place: found.opposite, scanId: at.scanId } }
    }
    case 'gap': {
      const found = await client.call('gap', { at, scanIds: listOpposing(scans, at.scanId) })
      if (!found) return 'gap'
      return { value: found.lengthMm, opposite: { place: found.opposite, scanId: found.scanId } }
    }
  }
}

/** Computes a kind that needs only its points. */
export function computeAtOnce(
  kind: 'distance' | 'path' | 'angle' | 'circle',
  points: readonly PickedPoint[],
): MeasureResult | NoResult {
  const places = points.map(({ point }) => point)
  if (kind === 'distance' || kind === 'path') return { value: lengthAlong(places) }
  const [a, b, c] = places
  if (!a || !b || !c) return 'line'
  if (kind === 'angle') {
    const value = angleAt(a, b, c)
    return value === undefined ? 'line' : { value }
  }
  const circle = circleThrough(a, b, c)
  return circle ? { value: circle.radiusMm * 2, circle } : 'line'
}

const sides: Partial<Record<FileRole, readonly FileRole[]>> = {
  upper: ['lower', 'antagonist'],
  lower: ['upper', 'antagonist'],
  preparation: ['antagonist'],
  antagonist: ['preparation', 'design', 'upper', 'lower'],
  design: ['antagonist'],
}

/**
 * Lists the visible scans that are opposite to a scan: by their roles, or else all other visible scans, without those that the
 * same jaw has.
 */
export function listOpposing(scans: readonly SceneScan[], scanId: string): string[] {
  const others = scans.filter(
    ({ id, visible, isHiddenByView }) => id !== scanId && visible && !isHiddenByView,
  )
  const role = scans.find(({ id }) => id === scanId)?.role
  const wanted = (role && sides[role]) ?? []
  const opposing = others.filter(({ role: other }) => wanted.includes(other))
  return (opposing.length > 0 ? opposing : others.filter(({ role: other }) => other !== role)).map(
    ({ id }) => id,
  )
}
