import { expect, expectTypeOf, test } from 'vitest'
import { type ErrorKey, errors } from './errors.ts'

type NumberOf<Key extends ErrorKey> = (typeof errors)[Key]['code']
/** Keys with the same number as another key. The type check fails on them before any test runs. */
type Duplicate = {
  [Key in ErrorKey]: NumberOf<Key> extends NumberOf<Exclude<ErrorKey, Key>> ? Key : never
}[ErrorKey]

test('no two errors have the same number', () => {
  const keysByNumber = Map.groupBy(Object.entries(errors), ([, { code }]) => code)
  const duplicates = [...keysByNumber.values()].filter((entries) => entries.length > 1)
  expect(duplicates.map((entries) => entries.map(([key]) => key))).toEqual([])
  expectTypeOf<Duplicate>().toEqualTypeOf<never>()
})
