import type { Order, OrderSort } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense, useState } from 'react'
import type { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AddressPager } from '../../ui/AddressPager.tsx'
import { DataTable, type ListColumn } from '../../ui/DataTable.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { firstPage } from '../../ui/paged-search.ts'
import type { ColumnChoice } from '../../ui/use-column-choice.ts'
import { type ListSearch, toOrderQuery } from './list-search.ts'
import { NoCases } from './NoCases.tsx'
import { ActionMenu, NextAction, type PressAction, useCaseActions } from './OrderActions.tsx'
import { HoldMark, UnreadCounts, useUnreadCounts } from './OrderMarks.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'

// Wanted once something is selected.
const BulkActions = lazy(() => import('./BulkActions.tsx').then((file) => ({ default: file.BulkActions })))

type SetSearch = (change: Partial<ListSearch>, options?: { replace?: boolean }) => void

/** What the parts of the list are given: the query of the address, and the way to change it. */
export type ListProps = { search: ListSearch; setSearch: SetSearch }

type OrderPage = ReturnType<typeof useRead<'orders.list'>>

/** The rows of the case list with their actions, the pages below, and what can be done with selected ones. */
export function OrderTable(
  props: ListProps & { list: OrderPage; columns: readonly ListColumn<Order>[]; choice: ColumnChoice },
) {
  const { search, setSearch, list } = props
  const common = useTexts('common')
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
          label={common('label.cases')}
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
      <AddressPager
        search={{ ...query, size: query.pageSize }}
        found={list.data}
        isStale={list.isStale}
        onSearch={setSearch}
        isAlwaysShown
      />
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
