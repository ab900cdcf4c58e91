import { NewPassword } from '@pontic/contract'
import { expect, test } from 'vitest'
import { ratePassword } from './password-strength.ts'

test('an empty password has no strength', () => {
  expect(ratePassword('')).toEqual({ hasLength: false, hasKinds: false, strength: undefined })
})

test('eight letters lack a second kind of character, and seven mixed characters are too short', () => {
  expect(ratePassword('bridgewo')).toEqual({ hasLength: true, hasKinds: false, strength: 'weak' })
  expect(ratePassword('bridge7')).toEqual({ hasLength: false, hasKinds: true, strength: 'weak' })
})

test('a password of 21 characters is too long', () => {
  expect(ratePassword('bridgework-123456789x').hasLength).toBe(false)
})

test('letters of any script count as letters, so 牙科技工所八个字1 has two kinds', () => {
  expect(ratePassword('牙科技工所八个字1')).toMatchObject({ hasLength: true, hasKinds: true })
})

test('a password of repeated characters is weak even if it meets the rules', () => {
  expect(ratePassword('aaaaaaaaa1').strength).toBe('weak')
})

test.each([
  'password1',
  'Password2026!',
  'P@ssw0rd1',
  '1234qwer',
  'abcdef12',
  'welcome123!',
  'a1234567',
  'dental2026',
])('a common word or a sequence of keys with digits or signs around it is weak: %s', (password) =>
  expect(ratePassword(password).strength).toBe('weak'),
)

test('a password that meets the rules is fair, and a longer one is strong', () => {
  expect(ratePassword('bridge27').strength).toBe('fair')
  expect(ratePassword('bridge-work-27').strength).toBe('strong')
  expect(ratePassword('bridgeworkof2027').strength).toBe('strong')
})

test.each(['bridgewo', 'bridge7', 'bridge27', 'a-b-c-d-e-f', '12345678', 'bridgework-123456789x'])(
  'the rules of length and kinds are met exactly if the contract accepts the password: %s',
  (password) => {
    const { hasLength, hasKinds } = ratePassword(password)
    expect(hasLength && hasKinds).toBe(NewPassword.safeParse(password).success)
  },
)
