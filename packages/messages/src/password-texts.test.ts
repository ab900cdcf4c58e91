import { repeatedPasswordKey } from '@pontic/contract'
import { expect, test } from 'vitest'
import { translate } from './translate.ts'

const messageFor = (password: string, repeated: string) => {
  const key = repeatedPasswordKey(password, repeated)
  return key && translate('en_US', `fields.${key}`)
}

test('a repeated password that differs is reported as not matching', () => {
  expect(messageFor('Molar-7-incisor', 'Molar-8-incisor')).toBe(
    '"Password" and "Confirm Password" do not match.',
  )
  expect(messageFor('Molar-7-incisor', 'Molar-7-incisor')).toBeUndefined()
})

test('a missing repetition of the password is requested', () => {
  expect(messageFor('Molar-7-incisor', '')).toBe('Please type in the same password as above.')
})

test('the message about a failure without a known reason begins with “Operation failed.”', () => {
  expect(translate('en_US', 'errors.server.failed')).toMatch(/^Operation failed\. /)
  expect(translate('en_US', 'ui.error.unexpected')).toMatch(/^Operation failed\. /)
})
