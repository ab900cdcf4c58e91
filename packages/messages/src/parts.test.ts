import { expect, test } from 'vitest'
import en from './en_US.json' with { type: 'json' }
import { listUnplacedTexts, pickPart, textParts } from './parts.ts'

test('every text of a page is in exactly one part', () => {
  expect(listUnplacedTexts(en)).toEqual([])
  expect(listUnplacedTexts({ ...en, stray: { a: 'b' } })).toEqual(['stray'])
  const paths = Object.values(textParts).flat()
  expect(new Set(paths).size).toBe(paths.length)
})

test('a part contains whole features, and single groups of shared ones', () => {
  expect(pickPart(en, 'session')).toEqual({ session: en.session })
  expect(pickPart(en, 'scene')).toEqual({
    viewer: en.viewer,
    conversation: en.conversation,
    shares: en.shares,
    previewLinks: en.previewLinks,
    errors: { scene: en.errors.scene },
  })
})
