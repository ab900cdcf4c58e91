import { limits, type RouteCall, type RouteName, type RouteReply, type Routes } from '@pontic/contract'
import type { MessageKey } from '@pontic/messages'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../frame/i18n.tsx'
import type { Drawing } from './drawings.tsx'
import type { MenuEntry } from './menu.ts'

/** Texts by keys in variables. */
export const useTextOf = () =>
  useTexts() as (key: MessageKey, values?: Record<string, string | number>) => string

/** A component. */
export type View<Props> = (props: Props) => ReactNode

/** The query of a list's address, validated, with values as text. */
export type ListSearch = Readonly<Record<string, string | undefined>>

/** Changes the query; `undefined` removes a key. */
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
 * A filter of a list: its key in the address, the check of its text there, its value in the call, and its chip.
 * - `Chip`: left out if the chip of another row changes this one too (the end of a range of days).
 * - `isSwitch`: "Clear all" resets it.
 * - `isOrder`: sorts the list, so that an empty page does not come from it.
 */
export type FilterRow<Value> = {
  readonly address: string
  readonly schema: z.ZodMiniType<string, string>
  readonly toValue: (text: string) => Value
  readonly Chip?: View<ChipProps>
  readonly isSwitch?: true
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
/** The filters of a list's call. */
export type FilterOf<N extends RouteName> = Omit<NonNullable<Sent<N>>, 'page' | 'pageSize' | 'cursor'>

/** A row for each filter of the call; `null` if the screen does not offer it. */
export type Filters<N extends RouteName> = {
  readonly [Field in keyof FilterOf<N>]-?: FilterRow<NonNullable<FilterOf<N>[Field]>> | null
}

/** Leaves all fields of a query out of a screen's filters: spread it before the rows that the screen offers. */
export const notOffered = <Shape extends object>({ shape }: { readonly shape: Shape }) =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, null])) as {
    readonly [Field in keyof Shape]: null
  }

/** A row of the list in a call's reply. */
export type RowOf<N extends RouteName> =
  RouteReply<Routes[N]> extends { list: readonly (infer Row extends object)[] } ? Row : never

/** Props of a cell. `without`: ids of the columns that have no room at this width. */
export type CellProps<Row, Press = undefined> = {
  readonly row: Row
  readonly press: Press
  readonly without: readonly string[]
}

type TextField<Row> = {
  [Key in keyof Row & string]: Row[Key] extends string | null ? Key : never
}[keyof Row & string]

/** A field to show, or a component. */
export type Cell<Row, Press> = TextField<Row> | View<CellProps<Row, Press>>

/**
 * A column of a list.
 * - `sortKey`: the server's name of the order.
 * - `roomEm`: left out in windows that are not wider.
 * - `usualEm`: hidden by default in windows that are not wider.
 * - `isName`: names the row; it can't be hidden and has the free space.
 * - `isHeadSilent`: the header is for screen readers and the column menu only.
 */
export type Column<Row, Press> = {
  readonly header: MessageKey
  readonly cell: Cell<Row, Press>
  readonly sortKey?: string
  readonly align?: 'end'
  readonly widthPx?: number
  readonly roomEm?: Breakpoint
  readonly usualEm?: Breakpoint
  readonly isName?: true
  readonly startsHidden?: true
  readonly isHeadSilent?: true
}

/** Window widths at which lists leave columns out, the smallest first. */
export const breakpoints = [64, 72, 80, 100] as const
export type Breakpoint = (typeof breakpoints)[number]

/** A column at the end of wide windows only. */
export const wideEnd = { align: 'end', roomEm: 72 } as const

/** The two lines of a row on a phone: title and mark, then two quiet texts. */
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
 * A list: its call, filters, columns, the row on a phone, and its texts.
 * - `name`: the column choice is stored under this name.
 * - `rowId`: the field that identifies a row, `id` if left out.
 * - `rowName`: the field that names a row, or a hook that gives a function for it.
 * - `useMenu`: entries of a row's menu; `menuLabel` takes `name`.
 * - `Actions`: buttons at the end of the row, visible on hover and focus.
 * - `none`: shown when filters match nothing, with the button that clears them; `empty` when there is no row at all.
 * - `hasTotal` false: the page does not show the number of rows.
 * - `sends`: how the filters are sent: in the body, in its `filter`, as a query, or nothing at all for a list without pages.
 * - `isAlwaysPaged`: a short list shows its number of rows too.
 * - `isKept`: the page does not fetch the list again within a minute.
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
  readonly isKept?: true
  readonly isAlwaysPaged?: true
  readonly skeletonRows?: number
  readonly pollMs?: (last: RouteReply<Routes[N]>) => number | false
}

/** A list of any call. */
// biome-ignore lint/suspicious/noExplicitAny: a list of any call
export type AnyList = Pick<List<any, any>, 'filters'>

/** The filters that a screen offers. */
export const filterRows = ({ filters }: AnyList): FilterRow<unknown>[] =>
  Object.values<FilterRow<unknown> | null>(filters).filter((row) => row !== null)

/** The filters of a call, from the query of an address. */
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

/** Returns to the first page when filters or order change, because a cursor is valid for one list only. */
export const firstPage = { page: undefined, cursor: undefined } as const

/** The paging fields of a call, from the query of an address. */
export const pagingOf = ({ page = '1', size, cursor }: ListSearch) => ({
  page: Number(page),
  pageSize: size === undefined ? limits.pageSizeDefault : Number(size),
  ...(cursor === undefined ? {} : { cursor }),
})

/** Whether a filter is set, which may be why a page is empty. */
export const isNarrowed = (list: AnyList, search: ListSearch): boolean =>
  filterRows(list).some((row) => !row.isOrder && Boolean(search[row.address]))

/** The change of the address that clears all filters. */
export const withoutFilters = (list: AnyList): ListSearch => ({
  ...firstPage,
  ...Object.fromEntries(filterRows(list).flatMap((row) => (row.isOrder ? [] : [[row.address, undefined]]))),
})

const number = (digits: number) => z.string().check(z.regex(new RegExp(`^[1-9]\\d{0,${digits - 1}}$`)))

/** The schema of a list's query. @param more other keys of the screen */
export const searchSchema = (list: AnyList, more: Readonly<Record<string, z.ZodMiniType<string, string>>>) =>
  z.object(
    Object.fromEntries(
      [
        ['page', number(6)] as const,
        ['size', number(3)] as const,
        ['cursor', z.string().check(z.maxLength(500))] as const,
        ...filterRows(list).map(({ address, schema }) => [address, schema] as const),
        ...Object.entries(more),
      ].map(([key, schema]) => [key, z.optional(schema)] as const),
    ),
  )
