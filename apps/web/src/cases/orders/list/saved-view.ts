import { type OrderView, type SavedView, type ViewContent, viewLayouts } from '@pontic/contract'
import { type FilterRow, type ListSearch, toFields, withoutFilters } from '../../../ui/list.ts'
import { orderFilters } from './OrderFilters.tsx'

/** The default values of the schema `OrderView`, without the schema, so that the list loads no schemas. */
const defaultView: OrderView = {
  status: null,
  types: [],
  partnerId: null,
  words: '',
  createdFrom: null,
  createdTo: null,
  deliveryFrom: null,
  deliveryTo: null,
  due: null,
  technicianId: null,
  reviewState: null,
  waitsForMe: false,
  task: null,
  sort: 'createdAt',
  direction: 'descending',
}

/** Maps the query of an address to filters and sort order. */
export const toOrderView = (search: ListSearch): OrderView => ({
  ...defaultView,
  ...toFields({ filters: orderFilters }, search),
})

/** The query of the list without a view: no filters, default order, as a table. */
export const unfilteredList: ListSearch = {
  ...withoutFilters({ filters: orderFilters }),
  sort: undefined,
  direction: undefined,
  layout: undefined,
  group: undefined,
  view: undefined,
}

/** Returns the current filters, sort order, columns, layout and grouping of the list, as the content of a view. */
export function toViewContent(search: ListSearch, columns: readonly string[] | null): ViewContent {
  return {
    filters: toOrderView(search),
    columns: columns === null ? null : [...columns],
    layout: viewLayouts.find((layout) => layout === search.layout) ?? 'list',
    group: search.group === 'day' ? 'day' : null,
  }
}

/** Maps a saved view to the query that shows it. */
export function toListSearch({ id, content }: SavedView): ListSearch {
  const { filters, layout, group } = content
  const rows = Object.entries<FilterRow<unknown> | null>(orderFilters).flatMap(([field, row]) =>
    row === null ? [] : [[row.address, toText(filters[field as keyof OrderView])] as const],
  )
  // The default order is not in the address.
  const isDefault = filters.sort === defaultView.sort && filters.direction === defaultView.direction
  return {
    ...unfilteredList,
    ...Object.fromEntries(rows),
    ...(isDefault ? { sort: undefined, direction: undefined } : {}),
    view: id,
    layout: layout === 'list' ? undefined : layout,
    group: group ?? undefined,
  }
}

function toText(value: OrderView[keyof OrderView]): string | undefined {
  if (Array.isArray(value)) return value[0] === undefined ? undefined : String(value[0])
  if (value === true) return 'me'
  return value === null || value === false || value === '' ? undefined : String(value)
}

/** Whether the current filters, sort order, columns, layout or grouping of the list differ from a saved view. */
export function isChanged(view: SavedView, now: ViewContent): boolean {
  const textOf = ({ filters, columns, layout, group }: ViewContent) =>
    JSON.stringify([Object.entries(filters).sort(), columns, layout, group])
  return textOf(view.content) !== textOf(now)
}
