import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Dr. Alice Moreau', 'AM'],
  ['Bob', 'B'],
  ['Иван Петров', 'ИП'],
  ['林悦', '林悦'],
  ['Amy J. Okafor', 'AO'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
