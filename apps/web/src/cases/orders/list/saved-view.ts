import { OrderView, type SavedView, type ViewContent, viewLayouts } from '@pontic/contract'
import * as z from 'zod/mini'
import { type FilterRow, type ListSearch, toFields, withoutFilters } from '../../../ui/list.ts'
import { orderFilters } from './OrderFilters.tsx'

const usualView = z.parse(OrderView, {})

/** The filters and the order that an address asks for. */
export const toOrderView = (search: ListSearch): OrderView => ({
  ...usualView,
  ...(toFields({ filters: orderFilters }, search) as Partial<OrderView>),
})

/** The whole list as it is without a view: no filter, the usual order, as a table. */
export const wholeList: ListSearch = {
  ...withoutFilters({ filters: orderFilters }),
  sort: undefined,
  direction: undefined,
  layout: undefined,
  view: undefined,
}

/** What a view of the list as it is now would keep. */
export function toViewContent(search: ListSearch, columns: readonly string[] | null): ViewContent {
  return {
    filters: toOrderView(search),
    columns: columns === null ? null : [...columns],
    layout: viewLayouts.find((layout) => layout === search.layout) ?? 'list',
  }
}

/** The query of the address that shows a view. */
export function toListSearch({ id, content }: SavedView): ListSearch {
  const { filters, layout } = content
  const rows = Object.entries<FilterRow<unknown> | null>(orderFilters).flatMap(([field, row]) =>
    row === null ? [] : [[row.address, toText(filters[field as keyof OrderView])] as const],
  )
  // The usual order is not in the address.
  const isUsual = filters.sort === usualView.sort && filters.direction === usualView.direction
  return {
    ...wholeList,
    ...Object.fromEntries(rows),
    ...(isUsual ? { sort: undefined, direction: undefined } : {}),
    view: id,
    layout: layout === 'list' ? undefined : layout,
  }
}

function toText(value: OrderView[keyof OrderView]): string | undefined {
  if (Array.isArray(value)) return value[0] === undefined ? undefined : String(value[0])
  if (value === true) return 'me'
  return value === null || value === false || value === '' ? undefined : String(value)
}

/** Whether the list differs from what a view keeps. */
export function isChanged(view: SavedView, now: ViewContent): boolean {
  const textOf = ({ filters, columns, layout }: ViewContent) =>
    JSON.stringify([Object.entries(filters).sort(), columns, layout])
  return textOf(view.content) !== textOf(now)
}
