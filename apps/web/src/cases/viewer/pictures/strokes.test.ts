import { expect, test } from 'vitest'
import { strokePx, toStrokePath } from './strokes.ts'

test('a stroke is a curve through the middles of its points, and ends at the last one', () => {
  expect(
    toStrokePath([
      [0, 0],
      [10, 0],
      [10, 10],
      [20, 10.04],
    ]),
  ).toBe('M0 0Q10 0 10 5Q10 10 15 10L20 10')
  expect(
    toStrokePath([
      [1, 2],
      [3, 4],
    ]),
  ).toBe('M1 2L3 4')
})

test('a press without a movement draws a dot', () => {
  expect(toStrokePath([[5, 6]])).toBe('M5 6l0.01 0')
  expect(toStrokePath([])).toBe('')
})

test('lines are as wide in a picture of twice the resolution', () => {
  const [small, large] = [
    strokePx('thick', { width: 300, height: 400 }),
    strokePx('thick', { width: 600, height: 800 }),
  ]
  expect(large / small).toBeCloseTo(2)
  expect(strokePx('thin', { width: 300, height: 400 })).toBeLessThan(small)
})
