import { describe, expect, test } from 'vitest'
import { createRandom, makeBox, makeSoup, makeSphere, makeTorus, makeTube, splitVertices } from './bodies.ts'
import { type MeasuredGeometry, MeshStore } from './mesh-store.ts'
import { type CutPlane, cutMesh, cutMeshes, type Outline, planeAxes, toPlane } from './section.ts'
import { cornersOf } from './tree-queries.ts'
import { distance, dot, lengthOf, toUnit, type Vec } from './vectors.ts'

function storeOf(geometries: Record<string, MeasuredGeometry>): MeshStore {
  const store = new MeshStore()
  for (const [id, geometry] of Object.entries(geometries)) store.add(id, geometry)
  return store
}

const cut = (geometry: MeasuredGeometry, plane: CutPlane) =>
  cutMesh(storeOf({ body: geometry }).get('body'), plane)

function linesOf({ points, starts, isClosed }: Outline): { points: Vec[]; isClosed: boolean }[] {
  return [...isClosed].map((closed, at) => ({
    isClosed: closed === 1,
    points: Array.from({ length: starts[at + 1]! - starts[at]! }, (_, index): Vec => {
      const from = (starts[at]! + index) * 3
      return [points[from]!, points[from + 1]!, points[from + 2]!]
    }),
  }))
}

const lengthOfLines = (outline: Outline): number =>
  linesOf(outline).reduce(
    (sum, { points, isClosed }) =>
      sum +
      points.reduce((length, point, at) => {
        const next = points[at + 1] ?? (isClosed ? points[0] : undefined)
        return length + (next ? distance(point, next) : 0)
      }, 0),
    0,
  )

const tilted = toUnit([0.3, -0.5, 0.8])!

describe('the section of a plane', () => {
  test('through a sphere is one circle in the plane, at any tilt', () => {
    const outline = cut(makeSphere(5, 400), toPlane(tilted, [1, 1, 1]))
    const [line, ...others] = linesOf(outline)
    expect(others).toEqual([])
    expect(line?.isClosed).toBe(true)
    const offset = dot(tilted, [1, 1, 1])
    const radius = Math.sqrt(25 - offset ** 2)
    for (const point of line!.points) {
      expect(dot(tilted, point)).toBeCloseTo(offset, 4)
      expect(lengthOf(point)).toBeCloseTo(5, 2)
    }
    expect(lengthOfLines(outline)).toBeCloseTo(2 * Math.PI * radius, 2)
  })

  test('through a torus is two circles, and through its axis two circles of the tube', () => {
    const flat = linesOf(cut(makeTorus(8, 2, 300), toPlane([0, 0, 1], [0, 0, 0.01])))
    expect(flat.map(({ isClosed }) => isClosed)).toEqual([true, true])
    const reaches = flat.map(({ points }) => lengthOf(points[0]!)).sort((a, b) => a - b)
    expect(reaches[0]).toBeCloseTo(6, 2)
    expect(reaches[1]).toBeCloseTo(10, 2)
    const across = cut(makeTorus(8, 2, 300), toPlane([0, 1, 0], [0, 0.003, 0]))
    expect(linesOf(across)).toHaveLength(2)
    expect(lengthOfLines(across)).toBeCloseTo(2 * 2 * Math.PI * 2, 2)
  })

  test('through an open tube along its axis is two open lines from rim to rim', () => {
    const lines = linesOf(cut(makeTube(3, 4, 90, 5), toPlane([1, 0, 0], [0.1, 0, 0])))
    expect(lines.map(({ isClosed }) => isClosed)).toEqual([false, false])
    for (const { points } of lines) expect([points[0]![2], points.at(-1)![2]].sort()).toEqual([0, 4])
  })

  test('exactly through vertices, edges and faces is closed, and each point is there once', () => {
    const sphere = makeSphere(5, 40)
    for (const plane of [
      toPlane([0, 0, 1], [0, 0, 0]),
      toPlane([1, 0, 0], [0, 0, 0]),
      toPlane([0, 1, 0], [0, 0, 0]),
    ]) {
      const lines = linesOf(cut(sphere, plane))
      expect(lines.map(({ isClosed }) => isClosed)).toEqual([true])
      expect(new Set(lines[0]!.points.map(String)).size).toBe(lines[0]!.points.length)
    }
    const box = cut(makeBox(2, 3, 4), toPlane([0, 0, 1], [0, 0, 4]))
    expect(lengthOfLines(box)).toBeCloseTo(10, 6)
  })

  test('is the same for a mesh whose triangles share no vertices', () => {
    const plane = toPlane(tilted, [0.5, 0, 0])
    const split = linesOf(cut(splitVertices(makeSphere(5, 60)), plane))
    const welded = linesOf(cut(makeSphere(5, 60), plane))
    expect(split).toHaveLength(1)
    expect(split[0]?.isClosed).toBe(true)
    expect(split[0]?.points.length).toBe(welded[0]?.points.length)
  })

  test('beside a mesh is empty', () => {
    const outline = cut(makeSphere(5, 30), toPlane([0, 0, 1], [0, 0, 6]))
    expect([...outline.starts]).toEqual([0])
    expect(outline.points).toHaveLength(0)
  })

  test('has the segments that brute force finds in random triangles', () => {
    const random = createRandom(3)
    const store = storeOf({ soup: makeSoup(5, 500) })
    const mesh = store.get('soup')
    for (let round = 0; round < 20; round += 1) {
      const normal = toUnit([random() - 0.5, random() - 0.5, random() - 0.5])!
      const plane = toPlane(normal, [random() * 10, random() * 10, random() * 10])
      let length = 0
      let count = 0
      for (let triangle = 0; triangle < mesh.indices.length / 3; triangle += 1) {
        const corners = cornersOf(mesh, triangle)
        const heights = corners.map((corner) => dot(normal, corner) - plane.offset)
        const ends = corners.flatMap((corner, at): Vec[] => {
          const next = (at + 1) % 3
          const [from, to] = [heights[at]!, heights[next]!]
          if (from >= 0 === to >= 0) return []
          const share = from / (from - to)
          return [
            corner.map((value, axis) => value + (corners[next]![axis]! - value) * share) as unknown as Vec,
          ]
        })
        if (ends.length === 2) {
          length += distance(ends[0]!, ends[1]!)
          count += 1
        }
      }
      const outline = cutMesh(mesh, plane)
      expect(outline.isClosed.length).toBe(count)
      expect(lengthOfLines(outline)).toBeCloseTo(length, 3)
    }
  })

  test('goes through all given scans and leaves out those that are not in the worker', () => {
    const store = storeOf({ a: makeBox(1, 1, 1), b: makeSphere(2, 30) })
    const outlines = cutMeshes(store, { scanIds: ['a', 'gone', 'b'], plane: toPlane([0, 0, 1], [0, 0, 0.5]) })
    expect(outlines.map(({ scanId }) => scanId)).toEqual(['a', 'b'])
  })
})

test('the axes of a plane are unit vectors at right angles, with "up" towards the wanted direction', () => {
  for (const towards of [[0, 0, 1], [0, 1, 0], tilted] as Vec[]) {
    const { right, up, origin } = planeAxes(toPlane(tilted, [1, 2, 3]), towards)
    expect(dot(right, up)).toBeCloseTo(0, 9)
    expect(dot(right, tilted)).toBeCloseTo(0, 9)
    expect(lengthOf(right)).toBeCloseTo(1, 9)
    expect(dot(up, towards)).toBeGreaterThanOrEqual(-1e-9)
    expect(dot(origin, tilted)).toBeCloseTo(dot(tilted, [1, 2, 3]), 9)
  }
})
