import { expect, test } from 'vitest'
import { assignSlots } from './use-row-slots.ts'

const slotsOf = (ids: string[], before?: ReadonlyMap<string, number>) => assignSlots(ids, before ?? new Map())

test('the rows of another page reuse the slots of the previous page in order', () => {
  const first = slotsOf(['a', 'b', 'c'])
  expect([...slotsOf(['d', 'e', 'f'], first)]).toEqual([
    ['d', 0],
    ['e', 1],
    ['f', 2],
  ])
})

test('a row that stays in the list has the same slot when other rows are added, removed or moved', () => {
  const first = slotsOf(['a', 'b', 'c'])
  expect([...slotsOf(['new', 'c', 'a'], first)]).toEqual([
    ['new', 1],
    ['c', 2],
    ['a', 0],
  ])
  expect([...slotsOf(['x', 'a', 'b', 'c'], first).values()]).toEqual([3, 0, 1, 2])
})

test('unchanged rows have unchanged slots', () => {
  const slots = slotsOf(['a', 'b'])
  expect(slotsOf(['a', 'b'], slots)).toEqual(slots)
})
