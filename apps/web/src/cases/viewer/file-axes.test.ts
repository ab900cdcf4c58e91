import { invert } from '@pontic/viewer/measure'
import { expect, test } from 'vitest'
import { changeBy } from './file-axes.ts'

// A quarter turn about the z axis, then 10 mm along x.
const quarterTurn = [0, -1, 0, 10, 1, 0, 0, 0, 0, 0, 1, 0]

test('a point on an aligned scan is converted to its file and back, and a direction only turns', () => {
  const shown = changeBy(quarterTurn)
  const filed = changeBy(invert(quarterTurn))
  expect(shown.point([1, 2, 3])).toEqual([8, 1, 3])
  expect(shown.direction([1, 0, 0])).toEqual([0, 1, 0])
  filed.point([8, 1, 3]).forEach((value, at) => {
    expect(value).toBeCloseTo([1, 2, 3][at]!, 9)
  })
  const camera = { position: [0, 0, 5], target: [0, 0, 0], up: [1, 0, 0], aspect: 1.5 } as const
  expect(shown.camera(camera)).toEqual({
    position: [10, 0, 5],
    target: [10, 0, 0],
    up: [0, 1, 0],
    aspect: 1.5,
  })
})
