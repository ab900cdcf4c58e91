import { expect, test } from 'vitest'
import { findUnlistedCalls, judgeRequirements, type Requirement } from './check-requirements.ts'

const files: Record<string, string> = { 'a.ts': 'const ship = 1', 'a.test.ts': "test('bob ships')" }
const read = (path: string) => files[path]
const row: Requirement = {
  id: '4.ship',
  section: 4,
  kind: 'state',
  text: 'A laboratory ships',
  code: 'a.ts#ship',
  test: 'a.test.ts#bob ships',
}

test('a row whose place and test exist is kept', () => {
  expect(judgeRequirements([row], read)).toEqual([])
})

test('a row with a test that does not exist, a vanished file or no place at all is a fault', () => {
  const { code: _, ...placeless } = row
  const rows = [
    { ...row, id: '1', test: 'a.test.ts#carol ships' },
    { ...row, id: '2', code: 'b.ts#ship' },
    { ...placeless, id: '3' },
    { ...row, id: '4', code: 'a.ts' },
  ]
  expect(judgeRequirements(rows, read).map((fault) => fault.split(':')[0])).toEqual(['1', '2', '3', '4'])
})

test('an id that stands twice is a fault', () => {
  expect(judgeRequirements([row, row], read)).toEqual(['4.ship: stands twice'])
})

test('a row may wait for a known capability only', () => {
  const open = { ...row, openFor: 'people' as const }
  expect(judgeRequirements([open], () => undefined)).toEqual([])
  expect(judgeRequirements([{ ...open, openFor: 'someday' as never }], read)).toHaveLength(1)
})

test('a call without a row is told', () => {
  const table = { 'orders.ship': {} as never, 'orders.fly': {} as never }
  expect(findUnlistedCalls([{ ...row, code: "x.ts#'orders.ship'" }], table)).toEqual(['orders.fly'])
})
