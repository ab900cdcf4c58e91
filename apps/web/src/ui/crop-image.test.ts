import { expect, it } from 'vitest'
import { widenArea } from './crop-image.ts'

const picture = { width: 1_200, height: 500 }

it('a part that is wide enough stays as it was cut', () => {
  const area = { x: 10, y: 20, width: 900, height: 300 }
  expect(widenArea(area, picture, 900)).toBe(area)
})

it('a part that came out too narrow is widened about its middle, in its shape and inside the picture', () => {
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

it('a picture that is too low for the shape gives all of its height', () => {
  expect(widenArea({ x: 0, y: 0, width: 450, height: 400 }, picture, 900)).toMatchObject({
    width: 900,
    y: 0,
    height: 500,
  })
})
