import { expect, it } from 'vitest'
import { widenArea } from './crop-image.ts'

const picture = { width: 1_200, height: 500 }

it('a crop area that is wide enough stays unchanged', () => {
  const area = { x: 10, y: 20, width: 900, height: 300 }
  expect(widenArea(area, picture, 900)).toBe(area)
})

it('a crop area that is too narrow is widened around its centre, with the same aspect ratio and inside the picture', () => {
  expect(widenArea({ x: 500, y: 200, width: 300, height: 100 }, picture, 900)).toEqual({
    x: 200,
    y: 100,
    width: 900,
    height: 300,
  })
  expect(widenArea({ x: 0, y: 400, width: 300, height: 100 }, picture, 900)).toEqual({
    x: 0,
    y: 200,
    width: 900,
    height: 300,
  })
})

it('a widened crop area has at most the height of the picture', () => {
  expect(widenArea({ x: 0, y: 0, width: 450, height: 400 }, picture, 900)).toMatchObject({
    width: 900,
    y: 0,
    height: 500,
  })
})
