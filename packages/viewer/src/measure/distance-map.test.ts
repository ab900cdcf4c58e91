import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureDeviation } from '../mesh/deviation.ts'
import { makeBox, makeSphere } from '../mesh/make-scan.ts'
import { parseMesh } from '../mesh/parse.ts'
import { createTarget, distanceAt, mapDistances } from './distance-map.ts'
import { orderByHilbert } from './hilbert.ts'
import { invert } from './rigid-fit.ts'
import { type Surface, SurfaceTree } from './surface-tree.ts'

const all = (surface: Surface, target: Surface, options: Parameters<typeof mapDistances>[2]) =>
  [...mapDistances(surface.positions, createTarget(target), options)].at(-1)!.values

const readScan = (name: string): Surface =>
  parseMesh(new Uint8Array(readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url))))

const largestError = (values: Float32Array, wanted: number): number =>
  values.reduce((largest, value) => Math.max(largest, Math.abs(value - wanted)), 0)

/** Returns the distance of a point from the nearest triangle, computed for all triangles without a tree. */
function bruteForce({ positions, indices }: Surface, point: readonly number[]): number {
  let best = Infinity
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [
      ...positions.subarray(indices[i + k]! * 3, indices[i + k]! * 3 + 3),
    ]) as [number[], number[], number[]]
    best = Math.min(best, toTriangle(point, a, b, c))
  }
  return best
}

const minus = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - b[i]!)
const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)
const cross = (a: readonly number[], b: readonly number[]) => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
]

function toTriangle(p: readonly number[], a: number[], b: number[], c: number[]): number {
  const normal = cross(minus(b, a), minus(c, a))
  const isOver = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(cross(minus(to!, from!), minus(p, from!)), normal) >= 0)
  const square = dot(normal, normal)
  if (isOver && square > 0) return Math.abs(dot(minus(p, a), normal)) / Math.sqrt(square)
  return Math.min(toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a))
}

function toSegment(p: readonly number[], a: number[], b: number[]): number {
  const side = minus(b, a)
  const share = Math.min(1, Math.max(0, dot(minus(p, a), side) / (dot(side, side) || 1)))
  return Math.sqrt(
    dot(minus(p, a), minus(p, a)) - 2 * share * dot(minus(p, a), side) + share ** 2 * dot(side, side),
  )
}

describe('The distance map of two scans', () => {
  it('has the difference of the radii between two spheres, positive outside and negative inside', () => {
    const [small, large] = [makeSphere(5, 40), makeSphere(6, 100)]
    expect(largestError(all(large, makeSphere(5, 100), { maxMm: 5 }), 1)).toBeLessThan(0.005)
    expect(largestError(all(small, large, { maxMm: 5 }), -1)).toBeLessThan(0.005)
  })

  it('has exact distances and signs around the faces, edges and corners of a box', () => {
    const target = createTarget(makeBox([10, 10, 10], 3))
    expect(distanceAt(target, [5, 5, 12], 9)).toBeCloseTo(2, 6)
    expect(distanceAt(target, [5, 5, 9], 9)).toBeCloseTo(-1, 6)
    expect(distanceAt(target, [11, 11, 5], 9)).toBeCloseTo(Math.SQRT2, 6)
    expect(distanceAt(target, [9.5, 9.8, 5], 9)).toBeCloseTo(-0.2, 6)
    expect(distanceAt(target, [11, 11, 11], 9)).toBeCloseTo(Math.sqrt(3), 6)
    expect(distanceAt(target, [-1, -2, -2], 9)).toBeCloseTo(3, 6)
    expect(distanceAt(target, [5, 5, 25], 9)).toBe(Infinity)
  })

  it('has no value beside the border of an open scan, and keeps the sign above and below it', () => {
    const { positions } = makeBox([10, 10, 10], 1)
    // The upper side of the box alone.
    const indices = Uint32Array.from(
      [...makeBox([10, 10, 10], 1).indices.keys()]
        .filter((i) => i % 3 === 0)
        .flatMap((i) => {
          const corners = [...makeBox([10, 10, 10], 1).indices.subarray(i, i + 3)]
          return corners.every((vertex) => positions[vertex * 3 + 2] === 10) ? corners : []
        }),
    )
    const target = createTarget({ positions, indices })
    expect(distanceAt(target, [5, 5, 10.5], 9)).toBeCloseTo(0.5, 6)
    expect(distanceAt(target, [5, 5, 9.5], 9)).toBeCloseTo(-0.5, 6)
    expect(distanceAt(target, [0, 5, 9.5], 9)).toBeCloseTo(-0.5, 6)
    expect(distanceAt(target, [-1, 5, 9.5], 9)).toBeNaN()
    expect(distanceAt(target, [-0.001, 5, 10], 9)).toBeCloseTo(0.001, 6)
  })

  it('equals brute force for random triangles, without a limit and within one', () => {
    const value = fc.integer({ min: -200, max: 200 }).map((step) => step / 10)
    const vertices = fc.array(value, { minLength: 90, maxLength: 90 })
    fc.assert(
      fc.property(vertices, fc.array(fc.nat(29), { minLength: 150, maxLength: 150 }), (places, corners) => {
        const surface = { positions: Float32Array.from(places), indices: Uint32Array.from(corners) }
        const tree = new SurfaceTree(surface)
        const usable = {
          ...surface,
          indices: Uint32Array.from([...tree.triangles].flatMap((at) => corners.slice(at * 3, at * 3 + 3))),
        }
        for (let i = 0; i < 20; i += 1) {
          const point = [0, 1, 2].map((axis) => places[i * 3 + axis]! + Math.sin(i + axis) * 4) as [
            number,
            number,
            number,
          ]
          const exact = bruteForce(usable, point)
          tree.findNearest(...point, Infinity)
          if (Number.isFinite(exact)) expect(Math.sqrt(tree.squared)).toBeCloseTo(exact, 4)
          else expect(tree.squared).toBe(Infinity)
          const slot = tree.findNearest(...point, 3)
          if (Math.abs(exact - 3) > 1e-4) expect(slot >= 0).toBe(exact < 3)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('differs from other algorithms by less than 0.01 mm on a real pair, for each vertex within the limit', () => {
    const whole = readScan('case0-upper-teeth.obj')
    const lower = readScan('case0-lower-teeth.obj')
    const upper = { ...whole, positions: whole.positions.filter((_, at) => Math.floor(at / 3) % 8 === 0) }
    const values = all(upper, lower, { maxMm: 4 })
    const sorted = values.map(Math.abs).filter(Number.isFinite).sort()
    const exact = measureDeviation(upper.positions, lower)
    expect(sorted.length).toBe(exact.findIndex((value) => value > 4))
    sorted.forEach((value, i) => {
      if (Math.abs(value - exact[i]!) > 1e-4) expect(value).toBe(exact[i])
    })
    for (let vertex = 0; vertex < values.length; vertex += 2500) {
      const distance = bruteForce(lower, [...upper.positions.subarray(vertex * 3, vertex * 3 + 3)])
      if (distance > 4) expect(values[vertex]).toBe(Infinity)
      else expect(Math.abs(values[vertex]!)).toBeCloseTo(distance, 4)
    }
    expect(values.some((value) => value < 0)).toBe(true)
  })

  it('has a first result from few vertices that is close to the exact one', () => {
    const [one, other] = [makeSphere(5, 60), makeSphere(5.5, 60)]
    const results = mapDistances(one.positions, createTarget(other), { maxMm: 3 })
    const first = results.next().value!
    expect(first.isExact).toBe(false)
    const early = first.values.slice()
    const exact = [...results].at(-1)!
    expect(exact.isExact).toBe(true)
    expect(largestError(early, 0)).toBeGreaterThan(0.4)
    const gaps = early.map((value, vertex) => value - exact.values[vertex]!)
    expect(largestError(gaps, 0)).toBeLessThan(0.05)
  })

  it('is that of the moved scan if the scan is moved', () => {
    const scan = makeSphere(5, 20)
    const movement = [0, -1, 0, 1, 1, 0, 0, 2, 0, 0, 1, 3]
    const moved = { ...scan, positions: scan.positions.slice() }
    for (let at = 0; at < moved.positions.length; at += 3) {
      const [x, y, z] = scan.positions.subarray(at, at + 3) as unknown as [number, number, number]
      moved.positions.set([1 - y, 2 + x, 3 + z], at)
    }
    const values = all(scan, moved, { maxMm: 5, movement })
    expect(largestError(values, 0)).toBeLessThan(1e-5)
    const back = all(moved, scan, { maxMm: 5, movement: invert(movement) })
    expect(largestError(back, 0)).toBeLessThan(1e-5)
  })

  it('has no values for a target without a triangle that has an area', () => {
    const flat = { positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) }
    expect([...all(makeSphere(1, 4), flat, { maxMm: Infinity })].every((value) => value === Infinity)).toBe(
      true,
    )
  })
})

describe('The order along a Hilbert curve', () => {
  it('contains every point of a grid once, each beside the one before', () => {
    const steps = [...Array(16).keys()]
    const grid = steps.flatMap((x) => steps.flatMap((y) => steps.map((z) => [x, y, z] as const)))
    const order = orderByHilbert(Float32Array.from(grid.flat()))
    expect(new Set(order).size).toBe(grid.length)
    const lengths = [...order].slice(1).map((at, i) => {
      const before = grid[order[i]!]!
      return grid[at]!.reduce<number>((sum, value, axis) => sum + Math.abs(value - before[axis]!), 0)
    })
    expect(new Set(lengths)).toEqual(new Set([1]))
  })
})
