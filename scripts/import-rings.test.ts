import { expect, test } from 'vitest'
import { findFeatureRings, findRings } from './import-rings.ts'

const entryOf = (name: string) => (name === '@pontic/contract' ? 'packages/contract/src/index.ts' : undefined)

test('sources that import each other, directly or through other sources, form a cycle', () => {
  const imports = new Map([
    ['a/one.ts', ['./two.ts', 'react']],
    ['a/two.ts', ['../b/three.ts']],
    ['b/three.ts', ['../a/one.ts?raw', './four.ts']],
    ['b/four.ts', []],
    ['b/self.ts', ['./self.ts']],
  ])
  expect(findRings(imports, entryOf)).toEqual([['a/one.ts', 'a/two.ts', 'b/three.ts'], ['b/self.ts']])
})

test('an import cycle through the entry file of a package is found', () => {
  const imports = new Map([
    ['packages/contract/src/index.ts', ['./limits.ts']],
    ['packages/contract/src/limits.ts', ['@pontic/contract']],
  ])
  expect(findRings(imports, entryOf)).toHaveLength(1)
})

test('imports in one direction form no cycle', () => {
  const imports = new Map([
    ['a.ts', ['./b.ts', './c.ts']],
    ['b.ts', ['./c.ts']],
    ['c.ts', ['./missing.ts']],
  ])
  expect(findRings(imports, entryOf)).toEqual([])
})

test('features that import each other form a cycle, even if no two files import each other', () => {
  const files = 'apps/server/src/cases/files'
  const orders = 'apps/server/src/cases/orders'
  const imports = new Map([
    [`${files}/files.service.ts`, ['../orders/orders.shared.ts']],
    [`${files}/files.shared.ts`, []],
    [`${orders}/orders.service.ts`, ['../files/files.shared.ts']],
    [`${orders}/orders.shared.ts`, []],
  ])
  expect(findRings(imports, () => undefined)).toEqual([])
  expect(findFeatureRings(imports)).toEqual([[files, orders]])
})

test('imports by tests, and imports in one direction, form no cycle of features', () => {
  const imports = new Map([
    ['apps/server/src/cases/files/files.test.ts', ['../orders/orders.service.ts']],
    ['apps/server/src/cases/files/files.shared.ts', []],
    ['apps/server/src/cases/orders/orders.service.ts', ['../files/files.shared.ts', './orders.shared.ts']],
    ['apps/server/src/cases/orders/orders.shared.ts', []],
  ])
  expect(findFeatureRings(imports)).toEqual([])
})
