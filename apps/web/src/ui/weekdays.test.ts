import { expect, test } from 'vitest'
import { listWeekdays } from './weekdays.ts'

test.each([
  ['en_US', 7],
  ['ja_JP', 7],
  ['zh_CN', 1],
  ['de_DE', 1],
  ['kk_KZ', 1],
] as const)('in %s, the week begins with day %i', (language, first) => {
  const days = listWeekdays(language)
  expect(days[0]).toBe(first)
  expect(days.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7])
})
