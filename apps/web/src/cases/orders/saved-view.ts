import type { OrderView, SavedView, ViewContent } from '@pontic/contract'
import { type ListSearch, toOrderView, withoutFilters } from './list-search.ts'

/** The whole list as it is without a view: no filter, the usual order, as a table. */
export const wholeList: Partial<ListSearch> = {
  ...withoutFilters,
  sort: undefined,
  direction: undefined,
  layout: undefined,
  view: undefined,
}

/** What a view of the list as it stands would keep. */
export function toViewContent(search: ListSearch, columns: readonly string[] | null): ViewContent {
  return {
    filters: toOrderView(search),
    columns: columns === null ? null : [...columns],
    layout: search.layout ?? 'list',
  }
}

/** The query of the address that shows a view. */
export function toListSearch({ id, content }: SavedView): Partial<ListSearch> {
  const { filters, layout } = content
  const given = <Value>(value: Value | null | '') => (value === null || value === '' ? undefined : value)
  return {
    ...wholeList,
    view: id,
    layout: layout === 'list' ? undefined : layout,
    status: given(filters.status),
    type: filters.types[0] === undefined ? undefined : String(filters.types[0]),
    partner: given(filters.partnerId),
    words: given(filters.words),
    createdFrom: given(filters.createdFrom),
    createdTo: given(filters.createdTo),
    deliveryFrom: given(filters.deliveryFrom),
    deliveryTo: given(filters.deliveryTo),
    due: given(filters.due),
    waiting: filters.waitsForMe ? 'me' : undefined,
    ...orderOf(filters),
  }
}

// The usual order is none in the address.
function orderOf({ sort, direction }: OrderView): Partial<ListSearch> {
  return sort === 'createdAt' && direction === 'descending' ? {} : { sort, direction }
}

/** Whether the list differs from what a view keeps. */
export function isChanged(view: SavedView, now: ViewContent): boolean {
  const textOf = ({ filters, columns, layout }: ViewContent) =>
    JSON.stringify([Object.entries(filters).sort(), columns, layout])
  return textOf(view.content) !== textOf(now)
}
