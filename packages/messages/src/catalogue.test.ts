import { expect, test } from 'vitest'
import { completeCatalogue } from './catalogue.ts'

test('a text that is missing in a language is read in English', () => {
  const english = { greeting: { day: 'Good day', night: 'Good night' }, name: 'Pontic' }
  expect(completeCatalogue(english, { greeting: { day: '你好' } })).toEqual({
    greeting: { day: '你好', night: 'Good night' },
    name: 'Pontic',
  })
})

test('texts that the page’s build has compiled are laid over each other whole', () => {
  const english = { total: ['Cases: ', ['count', 4]], name: 'Pontic' }
  const compiled = { total: [['count', 4], ' 个病例'] }
  expect(completeCatalogue<object>(english, compiled)).toEqual({ ...compiled, name: 'Pontic' })
})
