import { limits, type Order, type OrderSort } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense, useState } from 'react'
import type { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { DataTable, type ListColumn } from '../ui/DataTable.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { firstPage } from '../ui/paged-search.ts'
import type { ColumnChoice } from '../ui/use-column-choice.ts'
import { type ListSearch, toOrderQuery } from './list-search.ts'
import { NoCases } from './NoCases.tsx'
import { ActionMenu, NextAction, type PressAction, useCaseActions } from './OrderActions.tsx'
import { HoldMark, UnreadCounts, useUnreadCounts } from './OrderMarks.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'
import { findPreviousCursor } from './page-trail.ts'

// Wanted once something is selected.
const BulkActions = lazy(() => import('./BulkActions.tsx').then((file) => ({ default: file.BulkActions })))

type SetSearch = (change: Partial<ListSearch>, options?: { replace?: boolean }) => void

/** What the parts of the list are given: the query of the address, and the way to change it. */
export type ListProps = { search: ListSearch; setSearch: SetSearch }

type OrderPage = ReturnType<typeof useRead<'orders.list'>>

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

/** The rows of the case list with their actions, the pages below, and what can be done with selected ones. */
export function OrderTable(
  props: ListProps & { list: OrderPage; columns: readonly ListColumn<Order>[]; choice: ColumnChoice },
) {
  const { search, setSearch, list } = props
  const t = useTexts('orders')
  const navigate = useNavigate()
  const actions = useCaseActions()
  const query = toOrderQuery(search)
  const rows = list.data?.list
  const unread = useUnreadCounts(rows)
  const [selected, setSelected] = useState<string[]>([])
  const [wasSelected, setWasSelected] = useState(false)
  if (selected.length > 0 && !wasSelected) setWasSelected(true)
  // What is no longer on the page can't be meant.
  const chosen = rows?.filter((order) => selected.includes(order.id)) ?? []
  if (list.failure && !list.data) return <ErrorState {...list.failure} onRetry={list.refetch} />
  const open = (order: Order) => {
    if (!order.isWithdrawn) void navigate({ to: '/order/detail/$id', params: { id: order.id } })
  }
  return (
    <>
      <UnreadCounts value={unread}>
        <DataTable
          label={t('list')}
          name="orders"
          columns={props.columns}
          choice={props.choice}
          rows={rows}
          rowId={(order) => order.id}
          rowName={(order) => order.number}
          onOpen={open}
          sort={{ key: query.sort, isDescending: query.direction === 'descending' }}
          onSort={({ key, isDescending }) =>
            setSearch({
              ...firstPage,
              sort: key as OrderSort,
              direction: isDescending ? 'descending' : 'ascending',
            })
          }
          rowActions={(order) => <RowActions order={order} onPress={actions.press} />}
          phoneRow={(order) => <PhoneOrder order={order} onPress={actions.press} />}
          selected={chosen.map((order) => order.id)}
          onSelect={setSelected}
          isStale={list.isStale}
          empty={<NoCases search={search} setSearch={setSearch} />}
        />
      </UnreadCounts>
      <OrderPager search={search} setSearch={setSearch} list={list} />
      {wasSelected && (
        <Suspense fallback={null}>
          <BulkActions orders={chosen} onClear={() => setSelected([])} />
        </Suspense>
      )}
      {actions.dialog}
    </>
  )
}

const RowActions = memo(function DrawnActions({ order, onPress }: { order: Order; onPress: PressAction }) {
  return (
    <span className="row-actions">
      <HoldMark order={order} isShort />
      <NextAction order={order} onPress={onPress} isSmall />
      <ActionMenu order={order} onPress={onPress} />
    </span>
  )
})

function OrderPager({ search, setSearch, list }: ListProps & { list: OrderPage }) {
  const query = toOrderQuery(search)
  const data = list.data
  if (!data || data.list.length === 0) return null
  const back = () => {
    const cursor = findPreviousCursor(query)
    setSearch(cursor === undefined ? firstPage : { page: query.page - 1, cursor })
    scrollTo({ top: 0 })
  }
  const on = (cursor: string) => {
    setSearch({ page: query.page + 1, cursor })
    scrollTo({ top: 0 })
  }
  const { cursor } = data
  return (
    <Pager
      page={query.page}
      pageSize={query.pageSize}
      pageSizes={pageSizes}
      shown={data.list.length}
      total={data.total}
      isExact={data.totalIsExact}
      onPageSize={(size) => setSearch({ ...firstPage, size })}
      onPrevious={query.page > 1 ? back : undefined}
      onNext={cursor === null || list.isStale ? undefined : () => on(cursor)}
    />
  )
}
