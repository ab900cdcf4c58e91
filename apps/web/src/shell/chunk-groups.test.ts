import { expect, test } from 'vitest'
import { mergeParts, type Part, toPart } from '../../build-groups.ts'

type Module = { name: string; bytes: number; loads: readonly number[]; needs?: readonly string[] }

const modules: readonly Module[] = [
  { name: 'query.ts', bytes: 9_000, loads: [500, 400, 20, 20] },
  { name: 'schemas.ts', bytes: 75_000, loads: [0, 400, 20, 20] },
  { name: 'table.tsx', bytes: 12_000, loads: [0, 400, 20, 0], needs: ['schemas.ts'] },
  { name: 'chips.tsx', bytes: 12_000, loads: [0, 400, 20, 0], needs: ['schemas.ts'] },
  { name: 'form.ts', bytes: 8_000, loads: [0, 0, 20, 20], needs: ['schemas.ts'] },
  { name: 'field.tsx', bytes: 5_000, loads: [0, 0, 0, 20] },
]

/**
 * Renames the modules and merges them in the order of their new names, because a bundler lists modules by name.
 * @returns the groups with the original names
 */
function groupAs(rename: (name: string) => string): string[][] {
  const original = new Map(modules.map(({ name }) => [rename(name), name]))
  const parts: Part<string>[] = modules
    .toSorted((one, other) => (rename(one.name) < rename(other.name) ? -1 : 1))
    .map(({ name, bytes, loads, needs = [] }) => toPart([rename(name)], bytes, loads, needs.map(rename)))
  return mergeParts(parts, 16_000).map(({ things }) =>
    things.map((name) => original.get(name) ?? name).sort(),
  )
}

test('renaming a module does not change which modules become one file', () => {
  const groups = groupAs((name) => name)
  expect(groups.length).toBeGreaterThan(1)
  expect(groups.length).toBeLessThan(modules.length)
  for (const { name } of modules)
    for (const prefix of ['a-', 'z-'])
      expect(groupAs((one) => (one === name ? prefix + one : one))).toEqual(groups)
})

test('a part with a large dependency is not merged with a part that some pages load without this dependency', () => {
  const small = { bytes: 1_000, loads: [100, 100, 0] }
  const parts = (needs: string[]) => [
    toPart(['small'], small.bytes, small.loads),
    toPart(['dialog'], 1_000, [0, 100, 0], needs),
    toPart(['library'], 200_000, [0, 100, 400]),
  ]
  const fileOf = (needs: string[]) =>
    mergeParts(parts(needs), 16_000).find(({ things }) => things.includes('small'))?.things
  expect(fileOf([])).toContain('dialog')
  expect(fileOf(['library'])).toEqual(['small'])
})
