import { expect, test } from 'vitest'
import { storageState } from './storage-state.ts'

test('the storage of an organization is low from 80 % and full from 95 %', () => {
  const at = (usedBytes: number) => storageState({ usedBytes, totalBytes: 1000 })
  expect([0, 799, 800, 949, 950, 1000, 1200].map(at)).toEqual([
    'fine',
    'fine',
    'low',
    'low',
    'full',
    'full',
    'full',
  ])
  expect(storageState({ usedBytes: 0, totalBytes: 0 })).toBe('full')
})
