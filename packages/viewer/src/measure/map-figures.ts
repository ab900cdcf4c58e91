import { type Joined, joinSurface } from './surface-sides.ts'
import type { Surface } from './surface-tree.ts'

/** Returns the area of each vertex in mm²: a third of the areas of its triangles. */
export function areasOf({ positions, indices }: Surface): Float32Array {
  const areas = new Float32Array(positions.length / 3)
  for (let i = 0; i < indices.length; i += 3) {
    const third = areaOf(positions, indices, i) / 3
    for (let corner = i; corner < i + 3; corner += 1) areas[indices[corner]!]! += third
  }
  return areas
}

/** Returns the area of a triangle. @param at place of its first corner in `indices` */
export function areaOf(positions: Float32Array, indices: Uint32Array, at: number): number {
  const [a, b, c] = [indices[at]! * 3, indices[at + 1]! * 3, indices[at + 2]! * 3]
  const ux = positions[b]! - positions[a]!
  const uy = positions[b + 1]! - positions[a + 1]!
  const uz = positions[b + 2]! - positions[a + 2]!
  const vx = positions[c]! - positions[a]!
  const vy = positions[c + 1]! - positions[a + 1]!
  const vz = positions[c + 2]! - positions[a + 2]!
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
}

/** A spot of a map: touching triangles with values at or below a limit. */
export type Spot = {
  areaMm2: number
  /** The smallest value of the spot, and the place of its vertex. */
  least: number
  at: [number, number, number]
}

/** Spots with a smaller area are noise of the scanner. */
const leastSpotMm2 = 0.01

/**
 * Finds the spots of a map, the largest first.
 * @param values one value per vertex; NaN and Infinity belong to no spot
 */
export function findSpots(
  surface: Surface,
  values: Float32Array,
  limit: number,
  joined = joinSurface(surface),
): Spot[] {
  const { indices } = surface
  const parents = new Int32Array(joined.starts.length - 1).fill(-1)
  const rootOf = (from: number): number => {
    let at = from
    while (parents[at]! >= 0) at = parents[at]!
    let next = from
    while (parents[next]! >= 0) {
      const parent = parents[next]!
      parents[next] = at
      next = parent
    }
    return at
  }
  const isIn = (corner: number) => values[indices[corner]!]! <= limit
  for (let i = 0; i < indices.length; i += 3) {
    for (let k = 0; k < 3; k += 1) {
      const next = i + ((k + 1) % 3)
      if (!isIn(i + k) || !isIn(next)) continue
      const [a, b] = [rootOf(joined.indices[i + k]!), rootOf(joined.indices[next]!)]
      if (a !== b) parents[a] = b
    }
  }
  return collectSpots(surface, { values, limit, joined, rootOf })
}

type Spots = { values: Float32Array; limit: number; joined: Joined; rootOf: (vertex: number) => number }

function collectSpots({ positions, indices }: Surface, { values, limit, joined, rootOf }: Spots): Spot[] {
  const spots = new Map<number, Spot>()
  for (let i = 0; i < indices.length; i += 3) {
    let root = -1
    for (let corner = i; corner < i + 3; corner += 1) {
      const vertex = indices[corner]!
      const value = values[vertex]!
      if (!(value <= limit)) continue
      root = rootOf(joined.indices[corner]!)
      const spot = spots.get(root) ?? { areaMm2: 0, least: Infinity, at: [0, 0, 0] }
      spots.set(root, spot)
      if (value >= spot.least) continue
      spot.least = value
      spot.at = [positions[vertex * 3]!, positions[vertex * 3 + 1]!, positions[vertex * 3 + 2]!]
    }
    if (root >= 0)
      spots.get(root)!.areaMm2 += areaOf(positions, indices, i) * shareBelow(values, indices, i, limit)
  }
  return [...spots.values()]
    .filter(({ areaMm2 }) => areaMm2 >= leastSpotMm2)
    .sort((one, other) => other.areaMm2 - one.areaMm2)
}

/** Returns the share of a triangle where the value, interpolated between its corners, is at most the limit. */
function shareBelow(values: Float32Array, indices: Uint32Array, at: number, limit: number): number {
  const gaps = [0, 1, 2].map((k) => {
    const gap = values[indices[at + k]!]! - limit
    // Without a value the triangle counts up to half of the edge.
    return Number.isFinite(gap) ? gap : 1e-3
  })
  gaps.sort((a, b) => a - b)
  const [a, b, c] = gaps as [number, number, number]
  if (c <= 0) return 1
  if (a > 0) return 0
  if (b > 0) return (a / (a - b)) * (a / (a - c))
  return 1 - (c / (c - a)) * (c / (c - b))
}

/** Returns the area in mm² where the value, interpolated within triangles, is at most a limit. */
export function areaBelow({ positions, indices }: Surface, values: Float32Array, limit: number): number {
  let areaMm2 = 0
  for (let i = 0; i < indices.length; i += 3) {
    const share = shareBelow(values, indices, i, limit)
    if (share > 0) areaMm2 += areaOf(positions, indices, i) * share
  }
  return areaMm2
}

/**
 * Returns the value below which an area lies; Infinity without so much area. A single vertex, such as at a sharp edge, says
 * nothing about a wall.
 */
export function valueBelowArea(surface: Surface, values: Float32Array, areaMm2: number): number {
  const areas = areasOf(surface)
  const order = Array.from(values.keys())
    .filter((vertex) => values[vertex]! < Infinity)
    .sort((one, other) => values[one]! - values[other]!)
  let sum = 0
  for (const vertex of order) {
    sum += areas[vertex]!
    if (sum >= areaMm2) return values[vertex]!
  }
  return Infinity
}

/** Figures of a map, weighted by area. Vertices without a value are left out. */
export type MapFigures = {
  mean: number
  rms: number
  /** The value below which 95 % of the absolute values lie. */
  high: number
  /** Share of the measured area whose absolute value is at most the tolerance, 0 to 1. */
  withinShare: number
  /** Share of the area that has a value, 0 to 1. */
  measuredShare: number
  /** Share of the measured area in each bin, from `-limit` to `limit`. Values beyond are in the outer bins. */
  bins: number[]
}

export type FigureOptions = { limit: number; tolerance: number; binCount: number }

/** Computes the figures of a signed map. */
export function computeFigures(
  values: Float32Array,
  areas: Float32Array,
  { limit, tolerance, binCount }: FigureOptions,
): MapFigures {
  const bins = Array.from({ length: binCount }, () => 0)
  const fine = new Float64Array(10_000)
  let [sum, squares, within, measured, whole] = [0, 0, 0, 0, 0]
  for (let vertex = 0; vertex < values.length; vertex += 1) {
    const area = areas[vertex]!
    const value = values[vertex]!
    whole += area
    if (!Number.isFinite(value)) continue
    measured += area
    sum += value * area
    squares += value * value * area
    if (Math.abs(value) <= tolerance) within += area
    bins[Math.min(binCount - 1, Math.max(0, Math.floor(((value + limit) / (2 * limit)) * binCount)))]! += area
    fine[Math.min(fine.length - 1, Math.floor(Math.abs(value) * 1000))]! += area
  }
  const share = (part: number, all: number) => (all > 0 ? part / all : 0)
  let [seen, step] = [0, 0]
  while (step < fine.length - 1 && seen + fine[step]! < measured * 0.95) {
    seen += fine[step]!
    step += 1
  }
  return {
    mean: share(sum, measured),
    rms: Math.sqrt(share(squares, measured)),
    high: (step + share(measured * 0.95 - seen, fine[step]!)) / 1000,
    withinShare: share(within, measured),
    measuredShare: share(measured, whole),
    bins: bins.map((area) => share(area, measured)),
  }
}
