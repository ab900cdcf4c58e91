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
  expect(pickPart(en, 'scene')).toEqual({
    viewer: en.viewer,
    conversation: en.conversation,
    shares: en.shares,
    previewLinks: en.previewLinks,
    errors: { scene: en.errors.scene },
  })
})
