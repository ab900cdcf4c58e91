import { type Outline, planeAxes, toPlane, vectors } from '@pontic/viewer/measure'
import { describe, expect, test } from 'vitest'
import { boxOfOutlines, flattenOutline, snapToOutline, toPathData, toPlace } from './flat-outlines.ts'
import { changePlane, placePlane, planeOfView, planeThrough } from './section-plane.ts'

const axes = { right: [1, 0, 0], up: [0, 1, 0], toEye: [0, 0, 1] } as const

describe('the cutting plane', () => {
  test('of two points contains both and the direction of the view', () => {
    const section = planeThrough([1, 2, 3], [4, 2, 9], axes)!
    const { plane } = placePlane(section)
    for (const point of [
      [1, 2, 3],
      [4, 2, 9],
    ] as const)
      expect(vectors.dot(plane.normal, point)).toBeCloseTo(plane.offset, 9)
    expect(vectors.dot(plane.normal, axes.toEye)).toBeCloseTo(0, 9)
    expect(planeThrough([1, 2, 3], [1, 2, 8], axes)).toBeUndefined()
  })

  test('moves along its normal, tilts its upper edge forwards and turns around its upright axis', () => {
    const section = planeOfView([1, 1, 1], axes)
    expect(placePlane(changePlane(section, { positionMm: 2 })).plane).toEqual({
      normal: [0, 0, 1],
      offset: 3,
    })
    const tilted = placePlane(changePlane(section, { tiltDeg: 30 }))
    expect(tilted.up[2]).toBeCloseTo(0.5, 9)
    expect(tilted.right).toEqual([1, 0, 0])
    const turned = placePlane(changePlane(section, { turnDeg: 90 }))
    expect(turned.normal[0]).toBeCloseTo(1, 9)
    expect(turned.up[1]).toBeCloseTo(1, 9)
    expect(changePlane(section, { positionMm: 1000, tiltDeg: -200 })).toMatchObject({
      positionMm: 60,
      tiltDeg: -90,
    })
  })
})

describe('the drawing of a section', () => {
  const outline: Outline = {
    scanId: 'a',
    points: Float32Array.of(0, 0, 5, 4, 0, 5, 4, 3, 5, 0, 3, 5),
    starts: Uint32Array.of(0, 4),
    isClosed: Uint8Array.of(1),
  }
  const drawing = planeAxes(toPlane([0, 0, 1], [0, 0, 5]), [0, 1, 0])
  const flat = flattenOutline(outline, drawing)

  test('keeps lengths, and its places lead back to the axes of the file', () => {
    expect(boxOfOutlines([flat])).toEqual({ min: [0, 0], max: [4, 3] })
    expect(toPlace([4, 3], drawing)).toEqual([4, 3, 5])
    expect(toPathData(flat)).toBe('M0.000 0.000L4.000 0.000L4.000 -3.000L0.000 -3.000Z')
    expect(boxOfOutlines([])).toBeUndefined()
  })

  test('a point snaps to the nearest outline, also to the edge that closes it', () => {
    expect(snapToOutline([flat], [2, 0.2], 0.5)).toEqual([2, 0])
    expect(snapToOutline([flat], [0.1, 1], 0.5)).toEqual([0, 1])
    expect(snapToOutline([flat], [2, 1.5], 0.5)).toEqual([2, 1.5])
  })
})
