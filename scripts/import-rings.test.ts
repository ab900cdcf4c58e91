import { expect, test } from 'vitest'
import { findRings } from './import-rings.ts'

const entryOf = (name: string) => (name === '@pontic/contract' ? 'packages/contract/src/index.ts' : undefined)

test('sources that import each other, directly or through others, are a ring', () => {
  const imports = new Map([
    ['a/one.ts', ['./two.ts', 'react']],
    ['a/two.ts', ['../b/three.ts']],
    ['b/three.ts', ['../a/one.ts?raw', './four.ts']],
    ['b/four.ts', []],
    ['b/self.ts', ['./self.ts']],
  ])
  expect(findRings(imports, entryOf)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts'], ['b/self.ts']])
})

test('a ring through the entry of a package is found', () => {
  const imports = new Map([
    ['packages/contract/src/index.ts', ['./limits.ts']],
    ['packages/contract/src/limits.ts', ['@pontic/contract']],
  ])
  expect(findRings(imports, entryOf)).toHaveLength(1)
})

test('imports in one direction are no ring', () => {
  const imports = new Map([
    ['a.ts', ['./b.ts', './c.ts']],
    ['b.ts', ['./c.ts']],
    ['c.ts', ['./missing.ts']],
  ])
  expect(findRings(imports, entryOf)).toEqual([])
})
