import { repeatedPasswordKey } from '@pontic/contract'
import { expect, test } from 'vitest'
import { translate } from './translate.ts'

const told = (password: string, repeated: string) => {
  const key = repeatedPasswordKey(password, repeated)
  return key && translate('en_US', `fields.${key}`)
}

test('a password that is typed a second time differently is told not to match', () => {
  expect(told('Molar-7-incisor', 'Molar-8-incisor')).toBe('"Password" and "Confirm Password" do not match.')
  expect(told('Molar-7-incisor', 'Molar-7-incisor')).toBeUndefined()
})

test('a password that is not typed a second time is asked for as above', () => {
  expect(told('Molar-7-incisor', '')).toBe('Please type in the same password as above.')
})

test('a failure whose reason is not known begins with “Operation failed.”', () => {
  expect(translate('en_US', 'errors.server.failed')).toMatch(/^Operation failed\. /)
  expect(translate('en_US', 'ui.error.unexpected')).toMatch(/^Operation failed\. /)
})
