import { Day, Id } from '@pontic/contract'
import { expect, test } from 'vitest'
import { isDay, isId } from './search-checks.ts'

test('an address and the contract accept the same ids', () => {
  const ids = [
    '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
    '0193B0C4-8F2A-7C31-9D0E-5A4B3C2D1E0F',
    '0193b0c4-8f2a-4c31-bd0e-5a4b3c2d1e0f',
    '0193b0c4-8f2a-9c31-9d0e-5a4b3c2d1e0f',
    '0193b0c4-8f2a-7c31-cd0e-5a4b3c2d1e0f',
    '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0',
    '0193b0c48f2a7c319d0e5a4b3c2d1e0f',
    ' 0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '00000000-0000-0000-0000-000000000001',
    '',
  ]
  expect(ids.filter(isId)).toEqual(ids.filter((id) => Id.safeParse(id).success))
  expect(ids.filter(isId)).toHaveLength(5)
})

test('an address and the contract accept the same days', () => {
  const year = (from: string) =>
    Array.from({ length: 12 * 32 }, (_, at) => [Math.floor(at / 32) + 1, at % 32] as const).map(
      ([month, day]) => `${from}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    )
  const days = [
    ...['1900', '2000', '2026', '2028', '2100', '2199'].flatMap(year),
    '1899-12-31',
    '2200-01-01',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-01-01T00:00',
    '',
  ]
  expect(days.filter(isDay)).toEqual(days.filter((day) => Day.safeParse(day).success))
})
