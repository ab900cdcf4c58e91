import { describe, expect, it } from 'vitest'
import { makeBox, makeSphere } from '../mesh/make-scan.ts'
import { mapCurvature } from './curvature.ts'
import { areaBelow, areasOf, computeFigures, findSpots, valueBelowArea } from './map-figures.ts'
import type { Surface } from './surface-tree.ts'
import { mapThickness } from './thickness.ts'
import { depthMaxMm, findUndercuts } from './undercuts.ts'

/** Creates an open tube of a radius along z, whose normals point outwards. */
function makeTube(radiusMm: number, heightMm: number, steps: number): Surface {
  const positions: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= steps; row += 1)
    for (let step = 0; step < steps; step += 1) {
      const turn = (2 * Math.PI * step) / steps
      positions.push(radiusMm * Math.cos(turn), radiusMm * Math.sin(turn), (heightMm * row) / steps)
    }
  for (let row = 0; row < steps; row += 1)
    for (let step = 0; step < steps; step += 1) {
      const [a, b] = [row * steps + step, row * steps + ((step + 1) % steps)]
      indices.push(a, b, a + steps, b, b + steps, a + steps)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

/** Joins surfaces. The second is turned inside out if `isHollow`. */
function join(one: Surface, other: Surface, isHollow = false): Surface {
  const turned = other.indices.slice()
  if (isHollow)
    for (let i = 0; i < turned.length; i += 3)
      [turned[i + 1], turned[i + 2]] = [turned[i + 2]!, turned[i + 1]!]
  return {
    positions: Float32Array.of(...one.positions, ...other.positions),
    indices: Uint32Array.of(...one.indices, ...turned.map((vertex) => vertex + one.positions.length / 3)),
  }
}

const largestError = (values: Float32Array, wanted: number): number =>
  values.reduce((largest, value) => Math.max(largest, Math.abs(value - wanted)), 0)

const wallsOf = (surface: Surface): Float32Array => [...mapThickness(surface)].at(-1)!

const shift = ({ positions, indices }: Surface, by: readonly number[]): Surface => ({
  positions: positions.map((value, i) => value + by[i % 3]!),
  indices,
})

describe('The undercuts from a direction', () => {
  it('of a sphere are its lower half, as deep as the equator reaches beyond each point', () => {
    const sphere = makeSphere(5, 80)
    const { depths, areaMm2, deepestMm } = findUndercuts(sphere, [0, 0, 1])
    expect(areaMm2).toBeCloseTo(2 * Math.PI * 25, -1)
    expect(areaMm2 / (2 * Math.PI * 25)).toBeGreaterThan(0.99)
    expect(deepestMm).toBeCloseTo(depthMaxMm, 1)
    const errors = depths.map((depth, vertex) => {
      const [x, y, z] = sphere.positions.subarray(vertex * 3, vertex * 3 + 3) as unknown as [
        number,
        number,
        number,
      ]
      return depth - (z < 0 ? 5 - Math.hypot(x, y) : 0)
    })
    expect(largestError(errors, 0)).toBeLessThan(0.06)
  })

  it('follow the direction', () => {
    const sphere = makeSphere(5, 40)
    for (const direction of [
      [1, 0, 0],
      [0, 1, 0],
      [0.6, 0, -0.8],
      [0, -0.6, 0.8],
    ] as const) {
      const { depths } = findUndercuts(sphere, direction)
      depths.forEach((depth, vertex) => {
        const along = [0, 1, 2].reduce(
          (sum, axis) => sum + sphere.positions[vertex * 3 + axis]! * direction[axis]!,
          0,
        )
        if (along > 0.1) expect(depth).toBe(0)
        if (along < -2) expect(depth).toBeGreaterThan(0.1)
      })
    }
  })

  it('are none on an upright tube and on a box without its lower side', () => {
    expect(findUndercuts(makeTube(4, 6, 48), [0, 0, 1]).deepestMm).toBe(0)
    expect(findUndercuts(makeBox([4, 5, 6], 4), [0, 0, 1]).areaMm2).toBeCloseTo(20, 3)
  })

  it('include what lies in the shadow of another part and faces the eye', () => {
    // A roof of 4 × 4 mm over a floor of 10 × 10 mm.
    const floor = makeBox([10, 10, 1], 50)
    const roof = shift(makeBox([4, 4, 1], 20), [3, 3, 4])
    const { areaMm2, depths } = findUndercuts(join(floor, roof), [0, 0, 1])
    // Lower sides of both, and the shadow on the floor.
    expect(areaMm2).toBeGreaterThan(100 + 16 + 14)
    expect(areaMm2).toBeLessThan(100 + 16 + 18)
    const middle = floor.positions.findIndex(
      (value, i) =>
        i % 3 === 0 && value === 5 && floor.positions[i + 1] === 5 && floor.positions[i + 2] === 1,
    )
    expect(depths[middle / 3]).toBeCloseTo(2, 1)
  })
})

describe('The curvature of a surface', () => {
  it('is 1/r on a sphere, 1/2r on a tube, negative inside, and zero on a plane', () => {
    const sphere = makeSphere(4, 40)
    expect(largestError(mapCurvature(sphere, 0), 0.25)).toBeLessThan(0.05)
    const hollow = join(sphere, { positions: new Float32Array(0), indices: new Uint32Array(0) })
    for (let i = 0; i < hollow.indices.length; i += 3)
      [hollow.indices[i + 1], hollow.indices[i + 2]] = [hollow.indices[i + 2]!, hollow.indices[i + 1]!]
    expect(largestError(mapCurvature(hollow, 3), -0.25)).toBeLessThan(0.05)
    const tube = makeTube(2, 6, 60)
    const values = mapCurvature(tube, 0)
    values.forEach((value, vertex) => {
      const z = tube.positions[vertex * 3 + 2]!
      if (z > 0.5 && z < 5.5) expect(value).toBeCloseTo(0.25, 1)
    })
    const box = makeBox([9, 9, 9], 9)
    const flat = mapCurvature(box, 0)
    flat.forEach((value, vertex) => {
      const inside = [0, 1, 2].filter((axis) => {
        const place = box.positions[vertex * 3 + axis]!
        return place > 1.5 && place < 7.5
      })
      if (inside.length === 2) expect(Math.abs(value)).toBeLessThan(1e-6)
    })
  })
})

describe('The wall thickness', () => {
  it('of a plate is its thickness, up to the edges', () => {
    const plate = makeBox([10, 8, 0.7], 20)
    wallsOf(plate).forEach((value, vertex) => {
      const z = plate.positions[vertex * 3 + 2]!
      const isInside = [0, 1].every((axis) => {
        const place = plate.positions[vertex * 3 + axis]!
        return place > 0.4 && place < [10, 8][axis]! - 0.4
      })
      if (isInside && (z === 0 || z > 0.69)) expect(value).toBeCloseTo(0.7, 3)
      if (isInside) expect(value).toBeGreaterThan(0.69)
    })
  })

  it('of a hollow sphere is the difference of its radii, inside and outside', () => {
    const values = wallsOf(join(makeSphere(5, 60), makeSphere(4.2, 60), true))
    expect(largestError(values, 0.8)).toBeLessThan(0.05)
  })

  it('of a solid sphere is its diameter, and of an open sheet infinite', () => {
    expect(largestError(wallsOf(makeSphere(1.5, 20)), 3)).toBeLessThan(0.05)
    expect(wallsOf(makeTube(30, 5, 60)).every((value) => value === Infinity)).toBe(true)
  })
})

describe('The figures of a map', () => {
  const plate = makeBox([10, 10, 1], 50)

  it('count spots with their areas and deepest points', () => {
    // Two round dents of 1 mm and 2 mm radius in the upper side.
    const values = Float32Array.from({ length: plate.positions.length / 3 }, (_, vertex) => {
      const [x, y, z] = plate.positions.subarray(vertex * 3, vertex * 3 + 3) as unknown as [
        number,
        number,
        number,
      ]
      if (z < 1) return Number.NaN
      return Math.min(Math.hypot(x - 2, y - 2) - 1, Math.hypot(x - 7, y - 6) - 2)
    })
    const spots = findSpots(plate, values, 0)
    expect(spots).toHaveLength(2)
    expect(spots[0]!.areaMm2).toBeCloseTo(4 * Math.PI, 0)
    expect(spots[1]!.areaMm2).toBeCloseTo(Math.PI, 0)
    expect(spots[0]!.least).toBeCloseTo(-2, 1)
    expect(spots[0]!.at[0]).toBeCloseTo(7, 1)
    expect(findSpots(plate, values, -5)).toEqual([])
  })

  it('are the area below a limit, and the value below which an area lies', () => {
    // The value is x on the upper side alone.
    const values = Float32Array.from({ length: plate.positions.length / 3 }, (_, vertex) =>
      plate.positions[vertex * 3 + 2]! === 1 ? plate.positions[vertex * 3]! : Infinity,
    )
    expect(areaBelow(plate, values, 2.5)).toBeCloseTo(25, -1)
    expect(Math.abs(areaBelow(plate, values, 2.5) - 25)).toBeLessThan(2)
    expect(valueBelowArea(plate, values, 25)).toBeCloseTo(2.5, 0)
    expect(valueBelowArea(plate, values, 1000)).toBe(Infinity)
  })

  it('weigh values by area and leave out vertices without a value', () => {
    const areas = areasOf(plate)
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(240, 2)
    const values = Float32Array.from(areas, (_, vertex) =>
      plate.positions[vertex * 3 + 2]! === 1 ? 0.1 : plate.positions[vertex * 3 + 2]! === 0 ? -0.3 : Infinity,
    )
    const figures = computeFigures(values, areas, { limit: 0.5, tolerance: 0.2, binCount: 10 })
    expect(figures.measuredShare).toBeGreaterThan(200 / 240 - 0.01)
    expect(figures.mean).toBeCloseTo(-0.1, 2)
    expect(figures.rms).toBeCloseTo(Math.sqrt((0.01 + 0.09) / 2), 3)
    expect(figures.withinShare).toBeCloseTo(0.5, 2)
    expect(figures.high).toBeCloseTo(0.3, 2)
    expect(figures.bins[6]! + figures.bins[5]!).toBeCloseTo(0.5, 2)
    expect(figures.bins[2]! + figures.bins[1]!).toBeCloseTo(0.5, 2)
    const none = computeFigures(new Float32Array(4).fill(Number.NaN), areas.slice(0, 4), {
      limit: 1,
      tolerance: 0.1,
      binCount: 4,
    })
    expect(none).toMatchObject({ mean: 0, rms: 0, high: 0, withinShare: 0, measuredShare: 0 })
  })
})
