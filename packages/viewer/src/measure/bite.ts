import { samplePositions } from './align.ts'
import { type Movement, movePoint } from './distance-map.ts'
import { type LiftedPlane, liftPlane, type PlaneLimit } from './lift-plane.ts'
import type { MeshStore, StoredMesh } from './mesh-store.ts'
import { aroundPoint, chain, invert, middleOf, rotationOf } from './rigid-fit.ts'
import { castRay } from './tree-queries.ts'
import type { Turn } from './turn.ts'
import { add, anyPerpendicular, cross, dot, scale, subtract, toUnit, type Vec } from './vectors.ts'

export type BiteInput = {
  /** The scan that moves, and the scan that stays. */
  from: string
  to: string
  /** Direction in which `from` moves to close the bite, with any length. */
  direction: Vec
  /** Depth in millimetres to which the scans penetrate each other. */
  depthMm: number
}

/** A bite that was closed until the scans touch. */
export type ClosedBite = {
  /** Moves the closed scan from where it was. */
  movement: Movement
  /** Places where the scans touch, in the axes of the file: three if the bite is stable. */
  touching: Vec[]
}

const samplesMax = { first: 20_000, all: 100_000 }
const stepsMax = 12
const roundsMax = 3
/** The bite is closed when a step moves no point farther than this. */
const endMm = 0.0005
/** Only points that are at most this much farther apart than the plane of the contacts are measured again in a round. */
const nearMm = 1.5
/** Rays start this far before their points, so that a penetration is a negative gap. */
const backMm = 2
/** Maximum slope of one step, because the equations hold for small angles only, and of the whole movement. */
const slopeMax = { step: 0.03, all: 0.35 }

/**
 * Closes a bite like a hand that presses two casts together: the scan moves in a direction until it touches the other one, then
 * tilts until three places around its middle touch. Of all positions that penetrate no deeper than `depthMm` along the direction,
 * that is the most closed one.
 *
 * Each step measures the gaps along the direction from vertices of both scans, and solves for the shift and the two tilts
 * that close them most (`liftPlane`).
 * @returns undefined if the scans do not face each other in this direction
 */
export async function closeBite(
  store: MeshStore,
  { from, to, direction, depthMm }: BiteInput,
  turn: Turn,
): Promise<ClosedBite | undefined> {
  const towards = toUnit(direction)
  if (!towards) return undefined
  const closing = new Closing({ moving: store.get(from), fixed: store.get(to) }, towards, depthMm, turn)
  if (!(await closing.touch())) return undefined
  for (let round = 0; round < roundsMax; round += 1) if (!(await closing.settle())) break
  return closing.result()
}

type Pair = { readonly moving: StoredMesh; readonly fixed: StoredMesh }
type Samples = { moving: Float32Array; fixed: Float32Array }
/** A gap along the closing direction, and the place on the moved scan where it is. */
type Gap = { readonly at: Vec; readonly mm: number; readonly side: keyof Samples; readonly index: number }

class Closing {
  private readonly pair: Pair
  private readonly towards: Vec
  private readonly axes: readonly [Vec, Vec]
  private readonly depthMm: number
  private readonly turn: Turn
  private movement: Movement
  private touching: Vec[] = []

  constructor(pair: Pair, towards: Vec, depthMm: number, turn: Turn) {
    this.pair = pair
    this.towards = towards
    const first = anyPerpendicular(towards)
    this.axes = [first, cross(towards, first)]
    this.depthMm = depthMm
    this.turn = turn
    // Starts fully open, so that the first surface on the way is the one that touches.
    const openMm = rangeAlong(pair.moving, towards).high - rangeAlong(pair.fixed, towards).low
    this.movement = shiftBy(scale(towards, -Math.max(0, openMm) - backMm))
  }

  /** Moves the scan until it touches. @returns whether the scans face each other */
  async touch(): Promise<boolean> {
    const gaps = await this.findGaps(this.sample(samplesMax.first))
    const solved = this.solve(gaps, 0)
    if (solved) this.move(solved.plane, gaps, solved.middle)
    return solved !== undefined
  }

  /** Tilts the scan until it is stable. @returns whether that has moved it */
  async settle(): Promise<boolean> {
    let samples = this.sample(samplesMax.all)
    for (let step = 0; step < stepsMax; step += 1) {
      const gaps = await this.findGaps(samples)
      const solved = this.solve(gaps, slopeMax.step)
      if (!solved) return false
      const { plane, middle, limits } = solved
      this.touching = solved.touching.map((index) => gaps[index]!.at)
      const largestMm = this.move(plane, gaps, middle)
      if (largestMm < endMm) return step > 0
      if (step === 0) samples = keepNear(samples, gaps, limits, plane)
    }
    return true
  }

  /** @returns undefined after a movement that is too large for a bite */
  result(): ClosedBite | undefined {
    const [xx, yy, zz] = [this.movement[0]!, this.movement[5]!, this.movement[10]!]
    const angle = Math.acos(Math.min(1, Math.max(-1, (xx + yy + zz - 1) / 2)))
    const isSound = angle <= slopeMax.all && this.movement.every(Number.isFinite)
    return isSound ? { movement: this.movement, touching: this.touching } : undefined
  }

  private sample(count: number): Samples {
    const { moving, fixed } = this.pair
    return {
      moving: samplePositions(moving.positions, count),
      fixed: samplePositions(fixed.positions, count),
    }
  }

  /** Finds the shift and the tilts that close the gaps most. @returns undefined without gaps */
  private solve(gaps: readonly Gap[], slope: number) {
    const leastMm = gaps.reduce((least, { mm }) => Math.min(least, mm), Infinity)
    const facing = gaps.filter(({ mm }) => mm <= leastMm + nearMm * 2)
    if (facing.length === 0) return undefined
    const middle = middleOf(facing.map(({ at }) => at))
    const limits = gaps.map(({ at, mm }): PlaneLimit => {
      const offset = subtract(at, middle)
      return [dot(offset, this.axes[0]), dot(offset, this.axes[1]), mm + this.depthMm]
    })
    const lift = liftPlane(limits, slope)
    return lift && { ...lift, middle, limits }
  }

  /** Applies a shift and tilts about a point. @returns how far that moves the farthest point */
  private move([height, slopeU, slopeV]: LiftedPlane, gaps: readonly Gap[], middle: Vec): number {
    const [one, other] = this.axes
    const around = subtract(scale(one, slopeV), scale(other, slopeU))
    const angle = Math.hypot(...around)
    const half = angle > 0 ? Math.sin(angle / 2) / angle : 0
    const rotation = rotationOf([Math.cos(angle / 2), ...scale(around, half)])
    const change = aroundPoint(rotation, middle, add(middle, scale(this.towards, height)))
    this.movement = chain(this.movement, change)
    const reachMm = gaps.reduce((most, { at }) => Math.max(most, Math.hypot(...subtract(at, middle))), 0)
    return Math.abs(height) + angle * reachMm
  }

  /** Measures the gaps from points of both scans. Points that face nothing are left out. */
  private async findGaps(samples: Samples): Promise<Gap[]> {
    const { moving, fixed } = this.pair
    const { towards, movement } = this
    const gaps: Gap[] = []
    const back = invert(movement)
    const away = turned(back, scale(towards, -1))
    const point = new Float64Array(3)
    for (let index = 0; index < samples.moving.length; index += 3) {
      movePoint(movement, samples.moving, index, point)
      const at: Vec = [point[0]!, point[1]!, point[2]!]
      const hit = castRay(fixed, subtract(at, scale(towards, backMm)), towards)
      if (hit) gaps.push({ at, mm: hit.distanceMm - backMm, side: 'moving', index })
      if (index % 12_288 === 0) await this.turn.pause()
    }
    for (let index = 0; index < samples.fixed.length; index += 3) {
      movePoint(back, samples.fixed, index, point)
      const start: Vec = [point[0]!, point[1]!, point[2]!]
      const hit = castRay(moving, subtract(start, scale(away, backMm)), away)
      if (hit) {
        const mm = hit.distanceMm - backMm
        const place: Vec = [samples.fixed[index]!, samples.fixed[index + 1]!, samples.fixed[index + 2]!]
        gaps.push({ at: subtract(place, scale(towards, mm)), mm, side: 'fixed', index })
      }
      if (index % 12_288 === 0) await this.turn.pause()
    }
    return gaps
  }
}

/** Keeps the points that are near the plane of the contacts. */
function keepNear(
  samples: Samples,
  gaps: readonly Gap[],
  limits: readonly PlaneLimit[],
  [height, slopeU, slopeV]: LiftedPlane,
): Samples {
  const near = gaps.filter((_, at) => {
    const [u, v, mm] = limits[at]!
    return mm - height - slopeU * u - slopeV * v <= nearMm
  })
  const pointsOf = (side: keyof Samples) =>
    Float32Array.from(
      near
        .filter((gap) => gap.side === side)
        .flatMap(({ index }) => [...samples[side].subarray(index, index + 3)]),
    )
  return { moving: pointsOf('moving'), fixed: pointsOf('fixed') }
}

/** Returns the lowest and the highest place of a mesh along a direction. */
function rangeAlong({ positions }: StoredMesh, [x, y, z]: Vec): { low: number; high: number } {
  const range = { low: Infinity, high: -Infinity }
  for (let at = 0; at < positions.length; at += 3) {
    const height = positions[at]! * x + positions[at + 1]! * y + positions[at + 2]! * z
    range.low = Math.min(range.low, height)
    range.high = Math.max(range.high, height)
  }
  return range
}

const shiftBy = ([x, y, z]: Vec): Movement => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]

/** Rotates a direction by the rotation of a movement. */
const turned = (movement: Movement, [x, y, z]: Vec): Vec =>
  [0, 4, 8].map(
    (row) => movement[row]! * x + movement[row + 1]! * y + movement[row + 2]! * z,
  ) as unknown as Vec
