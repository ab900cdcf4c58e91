import { describe, expect, test } from 'vitest'
import { createRandom, makeBox, makeSoup, makeSphere, makeTorus, makeTube, splitVertices } from './bodies.ts'
import { findCircle } from './circle-request.ts'
import { angleAt, circleThrough, lengthAlong } from './lengths.ts'
import { type MeasuredGeometry, MeshStore } from './mesh-store.ts'
import { measureGap, measureThickness, type PickedPoint, pickPoint, projectPoints } from './points.ts'
import { closestOnTriangle, cornersOf } from './tree-queries.ts'
import { add, cross, distance, dot, scale, subtract, toUnit, type Vec } from './vectors.ts'

function storeOf(geometries: Record<string, MeasuredGeometry>): MeshStore {
  const store = new MeshStore()
  for (const [id, geometry] of Object.entries(geometries)) store.add(id, geometry)
  return store
}

const pointOf = (scanId: string, point: Vec, normal: Vec): PickedPoint => ({
  scanId,
  point,
  normal,
  snap: 'surface',
})

const ray = (id: string, origin: Vec, direction: Vec, more: { near?: number; isGhost?: boolean } = {}) => ({
  ...{ id, origin, direction, near: 0, far: Number.POSITIVE_INFINITY, isGhost: false },
  ...more,
})

const down: Vec = [0, 0, -1]

describe('lengths and angles', () => {
  test('a polyline is as long as its segments together', () => {
    const points: Vec[] = [
      [0, 0, 0],
      [3, 4, 0],
      [3, 4, 12],
    ]
    expect(lengthAlong(points)).toBe(17)
    expect(lengthAlong([[1, 1, 1]])).toBe(0)
  })

  test('an angle is exact from tiny to straight, and has no value for a leg without a length', () => {
    for (const degrees of [0.001, 30, 90, 123.4, 179.999]) {
      const turn = (degrees * Math.PI) / 180
      const last: Vec = [2 * Math.cos(turn) + 5, 2 * Math.sin(turn), 1]
      expect(angleAt([7, 0, 1], [5, 0, 1], last)).toBeCloseTo(degrees, 6)
    }
    expect(angleAt([1, 2, 3], [1, 2, 3], [4, 5, 6])).toBeUndefined()
  })

  test('a circle through three points has their common distance, and none exists for points on a line', () => {
    const random = createRandom(4)
    for (let round = 0; round < 50; round += 1) {
      const next = (): Vec => [random() * 20 - 10, random() * 20 - 10, random() * 20 - 10]
      const corners = [next(), next(), next()] as const
      const circle = circleThrough(...corners)!
      for (const corner of corners) {
        expect(distance(corner, circle.centre)).toBeCloseTo(circle.radiusMm, 6)
        expect(dot(subtract(corner, circle.centre), circle.normal)).toBeCloseTo(0, 6)
      }
    }
    expect(circleThrough([0, 0, 0], [1, 1, 1], [3, 3, 3])).toBeUndefined()
  })
})

describe('picking', () => {
  test('the nearest scan is picked, and a translucent one only if there is nothing behind it', () => {
    const store = storeOf({ low: makeBox(4, 4, 1), high: makeBox(4, 4, 3) })
    const rays = (isGhost: boolean) => [
      ray('low', [2, 1.5, 9], down),
      ray('high', [2, 1.5, 9], down, { isGhost }),
    ]
    expect(pickPoint(store, { rays: rays(false), snapTan: 0 })).toMatchObject({ scanId: 'high' })
    expect(pickPoint(store, { rays: rays(true), snapTan: 0 })).toMatchObject({ scanId: 'low' })
    expect(pickPoint(store, { rays: rays(true).slice(1), snapTan: 0 })).toMatchObject({ scanId: 'high' })
  })

  test('the hidden part of a ray is not picked', () => {
    const store = storeOf({ box: makeBox(4, 4, 3) })
    const picked = pickPoint(store, { rays: [ray('box', [2, 1.5, 9], down, { near: 7 })], snapTan: 0 })
    expect(picked?.point[2]).toBeCloseTo(0, 6)
  })

  test('a point snaps to corner, ridge, open edge and vertex, and to nothing that is too far', () => {
    const box = storeOf({ box: makeBox(4, 4, 3) })
    const pick = (x: number, y: number, snapTan: number) =>
      pickPoint(box, { rays: [ray('box', [x, y, 13], down)], snapTan })
    expect(pick(0.2, 0.1, 0.03)).toMatchObject({ point: [0, 0, 3], snap: 'vertex' })
    expect(pick(2, 0.2, 0.03)).toMatchObject({ point: [2, 0, 3], snap: 'ridge' })
    expect(pick(2, 1.6, 0.03)).toMatchObject({ point: [2, 1.6, 3], snap: 'surface' })
    const tube = storeOf({ tube: makeTube(5, 4, 256, 9) })
    const onTube = (z: number) =>
      pickPoint(tube, { rays: [ray('tube', [20, 0.03, z], [-1, 0, 0])], snapTan: 0.01 })
    const atRim = onTube(0.1)
    expect(atRim?.snap).toBe('edge')
    expect(atRim?.point[2]).toBe(0)
    expect(onTube(1.01)).toMatchObject({ point: [5, 0, 1], snap: 'vertex' })
    expect(onTube(1.2)?.snap).toBe('surface')
  })

  test('a mesh whose triangles share no vertices snaps like a welded one', () => {
    const store = storeOf({ box: splitVertices(makeBox(4, 4, 3)) })
    const pick = (x: number, y: number) =>
      pickPoint(store, { rays: [ray('box', [x, y, 13], down)], snapTan: 0.03 })
    // The diagonal of the upper face is no open edge.
    expect(pick(2, 2)?.snap).toBe('surface')
    expect(pick(2, 0.2)).toMatchObject({ point: [2, 0, 3], snap: 'ridge' })
  })

  test('points move to a finer level', () => {
    const store = storeOf({ ball: makeSphere(5, 400) })
    const [moved] = projectPoints(store, { points: [pointOf('ball', [0, 0, 4.9], [0, 0, 1])] })
    expect(moved?.point[2]).toBeCloseTo(5, 3)
    expect(moved?.normal[2]).toBeCloseTo(1, 3)
  })
})

describe('wall thickness', () => {
  test('a box is as thick as its side, measured from either face', () => {
    const store = storeOf({ box: makeBox(4, 4, 1.25) })
    const from = (point: Vec, normal: Vec) => measureThickness(store, { at: pointOf('box', point, normal) })
    expect(from([1, 2.1, 1.25], [0, 0, 1])?.lengthMm).toBeCloseTo(1.25, 6)
    expect(from([1, 2.1, 0], [0, 0, -1])?.lengthMm).toBeCloseTo(1.25, 6)
  })

  test('a torus is as thick as its tube', () => {
    const store = storeOf({ ring: makeTorus(8, 1.5, 400) })
    const at = pickPoint(store, { rays: [ray('ring', [8, 0.01, 20], down)], snapTan: 0 })!
    expect(measureThickness(store, { at })?.lengthMm).toBeCloseTo(3, 2)
  })

  test('the side that the user sees is outside, even if the triangles face in', () => {
    const { positions, indices } = makeBox(4, 4, 1)
    const store = storeOf({ box: { positions, indices: indices.slice().reverse() } })
    const at = pickPoint(store, { rays: [ray('box', [1, 2.2, 9], down)], snapTan: 0 })!
    expect(at.normal).toEqual([0, 0, 1])
    expect(measureThickness(store, { at })?.lengthMm).toBeCloseTo(1, 6)
  })

  test('a surface without an opposite side has no thickness', () => {
    const store = storeOf({ tube: makeTube(5, 4, 64) })
    const at = pointOf('tube', [-5, 0, 2], [1, 0, 0])
    expect(measureThickness(store, { at })).toBeUndefined()
  })
})

describe('distance to the antagonist', () => {
  test('is the distance to the closest of the other scans', () => {
    const shifted = (z: number): MeasuredGeometry => {
      const { positions, indices } = makeBox(4, 4, 1)
      return { positions: positions.map((value, at) => (at % 3 === 2 ? value + z : value)), indices }
    }
    const store = storeOf({ lower: makeBox(4, 4, 1), near: shifted(1.4), far: shifted(3) })
    const at = pointOf('lower', [1, 2, 1], [0, 0, 1])
    const gap = measureGap(store, { at, scanIds: ['far', 'near', 'missing'] })
    expect(gap).toMatchObject({ scanId: 'near' })
    expect(gap?.lengthMm).toBeCloseTo(0.4, 6)
    expect(measureGap(store, { at, scanIds: [] })).toBeUndefined()
  })

  test('equals the distance that brute force finds in random triangles', () => {
    const store = storeOf({ soup: makeSoup(7, 400) })
    const mesh = store.get('soup')
    const random = createRandom(9)
    for (let round = 0; round < 40; round += 1) {
      const place: Vec = [random() * 14 - 2, random() * 14 - 2, random() * 14 - 2]
      const found = measureGap(store, { at: pointOf('none', place, [0, 0, 1]), scanIds: ['soup'] })
      const all = Array.from({ length: mesh.indices.length / 3 }, (_, triangle) =>
        distance(place, closestOnTriangle(place, ...cornersOf(mesh, triangle))),
      )
      expect(found?.lengthMm).toBeCloseTo(Math.min(...all), 5)
    }
  })
})

describe('circles fitted to rings of edges', () => {
  test('the open rim of a tube and the ridge of a closed cylinder have the diameter of their body', () => {
    const store = storeOf({ tube: makeTube(3, 4, 720), coarse: makeTube(3, 4, 24) })
    const rim = findCircle(store, { at: pointOf('tube', [3, 0.02, 3.95], [1, 0, 0]), radiusMm: 0.2 })!
    expect(rim.radiusMm).toBeCloseTo(3, 4)
    expect(rim.centre[2]).toBeCloseTo(4, 6)
    expect(Math.abs(rim.normal[2])).toBeCloseTo(1, 6)
    expect(rim.deviationMm).toBeLessThan(1e-4)
    expect(rim.ring).toHaveLength(720)
    // The corners of a coarse ring lie on the circle.
    const coarse = findCircle(store, { at: pointOf('coarse', [3, 0.02, 3.95], [1, 0, 0]), radiusMm: 0.2 })!
    expect(coarse.radiusMm).toBeCloseTo(3, 5)
    const cup = storeOf({ cup: closeTop(makeTube(3, 4, 360), 360, 4) })
    const ridge = findCircle(cup, { at: pointOf('cup', [3, 0.02, 3.95], [1, 0, 0]), radiusMm: 0.2 })!
    expect(ridge.radiusMm).toBeCloseTo(3, 4)
    expect(ridge.centre[2]).toBeCloseTo(4, 5)
  })

  test('a rotated and moved rim has the same diameter', () => {
    const axis = toUnit([1, 2, 3])!
    const right = toUnit(cross(axis, [0, 0, 1]))!
    const up = cross(axis, right)
    const { positions, indices } = makeTube(2.35, 3, 500)
    const moved = new Float32Array(positions.length)
    for (let at = 0; at < positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3)
      moved.set(add([40, -20, 7], add(add(scale(right, x), scale(up, y)), scale(axis, z))), at)
    }
    const store = storeOf({ tube: { positions: moved, indices } })
    const at = pointOf('tube', add([40, -20, 7], scale(right, 2.35)), right)
    expect(findCircle(store, { at, radiusMm: 0.3 })?.radiusMm).toBeCloseTo(2.35, 4)
  })

  test('no circle is found where no closed ring is near', () => {
    const store = storeOf({ ball: makeSphere(5, 100), tube: makeTube(3, 4, 90) })
    expect(findCircle(store, { at: pointOf('ball', [5, 0, 0], [1, 0, 0]), radiusMm: 0.5 })).toBeUndefined()
    expect(findCircle(store, { at: pointOf('tube', [3, 0, 2], [1, 0, 0]), radiusMm: 0.5 })).toBeUndefined()
  })
})

/** Closes the upper end of a tube by triangles around its centre. */
function closeTop({ positions, indices }: MeasuredGeometry, steps: number, height: number): MeasuredGeometry {
  const centre = positions.length / 3
  const fan = Array.from({ length: steps }, (_, at) => [
    steps + at,
    steps + ((at + 1) % steps),
    centre,
  ]).flat()
  return {
    positions: Float32Array.from([...positions, 0, 0, height]),
    indices: Uint32Array.from([...indices, ...fan]),
  }
}
