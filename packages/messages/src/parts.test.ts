import { expect, test } from 'vitest'
import en from './en_US.json' with { type: 'json' }
import { listUnplacedTexts, pickPart, textParts } from './parts.ts'

test('every text that a page may say is in a part, and in one only', () => {
  expect(listUnplacedTexts(en)).toEqual([])
  expect(listUnplacedTexts({ ...en, stray: { a: 'b' } })).toEqual(['stray'])
  const paths = Object.values(textParts).flat()
  expect(new Set(paths).size).toBe(paths.length)
})

test('a part holds whole features, and single groups of those it shares', () => {
  expect(pickPart(en, 'session')).toEqual({ session: en.session })
  const { errors, ...rest } = pickPart(en, 'cases')
  const { file, mesh, scene, server } = en.errors
  expect(errors).toEqual({ file, mesh, scene, server })
  expect(rest).toEqual({ order: en.order, orders: en.orders, files: en.files, viewer: en.viewer })
})
