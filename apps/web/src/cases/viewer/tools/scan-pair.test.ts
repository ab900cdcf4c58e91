import type { FileRole } from '@pontic/contract'
import { describe, expect, test } from 'vitest'
import { findOpponents, findVersions, withScan } from './scan-pair.ts'

const scan = (id: string, role: FileRole, visible = true) => ({ id, role, visible })

describe('The scans between which contacts are measured', () => {
  test('are a design and its antagonist, otherwise both jaws, otherwise the first two', () => {
    const jaws = [scan('1', 'upper'), scan('2', 'lower')]
    expect(findOpponents([...jaws, scan('3', 'design'), scan('4', 'antagonist')])).toEqual(['3', '4'])
    expect(findOpponents([scan('5', 'bite'), ...jaws])).toEqual(['1', '2'])
    expect(findOpponents([scan('1', 'bite'), scan('2', 'gingiva')])).toEqual(['1', '2'])
    expect(findOpponents([scan('1', 'upper')])).toBeUndefined()
  })

  test('are visible ones, so that a replaced scan is not taken', () => {
    expect(findOpponents([scan('1', 'upper', false), scan('2', 'upper'), scan('3', 'lower')])).toEqual([
      '2',
      '3',
    ])
  })
})

describe('The versions that are compared', () => {
  test('are the newest scan of a role and the one before it', () => {
    const scans = [
      scan('1', 'upper', false),
      scan('2', 'upper', false),
      scan('3', 'upper'),
      scan('4', 'lower'),
    ]
    expect(findVersions(scans)).toEqual(['3', '2'])
    expect(findVersions([scan('1', 'upper'), scan('2', 'lower')])).toEqual(['1', '2'])
    expect(findVersions([])).toBeUndefined()
  })
})

test('A scan that is chosen on both sides changes places with the other one', () => {
  expect(withScan(['a', 'b'], 0, 'c')).toEqual(['c', 'b'])
  expect(withScan(['a', 'b'], 0, 'b')).toEqual(['b', 'a'])
  expect(withScan(['a', 'b'], 1, 'a')).toEqual(['b', 'a'])
})
