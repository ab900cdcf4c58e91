import { expect, test } from 'vitest'
import { completeCatalogue } from './catalogue.ts'

test('a text that is missing in a language is taken from English', () => {
  const english = { greeting: { day: 'Good day', night: 'Good night' }, name: 'Pontic' }
  expect(completeCatalogue(english, { greeting: { day: '你好' } })).toEqual({
    greeting: { day: '你好', night: 'Good night' },
    name: 'Pontic',
  })
})

test('a text that English does not have is discarded', () => {
  expect(completeCatalogue({ a: { b: 'one', c: 'two' } }, { a: { b: '一' }, d: 'stray' })).toEqual({
    a: { b: '一', c: 'two' },
  })
})
