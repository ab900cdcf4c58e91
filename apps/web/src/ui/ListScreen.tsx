import { Button } from '@mantine/core'
import type { RouteName, RouteReply, Routes } from '@pontic/contract'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useRead } from '../frame/api.ts'
import { featureOf, markStale } from '../frame/cache.ts'
import type { CallFailure } from '../frame/failures.ts'
import { type SearchChecks, useScreenSearch } from '../frame/navigation.ts'
import { AddressPager, type PagedReply } from './AddressPager.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTableParts.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import {
  type AnyList,
  filtersIn,
  hasFilters,
  type List,
  type ListSearch,
  pagingOf,
  type RowOf,
  type SetListSearch,
  searchChecks,
  toFields,
  useTextOf,
  withoutFilters,
} from './list.ts'
import { CellView, PhoneView } from './list-cells.tsx'
import { FilterBar } from './list-filters.tsx'
import { Page } from './Page.tsx'
import { RowMenu } from './RowMenu.tsx'
import { SelectAll, selectionOf } from './row-selection.tsx'
import { useBreakpoint, useIsPhone } from './use-breakpoint.ts'
import type { ListColumn } from './use-column-choice.ts'
import { useStable } from './use-stable.ts'

/** The state of a list: the query of the address, and the reply with the page of rows that the query selects. */
export type ListRead<N extends RouteName> = {
  readonly search: ListSearch
  readonly onSearch: SetListSearch
  readonly data: (PagedReply<RowOf<N>> & RouteReply<Routes[N]>) | undefined
  readonly failure: CallFailure | undefined
  readonly isStale: boolean
  readonly retry: () => void
}

const nothingMore = {}
/** Up to how many matches a list is counted after its page. */
const laterTotalMax = 1000

/** Returns the part of a query that belongs to a list (filters, page, size, cursor), without other keys of the screen. */
export const toPaged = (list: AnyList, search: ListSearch): ListSearch => ({
  ...filtersIn(list, search),
  page: search.page,
  size: search.size,
  cursor: search.cursor,
})

/** Returns the query of a list's address and its setter. @param more checks of other keys of the screen */
export function useListSearch(list: AnyList, more: SearchChecks = nothingMore): [ListSearch, SetListSearch] {
  const checks = useMemo(() => searchChecks(list, more), [list, more])
  return useScreenSearch(checks)
}

/** Loads the page of a list that the address selects. @param more checks of other keys of the screen */
export function useList<N extends RouteName, Press>(
  list: List<N, Press>,
  more?: Parameters<typeof useListSearch>[1],
): ListRead<N> {
  const [search, onSearch] = useListSearch(list, more)
  const input = useRead(list.call, inputOf(list, search) as Parameters<typeof useRead<N>>[1], {
    isFresh: !list.isCached,
    ...(list.pollMs ? { pollMs: list.pollMs } : {}),
  })
  const retry = useCallback(() => markStale(featureOf(list.call)), [list.call])
  const { data: page, failure, isStale } = input as Pick<ListRead<N>, 'data' | 'failure' | 'isStale'>
  const total = useLaterTotal(list, search, isStale ? undefined : page)
  const data = useMemo(() => page && { ...page, ...total }, [page, total])
  return { search, onSearch, data, failure, isStale, retry }
}

type Total = Pick<PagedReply<unknown>, 'total' | 'totalIsExact'>

/**
 * Counts the matches of a list whose page was read without its total.
 * @param page the page, undefined while another one is shown
 * @returns undefined until the count arrives, and if the page has an exact total
 */
function useLaterTotal<N extends RouteName>(
  list: Pick<List<N>, 'call' | 'isCountedLater'> & AnyList,
  search: ListSearch,
  page: PagedReply<unknown> | undefined,
): Total | undefined {
  const isMissing = list.isCountedLater === true && page !== undefined && !page.totalIsExact
  const body = { ...toFields(list, search), pageSize: 1, totalMax: laterTotalMax }
  const { data, isStale } = useRead(list.call, { body } as unknown as Parameters<typeof useRead<N>>[1], {
    isEnabled: isMissing,
  })
  const counted = data as Total | undefined
  const isCounted = isMissing && counted !== undefined && !isStale
  const { total = 0, totalIsExact = false } = counted ?? {}
  // Pages after the last counted row have more rows before them than were counted.
  const shown = totalIsExact ? total : Math.max(total, page?.total ?? 0)
  return useMemo(
    () => (isCounted ? { total: shown, totalIsExact } : undefined),
    [isCounted, shown, totalIsExact],
  )
}

function inputOf(
  list: Pick<List<RouteName>, 'sends' | 'isCountedLater'> & AnyList,
  search: ListSearch,
): object {
  const fields = toFields(list, search)
  const paging = pagingOf(search)
  if (list.sends === 'nothing') return {}
  if (list.sends === 'filter') return { body: { filter: fields, ...paging } }
  const all = Object.entries({ ...fields, ...paging })
  // Query values are strings.
  if (list.sends === 'query')
    return { query: Object.fromEntries(all.map(([key, value]) => [key, String(value)])) }
  return { body: { ...fields, ...paging, ...(list.isCountedLater && { totalMax: 0 }) } }
}

type TableProps<N extends RouteName, Press> = Pick<
  DataTableProps<RowOf<N>>,
  'onOpen' | 'choice' | 'sort' | 'onSort' | 'sortRefusal' | 'groupOf' | 'onKey' | 'selected' | 'onSelect'
> & { list: List<N, Press>; press: Press }

type PanelProps<N extends RouteName, Press> = TableProps<N, Press> & {
  read: ListRead<N>
  /** Button that is shown if the list is empty, such as "New case". */
  emptyAction?: ReactNode
  isBarHidden?: boolean
}

/** A list with filters, rows and pager, for a page that renders its own header. */
export function ListPanel<N extends RouteName, Press>(props: PanelProps<N, Press>) {
  const { list, read, emptyAction, isBarHidden, ...table } = props
  const { search, onSearch, data, failure, isStale } = read
  const isPhone = useIsPhone()
  const filters = useStable(filtersIn(list, search))
  const ids = data?.list.map((row) => row[(list.rowId ?? 'id') as keyof RowOf<N>] as string) ?? []
  // The checkbox keeps its place while the first page loads.
  const selection = isPhone && data?.list.length !== 0 ? selectionOf(ids, table) : undefined
  return (
    <div className="list-panel">
      {!isBarHidden && Object.keys(list.filters).length > 0 && (
        <FilterBar
          list={list}
          search={filters}
          onSearch={onSearch}
          start={selection && <SelectAll {...selection} isDisabled={data === undefined} />}
        />
      )}
      {failure ? (
        <ErrorState {...failure} onRetry={read.retry} />
      ) : (
        <>
          <ListRows
            {...table}
            list={list}
            rows={data?.list}
            isStale={isStale}
            empty={<Nothing list={list} read={read} action={emptyAction} />}
          />
          {list.sends !== 'nothing' && (
            <AddressPager
              search={toPaged(list, search)}
              found={data}
              isStale={isStale}
              onSearch={onSearch}
              {...(list.isAlwaysPaged ? { isAlwaysShown: true } : {})}
            />
          )}
        </>
      )}
    </div>
  )
}

/** A page that shows a list. Its header has the title, the number of rows and the actions. */
export function ListScreen<N extends RouteName, Press>(
  props: PanelProps<N, Press> & {
    title: ReactNode
    lead?: ReactNode
    actions?: ReactNode
    dialog?: ReactNode
    /** Content above the list. `children` are below it. */
    above?: ReactNode
    children?: ReactNode
  },
) {
  const { title, lead, actions, above, children, dialog, ...panel } = props
  const { data } = props.read
  const total = props.list.hasTotal === false || !data?.totalIsExact ? undefined : data.total
  return (
    <Page title={title} total={total} lead={lead} actions={actions}>
      {above}
      <ListPanel {...panel} />
      {children}
      {dialog}
    </Page>
  )
}

/** The table of a list. @param props.rows undefined while the first page loads */
export function ListRows<N extends RouteName, Press>(
  props: TableProps<N, Press> & Pick<DataTableProps<RowOf<N>>, 'rows' | 'isStale' | 'empty'>,
) {
  const { list, press, ...table } = props
  const t = useTextOf()
  const { columns, without } = useColumns(list, press, useBreakpoint())
  const nameOf = useRowName(list)
  const { phone: Phone, Actions, useMenu: hasMenu, rowId = 'id' } = list
  const cell = (row: RowOf<N>) => ({ row, press, without })
  const rowActions = useCallback(
    (row: RowOf<N>) =>
      Actions ? (
        <Actions row={row} press={press} without={without} />
      ) : (
        <Menu list={list} row={row} press={press} />
      ),
    [Actions, list, press, without],
  )
  return (
    <DataTable
      {...table}
      label={t(list.label)}
      name={list.name}
      columns={columns}
      rowId={(row) => row[rowId as keyof RowOf<N>] as string}
      rowName={nameOf}
      {...(Actions || hasMenu ? { rowActions } : {})}
      {...(list.skeletonRows ? { skeletonRows: list.skeletonRows } : {})}
      phoneRow={(row) => (
        <>
          {typeof Phone === 'function' ? (
            <Phone {...cell(row)} />
          ) : (
            <PhoneView phone={Phone} name={nameOf(row)} cell={cell(row)} />
          )}
          {hasMenu && <Menu list={list} row={row} press={press} />}
        </>
      )}
    />
  )
}

function useRowName<N extends RouteName, Press>({ rowName }: List<N, Press>): (row: RowOf<N>) => string {
  if (typeof rowName === 'string') return (row) => row[rowName as keyof RowOf<N>] as string
  return (rowName as () => (row: RowOf<N>) => string)()
}

function Menu<N extends RouteName, Press>(props: { list: List<N, Press>; row: RowOf<N>; press: Press }) {
  const { list, row, press } = props
  const t = useTextOf()
  const name = useRowName(list)(row)
  const entries = list.useMenu?.(row, press) ?? []
  return <RowMenu label={t(list.menuLabel ?? 'common.label.actionsFor', { name })} actions={entries} />
}

/** Returns the columns that fit the window's width, and as `without` the ids of the others. @param em from `useBreakpoint` */
function useColumns<N extends RouteName, Press>(list: List<N, Press>, press: Press, em: number) {
  const t = useTextOf()
  return useMemo(() => {
    const all = Object.entries(list.columns)
    const without = all.filter(([, { minWidthEm }]) => minWidthEm && em < minWidthEm).map(([id]) => id)
    const columns = all
      .filter(([id]) => !without.includes(id))
      .map(
        ([id, { header, cell, defaultMinWidthEm, minWidthEm: _, ...column }]): ListColumn<RowOf<N>> => ({
          id,
          ...column,
          ...(defaultMinWidthEm && em < defaultMinWidthEm ? { startsHidden: true } : {}),
          header: t(header),
          cell: (row) => <CellView cell={cell} row={row} press={press} without={without} />,
        }),
      )
    return { columns, without }
  }, [list, press, em, t])
}

/** Message in place of rows. If filters are set, it has a button that clears them, otherwise the list's action. */
function Nothing<N extends RouteName, Press>(props: {
  list: List<N, Press>
  read: ListRead<N>
  action: ReactNode
}) {
  const { list, read, action } = props
  const t = useTextOf()
  const { none, empty } = list
  if (empty && !(none && hasFilters(list, read.search))) {
    return (
      <EmptyState
        drawing={empty.drawing}
        title={t(empty.title)}
        text={empty.text && t(empty.text, empty.values)}
        action={action}
      />
    )
  }
  if (!none) return null
  return (
    <EmptyState
      drawing="search"
      title={t(none.title)}
      text={none.text && t(none.text)}
      action={
        <Button variant="default" onClick={() => read.onSearch(withoutFilters(list))}>
          {t(none.all)}
        </Button>
      }
    />
  )
}
