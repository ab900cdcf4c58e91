import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseMesh } from '../mesh/parse.ts'
import { closeBite } from './bite.ts'
import { createRandom } from './bodies.ts'
import { createTarget, type Movement, mapDistances, movePoint } from './distance-map.ts'
import { liftPlane, type PlaneLimit } from './lift-plane.ts'
import { findSpots } from './map-figures.ts'
import { type MeasuredGeometry, MeshStore } from './mesh-store.ts'
import { aroundPoint, chain, rotationOf } from './rigid-fit.ts'
import type { Vec } from './vectors.ts'

const turn = { pause: async () => {} }
const read = (name: string): MeasuredGeometry =>
  parseMesh(new Uint8Array(readFileSync(new URL(`../../../../demo/scans/${name}`, import.meta.url))))
const [upper, lower] = [read('case0-upper-teeth.obj'), read('case0-lower-teeth.obj')]

/** Returns the movement of a rotation by degrees about an axis through a point, and a shift. */
function turnAbout(axis: Vec, deg: number, shift: Vec): Movement {
  const half = (deg * Math.PI) / 360
  const length = Math.hypot(...axis)
  const rotation = rotationOf([Math.cos(half), ...axis.map((part) => (part / length) * Math.sin(half))])
  return aroundPoint(rotation, [0, 0, 0], shift)
}

function move({ positions, indices }: MeasuredGeometry, movement: Movement): MeasuredGeometry {
  const moved = new Float32Array(positions.length)
  const point = new Float64Array(3)
  for (let at = 0; at < positions.length; at += 3) {
    movePoint(movement, positions, at, point)
    moved.set(point, at)
  }
  return { positions: moved, indices: indices.slice() }
}

function storeOf(from: MeasuredGeometry, to: MeasuredGeometry): MeshStore {
  const store = new MeshStore()
  store.add('from', { positions: from.positions, indices: from.indices.slice() })
  store.add('to', { positions: to.positions, indices: to.indices.slice() })
  return store
}

/** Measures the moved scan against the other one: the deepest penetration, and the contact spots. */
function contactsOf(from: MeasuredGeometry, to: MeasuredGeometry) {
  let values = new Float32Array(0)
  for (const result of mapDistances(from.positions, createTarget(to), { maxMm: 2 }))
    values = result.values as Float32Array<ArrayBuffer>
  const spots = findSpots(from, values, 0.1)
  return { spots, deepestMm: -Math.min(...spots.map(({ least }) => least)) }
}

/** A table of 20 × 20 mm with the given legs: cones of some height at some places, that point upwards. */
function table(legs: readonly (readonly [x: number, y: number, heightMm: number])[]): MeasuredGeometry {
  const steps = 80
  const positions: number[] = []
  for (let row = 0; row <= steps; row += 1)
    for (let column = 0; column <= steps; column += 1) {
      const [x, y] = [(column / steps) * 20 - 10, (row / steps) * 20 - 10]
      const heights = legs.map(([lx, ly, height]) => height - Math.hypot(x - lx, y - ly) * 2)
      positions.push(x, y, Math.max(0, ...heights))
    }
  const indices: number[] = []
  for (let row = 0; row < steps; row += 1)
    for (let column = 0; column < steps; column += 1) {
      const at = row * (steps + 1) + column
      indices.push(at, at + 1, at + steps + 2, at, at + steps + 2, at + steps + 1)
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}
const flipped = ({ positions, indices }: MeasuredGeometry, z: number): MeasuredGeometry => ({
  positions: positions.map((value, at) => (at % 3 === 2 ? z - value : value)),
  indices: indices.map((_, at) => indices[at % 3 === 1 ? at + 1 : at % 3 === 2 ? at - 1 : at]!),
})

describe('Closing a bite', () => {
  it('ends on three legs around the middle, tilted by exactly their heights', async () => {
    const legs = [
      [-8, -8, 3],
      [8, -8, 4],
      [0, 8, 3.5],
      [0, 0, 2],
    ] as const
    const plate = flipped(table([]), 30)
    const found = await closeBite(
      storeOf(table(legs), plate),
      { from: 'from', to: 'to', direction: [0, 0, 5], depthMm: 0 },
      turn,
    )
    expect(found?.touching).toHaveLength(3)
    const before = table(legs).positions
    const moved = move(table(legs), found!.movement).positions
    for (const [x, y, height] of legs.slice(0, 3)) {
      const at = before.findIndex((value, i) => i % 3 === 0 && value === x && before[i + 1] === y)
      expect([height, moved[at + 2]]).toEqual([height, expect.closeTo(30, 2)])
    }
    expect(Math.max(...moved.filter((_, at) => at % 3 === 2))).toBeLessThan(30.001)
  })

  it('closes real arches from open, crossed and tilted positions, with contacts on both sides', async () => {
    const starts = [
      turnAbout([1, 0, 0], 0, [0, 0, 0]),
      turnAbout([1, 0, 0], 2, [0, -8, 0]),
      turnAbout([0.4, 0, 1], 3, [0, 3, 0]),
    ]
    for (const start of starts) {
      const from = move(lower, start)
      const found = await closeBite(
        storeOf(from, upper),
        { from: 'from', to: 'to', direction: [0, 1, 0], depthMm: 0 },
        turn,
      )
      const whole = chain(start, found!.movement)
      const moved = move(lower, whole)
      const { spots, deepestMm } = contactsOf(moved, upper)
      expect(deepestMm).toBeLessThan(0.02)
      expect(spots.length).toBeGreaterThanOrEqual(3)
      const sides = found!.touching.map(([x]) => Math.sign(x - middleX))
      expect(new Set(sides).size).toBe(2)
    }
  })

  it('penetrates as deep as wanted', async () => {
    const depths = []
    for (const depthMm of [0, 0.05, 0.1]) {
      const found = await closeBite(
        storeOf(lower, upper),
        { from: 'from', to: 'to', direction: [0, 1, 0], depthMm },
        turn,
      )
      depths.push(contactsOf(move(lower, found!.movement), upper))
    }
    expect(depths[1]!.deepestMm).toBeGreaterThan(depths[0]!.deepestMm + 0.01)
    expect(depths[2]!.deepestMm).toBeGreaterThan(depths[1]!.deepestMm + 0.01)
    expect(depths[2]!.deepestMm).toBeLessThan(0.12)
  })

  it('has no result for scans that do not face each other', async () => {
    const aside = move(lower, turnAbout([1, 0, 0], 0, [300, 0, 0]))
    const input = { from: 'from', to: 'to', depthMm: 0 }
    expect(await closeBite(storeOf(aside, upper), { ...input, direction: [0, 1, 0] }, turn)).toBeUndefined()
    expect(await closeBite(storeOf(lower, upper), { ...input, direction: [0, 0, 0] }, turn)).toBeUndefined()
  })
})

const middleX = (() => {
  const xs = lower.positions.filter((_, at) => at % 3 === 0)
  return (Math.max(...xs) + Math.min(...xs)) / 2
})()

describe('The lifted plane', () => {
  it('exceeds no limit, and no other plane is higher at the origin', () => {
    const random = createRandom(5)
    for (let round = 0; round < 40; round += 1) {
      const limits = Array.from({ length: 400 }, (): PlaneLimit => {
        return [random() * 20 - 10, random() * 20 - 10, random() * 3]
      })
      const { plane, touching } = liftPlane(limits, 10)!
      const gaps = limits.map(([u, v, height]) => height - plane[0] - plane[1] * u - plane[2] * v)
      expect(Math.min(...gaps)).toBeGreaterThan(-1e-5)
      // By duality: the origin lies between the touched limits, so that no plane can be higher there.
      expect(touching).toHaveLength(3)
      const [a, b, c] = touching.map((at) => limits[at]!) as [PlaneLimit, PlaneLimit, PlaneLimit]
      const side = (p: PlaneLimit, q: PlaneLimit) => Math.sign(p[0] * q[1] - p[1] * q[0])
      expect(new Set([side(a, b), side(b, c), side(c, a)]).size).toBe(1)
    }
  })
})
