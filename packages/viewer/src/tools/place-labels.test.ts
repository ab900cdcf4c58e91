import { expect, test } from 'vitest'
import { createRandom } from '../measure/bodies.ts'
import { placeLabels } from './place-labels.ts'

const picture = { width: 800, height: 600 }

test('labels never cover each other or a dot, however close their points are', () => {
  const random = createRandom(11)
  for (const count of [2, 8, 30]) {
    const labels = Array.from({ length: count }, () => ({
      x: 380 + random() * 40,
      y: 290 + random() * 20,
      width: 50 + random() * 30,
      height: 20,
    }))
    const dots = labels.map(({ x, y }) => ({ x, y }))
    const boxes = placeLabels(labels, picture, dots).map((place, at) => ({ ...labels[at]!, ...place }))
    boxes.forEach((box, at) => {
      for (const other of boxes.slice(at + 1)) {
        const isApart =
          box.left + box.width <= other.left ||
          other.left + other.width <= box.left ||
          box.top + box.height <= other.top ||
          other.top + other.height <= box.top
        expect(isApart).toBe(true)
      }
      for (const { x, y } of dots) {
        const isCovered = x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height
        expect(isCovered).toBe(false)
      }
    })
  }
})

test('a label at the edge stays inside the picture, and earlier labels stay when others follow', () => {
  const first = { x: 2, y: 3, width: 60, height: 20 }
  const [alone] = placeLabels([first], picture)
  expect(alone!.left).toBeGreaterThanOrEqual(0)
  expect(alone!.top).toBeGreaterThanOrEqual(0)
  const both = placeLabels([first, { x: 3, y: 3, width: 60, height: 20 }], picture)
  expect(both[0]).toEqual(alone)
})
