import { limits, type RouteCall, type RouteName, type RouteReply, type Routes } from '@pontic/contract'
import type { MessageKey } from '@pontic/messages'
import type { ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import type { SearchChecks } from '../frame/navigation.ts'
import { matching, type SearchCheck, upTo } from '../frame/search-checks.ts'
import type { Drawing } from './drawings.tsx'
import type { MenuEntry } from './menu.ts'

/** Returns a translator for keys in variables, which `useTexts` could not type. */
export const useTextOf = () =>
  useTexts() as (key: MessageKey, values?: Record<string, string | number>) => string

/** A function component. */
export type View<Props> = (props: Props) => ReactNode

/** The validated query of a list's address. Values are strings. */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** Changes keys of the query. `undefined` removes a key. */
export type SetListSearch = (
  change: Readonly<Record<string, string | undefined>>,
  options?: { replace?: boolean },
) => void

export type ChipProps = {
  readonly value: string | undefined
  readonly search: ListSearch
  readonly onSearch: SetListSearch
}

/**
 * A filter of a list.
 * - `address`: key of the filter in the query of the page's URL.
 * - `isValid`: checks the string in the address. `toValue` maps it to the value in the call.
 * - `Chip`: undefined if the chip of another filter also changes this filter, as with the last day of a range.
 * - `isClearable`: "Clear all" removes it.
 * - `isOrder`: sorts the list, so it cannot be the reason of an empty page.
 */
export type FilterRow<Value> = {
  readonly address: string
  readonly isValid: SearchCheck
  readonly toValue: (text: string) => Value
  readonly Chip?: View<ChipProps>
  readonly isClearable?: true
  readonly isOrder?: true
}

type Input<N extends RouteName> = RouteCall<Routes[N]>
type Sent<N extends RouteName> =
  Input<N> extends { body: infer Body }
    ? Body extends { filter?: infer Filter }
      ? NonNullable<Filter> extends object
        ? Filter
        : Body
      : Body
    : Input<N> extends { query?: infer Query }
      ? Query
      : unknown
/** The filters in the input of a list's call. */
export type FilterOf<N extends RouteName> = Omit<
  NonNullable<Sent<N>>,
  'page' | 'pageSize' | 'cursor' | 'totalMax'
>

/** The `FilterRow` of each filter of the call, or `null` if the screen does not offer the filter. */
export type Filters<N extends RouteName> = {
  readonly [Field in keyof FilterOf<N>]-?: FilterRow<NonNullable<FilterOf<N>[Field]>> | null
}

/** Returns an object in which each filter of the query is `null`. Spread it before the filters that the screen offers. */
export const noFilters = <Shape extends object>({ shape }: { readonly shape: Shape }) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, null])) as {
    readonly [Field in keyof Shape]: null
  }

/** Type of a row in the reply of a list's call. */
export type RowOf<N extends RouteName> =
  RouteReply<Routes[N]> extends { list: readonly (infer Row extends object)[] } ? Row : never

/** Props of a cell. `without`: ids of the columns that the window is too narrow for. */
export type CellProps<Row, Press = undefined> = {
  readonly row: Row
  readonly press: Press
  readonly without: readonly string[]
}

type TextField<Row> = {
  [Key in keyof Row & string]: Row[Key] extends string | null ? Key : never
}[keyof Row & string]

/** The name of a text field of the row, or a component. */
export type Cell<Row, Press> = TextField<Row> | View<CellProps<Row, Press>>

/**
 * A column of a list.
 * - `sortKey`: value of the call's sort field.
 * - `minWidthEm`: the list has the column only in windows that are wider.
 * - `defaultMinWidthEm`: the column is shown by default only in windows that are wider.
 * - `sortsUp`: the first click on the header sorts in ascending order.
 * - `isKept`: the column is never hidden for lack of space. Other columns are hidden while the table is wider than its place:
 *   first those with `isFirstHidden`, then the last ones without `yields`, then those with `yields` in ascending order.
 * - `isName`: the column names the row. It can't be hidden and gets the free space.
 * - `isHeaderHidden`: the header is only for screen readers and the column menu.
 */
export type Column<Row, Press> = {
  readonly header: MessageKey
  readonly cell: Cell<Row, Press>
  readonly sortKey?: string
  readonly sortsUp?: true
  readonly align?: 'end'
  readonly widthPx?: number
  readonly yields?: number
  readonly minWidthEm?: Breakpoint
  readonly defaultMinWidthEm?: Breakpoint
  readonly isKept?: true
  readonly isFirstHidden?: true
  readonly isName?: true
  readonly startsHidden?: true
  readonly isHeaderHidden?: true
}

/** Window widths in em at which lists remove or hide columns, in ascending order. */
export const breakpoints = [64, 72, 80, 100] as const
export type Breakpoint = (typeof breakpoints)[number]

/** Properties of an end-aligned column for wide windows. */
export const wideEnd = { align: 'end', minWidthEm: 72 } as const

/** The two lines of a row on a phone. The first has title and mark, the second two texts in a secondary style. */
export type PhoneLines<Row, Press> = {
  readonly title?: Cell<Row, Press>
  readonly mark?: Cell<Row, Press>
  readonly left?: Cell<Row, Press>
  readonly right?: Cell<Row, Press>
}

type Words = {
  readonly title: MessageKey
  readonly text?: MessageKey
  /** Values of the text's placeholders. */
  readonly values?: Readonly<Record<string, string | number>>
}

/**
 * Description of a list: its call, filters, columns, and texts.
 * - `name`: name under which the column choice is stored.
 * - `rowId`: the field that identifies a row; `id` by default.
 * - `rowName`: the field that names a row, or a hook that returns a function for it.
 * - `useMenu`: hook that returns the entries of the menu at the end of a row, for a list without `Actions`. `menuLabel` has the
 *   placeholder `name`.
 * - `Actions`: buttons at the end of the row, visible on hover and focus.
 * - `phone`: the row on a phone.
 * - `none`: texts if no row matches the filters, with a button that clears them. `empty`: texts if there are no rows.
 * - `hasTotal`: false hides the number of rows.
 * - `sends`: the part of the call's input for filters and page. By default, both are fields of the body. `filter`: the filters
 *   are in the body's field `filter`. `query`: both are in the query of the call. `nothing`: neither is sent, so the list has
 *   no pages.
 * - `isAlwaysPaged`: shows the pager even if all rows fit on the smallest page.
 * - `isCached`: opening the page again within a minute does not fetch the list again.
 * - `pollMs`: returns the polling interval for the last reply, or false.
 * - `isCountedLater`: reads the page without counting its matches, and counts them in a second call.
 */
export type List<N extends RouteName, Press = undefined> = {
  readonly call: N
  readonly name: string
  readonly label: MessageKey
  readonly filters: Filters<N>
  readonly columns: Readonly<Record<string, Column<RowOf<N>, Press>>>
  readonly rowId?: TextField<RowOf<N>>
  readonly rowName: TextField<RowOf<N>> | (() => (row: RowOf<N>) => string)
  readonly useMenu?: (row: RowOf<N>, press: Press) => readonly MenuEntry[]
  readonly menuLabel?: MessageKey
  readonly Actions?: View<CellProps<RowOf<N>, Press>>
  readonly phone: PhoneLines<RowOf<N>, Press> | View<CellProps<RowOf<N>, Press>>
  readonly none?: Words & { readonly all: MessageKey }
  readonly empty?: Words & { readonly drawing: Drawing }
  readonly hasTotal?: false
  readonly sends?: 'filter' | 'query' | 'nothing'
  readonly isCached?: true
  readonly isAlwaysPaged?: true
  readonly skeletonRows?: number
  readonly pollMs?: (last: RouteReply<Routes[N]>) => number | false
  readonly isCountedLater?: true
}

/** A list whose call is not known. Only its filters can be read. */
// biome-ignore lint/suspicious/noExplicitAny: a list of any call
export type AnyList = Pick<List<any, any>, 'filters'>

/** Lists the filters that a screen offers, the search text first. */
export const filterRows = ({ filters }: AnyList): FilterRow<unknown>[] => {
  const rows = Object.values<FilterRow<unknown> | null>(filters).filter((row) => row !== null)
  const isSearch = ({ address }: FilterRow<unknown>) => address === 'words'
  return [...rows.filter(isSearch), ...rows.filter((row) => !isSearch(row))]
}

/** Returns the filters of a list in a query, without page, cursor and other keys of the screen. */
export const filtersIn = (list: AnyList, search: ListSearch): ListSearch =>
  Object.fromEntries(filterRows(list).map(({ address }) => [address, search[address]]))

/** Maps the query of an address to the filters of a call. */
export const toFields = <Rows extends Readonly<Record<string, FilterRow<unknown> | null>>>(
  { filters }: { readonly filters: Rows },
  search: ListSearch,
) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([field, row]) => {
      const text = row === null ? undefined : search[row.address]
      return row === null || text === undefined || text === '' ? [] : [[field, row.toValue(text)]]
    }),
  ) as { [Field in keyof Rows]?: NonNullable<Rows[Field]> extends FilterRow<infer Value> ? Value : never }

/** Change of the query that opens the first page. Apply it when filters or order change, because they invalidate cursors. */
export const firstPage = { page: undefined, cursor: undefined } as const

/** Maps the query of an address to the paging fields of a call. */
export const pagingOf = ({ page = '1', size, cursor }: ListSearch) => ({
  page: Number(page),
  pageSize: size === undefined ? limits.pageSizeDefault : Number(size),
  ...(cursor === undefined ? {} : { cursor }),
})

/** Returns whether a filter is set, which may be the reason of an empty page. */
export const hasFilters = (list: AnyList, search: ListSearch): boolean =>
  filterRows(list).some((row) => !row.isOrder && Boolean(search[row.address]))

/** Returns the change of the query that removes all filters. */
export const withoutFilters = (list: AnyList): ListSearch => ({
  ...firstPage,
  ...Object.fromEntries(filterRows(list).flatMap((row) => (row.isOrder ? [] : [[row.address, undefined]]))),
})

const number = (digits: number) => matching(new RegExp(`^[1-9]\\d{0,${digits - 1}}$`))

/** Returns the checks of a list's query. @param more checks of other keys of the screen */
export const searchChecks = (list: AnyList, more: SearchChecks): SearchChecks => ({
  page: number(6),
  size: number(3),
  cursor: upTo(500),
  ...Object.fromEntries(filterRows(list).map(({ address, isValid }) => [address, isValid])),
  ...more,
})
