import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeBox, makeScan, makeSphere } from '../mesh/make-scan.ts'
import { parseMesh } from '../mesh/parse.ts'
import { alignSurface } from './align.ts'
import { createTarget, type Movement, movePoint } from './distance-map.ts'
import { aroundPoint, chain, fitPoints, invert, rotationOf } from './rigid-fit.ts'
import type { Surface } from './surface-tree.ts'

const lower: Surface = parseMesh(
  new Uint8Array(readFileSync(new URL('../../../../demo/scans/case0-lower-teeth.obj', import.meta.url))),
)

/** Returns the movement of a rotation by degrees about an axis through a point, and a shift. */
function turn(axis: readonly number[], deg: number, shift: readonly [number, number, number]): Movement {
  const half = (deg * Math.PI) / 360
  const length = Math.hypot(...axis)
  const rotation = rotationOf([Math.cos(half), ...axis.map((part) => (part / length) * Math.sin(half))])
  return aroundPoint(rotation, [30, 5, 20], [30 + shift[0], 5 + shift[1], 20 + shift[2]])
}

function move({ positions, indices }: Surface, movement: Movement): Surface {
  const moved = new Float32Array(positions.length)
  const point = new Float64Array(3)
  for (let at = 0; at < positions.length; at += 3) {
    movePoint(movement, positions, at, point)
    moved.set(point, at)
  }
  return { positions: moved, indices }
}

/** Returns the largest distance of a vertex of the moved scan from the original. */
function errorOf(scan: Surface, moved: Surface, movement: Movement): number {
  const back = move(moved, movement).positions
  let largest = 0
  for (let at = 0; at < back.length; at += 3)
    largest = Math.max(
      largest,
      Math.hypot(
        back[at]! - scan.positions[at]!,
        back[at + 1]! - scan.positions[at + 1]!,
        back[at + 2]! - scan.positions[at + 2]!,
      ),
    )
  return largest
}

describe('The best fit of two scans', () => {
  const target = createTarget(lower)

  it('recovers known movements within 5 µm', () => {
    for (const movement of [
      turn([0, 1, 0], 3, [0.4, -0.3, 0.2]),
      turn([1, 2, 3], 12, [2, 1, -3]),
      turn([-1, 0.2, 0], 1, [0, 0.05, 0]),
    ]) {
      const moved = move(lower, movement)
      const { movement: found, rmsMm, usedShare } = alignSurface(moved.positions, target)!
      expect(errorOf(lower, moved, found)).toBeLessThan(0.005)
      expect(rmsMm).toBeLessThan(0.001)
      expect(usedShare).toBeCloseTo(0.75, 1)
    }
  })

  it('recovers a movement to another coordinate system without a start', () => {
    const moved = move(lower, turn([1, 1, 0.3], 130, [120, -80, 40]))
    expect(errorOf(lower, moved, alignSurface(moved.positions, target)!.movement)).toBeLessThan(0.005)
  })

  it('recovers a movement from three pairs of points that are off by a millimetre', () => {
    const movement = turn([3, 1, -2], 95, [40, 10, 5])
    const moved = move(lower, movement)
    const point = new Float64Array(3)
    const pairs = [200, 9000, 30000].map((vertex, i) => {
      movePoint(movement, lower.positions, vertex * 3, point)
      const to = [...lower.positions.subarray(vertex * 3, vertex * 3 + 3)].map((value) => value + (i - 1))
      return { from: [...point] as [number, number, number], to: to as [number, number, number] }
    })
    const start = fitPoints(
      pairs.map(({ from }) => from),
      pairs.map(({ to }) => to),
    )
    expect(errorOf(lower, moved, alignSurface(moved.positions, target, { start })!.movement)).toBeLessThan(
      0.005,
    )
  })

  it('is not spoilt by noise of the scanner and by a part that has changed', () => {
    const movement = turn([0.3, 1, 0], 5, [1, 0.5, -1])
    const noisy = makeScan(lower, 90_000, 0.01)
    // A tenth of the arch is two millimetres higher.
    const changed = noisy.positions.slice()
    for (let at = 0; at < changed.length; at += 3) if (changed[at]! > 22) changed[at + 1]! += 2
    const moved = move({ positions: changed, indices: noisy.indices }, movement)
    const { movement: found, rmsMm } = alignSurface(moved.positions, target)!
    expect(errorOf({ positions: changed, indices: noisy.indices }, moved, found)).toBeLessThan(0.01)
    expect(rmsMm).toBeGreaterThan(0.001)
    expect(rmsMm).toBeLessThan(0.02)
  })

  it('has no result for a scan without points near the target', () => {
    const far = {
      positions: makeSphere(1, 8).positions.map((value) => value + 500),
      indices: new Uint32Array(0),
    }
    expect(
      alignSurface(far.positions, target, { start: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] }),
    ).toBeUndefined()
    const empty = createTarget({ positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) })
    expect(alignSurface(lower.positions, empty)).toBeUndefined()
  })

  it('ends with finite numbers where the movement is not determined, as on a plane', () => {
    const box = makeBox([10, 10, 0.001], 6)
    const found = alignSurface(
      box.positions.map((value, i) => value + (i % 3 === 2 ? 0.3 : 0)),
      createTarget(box),
    )
    expect(found === undefined || found.movement.every(Number.isFinite)).toBe(true)
  })
})

describe('Movements', () => {
  it('fit points exactly, and are undone by their inverse', () => {
    const movement = turn([1, -2, 0.5], 77, [3, -4, 5])
    const from = [0, 300, 900, 1500].map(
      (at) => [...lower.positions.subarray(at, at + 3)] as [number, number, number],
    )
    const to = from.map((point) => {
      const into = new Float64Array(3)
      movePoint(movement, point, 0, into)
      return [...into] as [number, number, number]
    })
    const fitted = fitPoints(from, to)
    expect(fitted.every((value, i) => Math.abs(value - movement[i]!) < 1e-6)).toBe(true)
    const same = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
    const undone = chain(movement, invert(movement))
    expect(undone.every((value, i) => Math.abs(value - same[i]!) < 1e-9)).toBe(true)
  })
})
