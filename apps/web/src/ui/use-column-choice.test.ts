import { expect, test } from 'vitest'
import type { ListColumn } from './use-column-choice.ts'
import { pickColumns } from './use-column-choice.ts'

const column = (id: string, more: Partial<ListColumn<object>> = {}): ListColumn<object> => ({
  id,
  header: id,
  cell: () => null,
  ...more,
})
const columns = [
  column('number'),
  column('patient', { isName: true }),
  column('doctor', { startsHidden: true }),
]
const idsOf = (shown: readonly string[] | null) => pickColumns(columns, shown).map(({ id }) => id)

test('a list shows its default columns until the user chooses', () => {
  expect(idsOf(null)).toEqual(['number', 'patient'])
})

test('columns are in the chosen order, without chosen columns that the screen is too narrow for', () => {
  expect(idsOf(['doctor', 'patient', 'clinic', 'number'])).toEqual(['doctor', 'patient', 'number'])
})

test('the column that names the row is always shown', () => {
  expect(idsOf(['doctor'])).toEqual(['patient', 'doctor'])
  expect(idsOf([])).toEqual(['patient'])
})
