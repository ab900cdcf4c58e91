import { OrderView, readInput, type ViewContent } from '@pontic/contract'
import { expect, test, vi } from 'vitest'
import { type ListSearch, searchChecks } from '../../../ui/list.ts'
import { orderAddress, orderFilters } from './OrderFilters.tsx'
import { isChanged, toListSearch, toOrderView, toViewContent } from './saved-view.ts'

// The filters import the session module, which calls the global `addEventListener`. Node has no such function.
vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined))

const id = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const search: ListSearch = {
  status: 'accepted',
  type: '2',
  words: 'Moreau',
  deliveryTo: '2026-12-04',
  due: 'late',
  waiting: 'me',
  sort: 'deliveryOn',
  direction: 'ascending',
  layout: 'status',
}
const defined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))

test('selecting a saved view restores all filters of the list', () => {
  const content = toViewContent(search, ['number', 'patient'])
  const shown = toListSearch({ id, name: 'Mine', content })
  expect(defined(shown)).toEqual({ ...search, view: id })
  const checks = searchChecks({ filters: orderFilters }, orderAddress)
  for (const [key, text] of Object.entries<string>(defined(shown)))
    expect(checks[key]?.(text), key).toBe(true)
  expect(toOrderView(shown)).toEqual(content.filters)
})

test('selecting a saved view restores the sort order and the grouping of a table', () => {
  const grouped: ListSearch = { sort: 'scanDate', direction: 'descending', group: 'day' }
  const content = toViewContent(grouped, null)
  expect(content).toMatchObject({ group: 'day', filters: { sort: 'scanDate', direction: 'descending' } })
  expect(defined(toListSearch({ id, name: 'By scan', content }))).toEqual({ ...grouped, view: id })
  expect(defined(toListSearch({ id, name: 'All', content: toViewContent({}, null) }))).toEqual({ view: id })
})

test('isChanged detects changed filters, sort order, columns, layout and grouping, and ignores the page and the order of keys', () => {
  const content = toViewContent(search, null)
  const view = { id, name: 'Mine', content }
  expect(isChanged(view, toViewContent({ ...search, page: '3' }, null))).toBe(false)
  const turned = Object.fromEntries(Object.entries(content.filters).reverse()) as ViewContent['filters']
  expect(isChanged({ ...view, content: { ...content, filters: turned } }, content)).toBe(false)
  expect(isChanged(view, toViewContent({ ...search, due: undefined }, null))).toBe(true)
  expect(isChanged(view, toViewContent({ ...search, sort: 'createdAt' }, null))).toBe(true)
  expect(isChanged(view, toViewContent({ ...search, group: 'day' }, null))).toBe(true)
  expect(isChanged(view, toViewContent(search, ['number']))).toBe(true)
  expect(isChanged(view, toViewContent({ ...search, layout: undefined }, null))).toBe(true)
})

test('the view of an unfiltered list has the default values of the contract', () => {
  const usual = readInput(OrderView, {})
  expect(usual.isValid && usual.value).toEqual(toViewContent({}, null).filters)
})
