import { expect, test } from 'vitest'
import { findRequirementFaults, findUnlistedCalls, type Requirement } from './check-requirements.ts'

const files: Record<string, string> = {
  'a.ts': 'const ship = 1',
  'a.test.ts': `
    // A comment that says: bob ships a case
    const title = 'bob ships nothing'
    describe('the laboratory', () => {
      test('bob ships', run)
      test.each(rows)('bob ships %s', run)
      test(\`\${name} accepts\`, run)
      test.skip('bob sleeps')
    })
    it('carol waits', run)
    it('carol waits', run)`,
}
const read = (path: string) => files[path]
const row: Requirement = {
  id: '4.ship',
  section: 4,
  kind: 'state',
  text: 'A laboratory ships',
  code: 'a.ts#ship',
  test: 'a.test.ts#bob ships',
}

test('a row whose code and test exist has no fault', () => {
  expect(findRequirementFaults([row], read)).toEqual([])
})

test.each(['bob ships', 'bob ships %s', '$'.concat('{name} accepts')])(
  'a row may cite the test titled “%s”',
  (title) => {
    expect(findRequirementFaults([{ ...row, test: `a.test.ts#${title}` }], read)).toEqual([])
    expect(
      findRequirementFaults([{ ...row, test: [`a.test.ts#${title}`, 'a.test.ts#bob ships'] }], read),
    ).toEqual([])
  },
)

test.each([
  ['a part of a title', 'bob'],
  ['words of a comment', 'bob ships a case'],
  ['a constant', 'bob ships nothing'],
  ['the title of a group', 'the laboratory'],
  ['a title that two tests have', 'carol waits'],
  ['a test without a body', 'bob sleeps'],
])('a row that cites %s has a fault', (_kind, words) => {
  for (const test of [`a.test.ts#${words}`, ['a.test.ts#bob ships', `a.test.ts#${words}`]])
    expect(findRequirementFaults([{ ...row, test }], read)).toHaveLength(1)
})

test('a row without a test, without code or with a missing file has a fault', () => {
  const { code: _, ...withoutCode } = row
  const rows = [
    { ...row, id: '1', test: [] },
    { ...row, id: '2', code: 'b.ts#ship' },
    { ...withoutCode, id: '3' },
    { ...row, id: '4', code: 'a.ts' },
    { ...row, id: '5', test: 'b.test.ts#bob ships' },
  ]
  expect(findRequirementFaults(rows, read).map((fault) => fault.split(':')[0])).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ])
})

test('a repeated id is a fault', () => {
  expect(findRequirementFaults([row, row], read)).toEqual(['4.ship: the id is repeated'])
})

test('a row can be open only for a known capability', () => {
  const open = { ...row, openFor: 'people' as const }
  expect(findRequirementFaults([open], () => undefined)).toEqual([])
  expect(findRequirementFaults([{ ...open, openFor: 'someday' as never }], read)).toHaveLength(1)
})

test('a call without a row is a fault', () => {
  const table = { 'orders.ship': {} as never, 'orders.fly': {} as never }
  expect(findUnlistedCalls([{ ...row, code: "x.ts#'orders.ship'" }], table)).toEqual(['orders.fly'])
})
