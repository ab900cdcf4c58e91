import { expect, test } from 'vitest'
import { findThreatRows, judgeThreats } from './check-threats.ts'

test('a row counts where its number stands in a title, and not inside other words', () => {
  const source = `test('T05: carol', f)\ntest.each(rows)("T33, T34: both", f)\nconst format = 'T0512' // T07: no title`
  expect(findThreatRows(source)).toEqual([5, 33, 34])
})

test('a missing row is told, and is overdue where its calls exist', () => {
  const all = new Set(Array.from({ length: 69 }, (_, index) => index + 1))
  expect(judgeThreats(all)).toEqual({ missing: [], overdue: [] })
  all.delete(5)
  all.delete(7)
  expect(judgeThreats(all)).toEqual({ missing: [5, 7], overdue: [5] })
})
