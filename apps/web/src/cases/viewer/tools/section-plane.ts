import { type CutPlane, toPlane, type Vec, vectors } from '@pontic/viewer/measure'
import type { ViewAxes } from '@pontic/viewer/scene'

/**
 * A cutting plane as the user has set it: a first plane through `centre`, and how far it was moved along its normal and rotated
 * around `up` (turn) and around the third axis (tilt).
 */
export type SectionPlane = {
  readonly centre: Vec
  readonly normal: Vec
  readonly up: Vec
  readonly positionMm: number
  readonly tiltDeg: number
  readonly turnDeg: number
  /** The scan with which the handles move while arches are separated. */
  readonly scanId?: string | undefined
}

const atRest = { positionMm: 0, tiltDeg: 0, turnDeg: 0 }

/** Returns the plane through two points that contains the direction of the view; undefined for points in this direction. */
export function planeThrough(a: Vec, b: Vec, { toEye }: ViewAxes): SectionPlane | undefined {
  const normal = vectors.toUnit(vectors.cross(vectors.subtract(b, a), toEye))
  if (!normal) return undefined
  const centre = vectors.scale(vectors.add(a, b), 0.5)
  // Within the plane, away from the direction of the line.
  const up = vectors.toUnit(vectors.subtract(toEye, vectors.scale(normal, vectors.dot(toEye, normal))))
  return { centre, normal, up: up ?? vectors.anyPerpendicular(normal), ...atRest }
}

/** Returns the plane through a point that is parallel to the picture. */
export const planeOfView = (centre: Vec, { toEye, up }: ViewAxes): SectionPlane => ({
  centre,
  normal: toEye,
  up,
  ...atRest,
})

/** The plane after moving and rotating it, with its centre and its two axes. */
export type PlacedPlane = { plane: CutPlane; centre: Vec; normal: Vec; right: Vec; up: Vec }

export function placePlane(section: SectionPlane): PlacedPlane {
  const turn = (section.turnDeg * Math.PI) / 180
  const tilt = (section.tiltDeg * Math.PI) / 180
  const turned = vectors.rotate(section.normal, section.up, turn)
  const right = vectors.cross(section.up, turned)
  const normal = vectors.rotate(turned, right, tilt)
  const up = vectors.cross(normal, right)
  const centre = vectors.add(section.centre, vectors.scale(section.normal, section.positionMm))
  return { plane: toPlane(normal, centre), centre, normal, right, up }
}

export const positionMaxMm = 60
export const angleMaxDeg = 90

/** Changes a plane, within the limits of its controls. */
export function changePlane(
  section: SectionPlane,
  change: Partial<Pick<SectionPlane, 'positionMm' | 'tiltDeg' | 'turnDeg'>>,
): SectionPlane {
  const next = { ...section, ...change }
  return {
    ...next,
    positionMm: clamp(next.positionMm, positionMaxMm),
    tiltDeg: clamp(next.tiltDeg, angleMaxDeg),
    turnDeg: clamp(next.turnDeg, angleMaxDeg),
  }
}

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value))
