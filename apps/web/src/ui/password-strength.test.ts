import { NewPassword } from '@pontic/contract'
import { expect, test } from 'vitest'
import { ratePassword } from './password-strength.ts'

test('nothing typed has no strength yet', () => {
  expect(ratePassword('')).toEqual({ hasLength: false, hasKinds: false, strength: undefined })
})

test('eight letters lack a second kind, seven mixed ones lack length', () => {
  expect(ratePassword('bridgewo')).toEqual({ hasLength: true, hasKinds: false, strength: 'weak' })
  expect(ratePassword('bridge7')).toEqual({ hasLength: false, hasKinds: true, strength: 'weak' })
})

test('21 characters are too many, as the rule has it', () => {
  expect(ratePassword('bridgework-123456789x').hasLength).toBe(false)
})

test('letters of any script are letters: 牙科技工所八个字1 has two kinds', () => {
  expect(ratePassword('牙科技工所八个字1')).toMatchObject({ hasLength: true, hasKinds: true })
})

test('a taken password that repeats itself stays weak', () => {
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
])('a plain word, a row of keys or counting with a tail is not called good: %s', (password) =>
  expect(ratePassword(password).strength).toBe('weak'),
)

test('length and kinds make it good, then strong', () => {
  expect(ratePassword('bridge27').strength).toBe('fair')
  expect(ratePassword('bridge-work-27').strength).toBe('strong')
  expect(ratePassword('bridgeworkof2027').strength).toBe('strong')
})

test.each(['bridgewo', 'bridge7', 'bridge27', 'a-b-c-d-e-f', '12345678', 'bridgework-123456789x'])(
  'both marks are set exactly where the contract takes the password: %s',
  (password) => {
    const { hasLength, hasKinds } = ratePassword(password)
    expect(hasLength && hasKinds).toBe(NewPassword.safeParse(password).success)
  },
)
