import type { Order } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, memo, Suspense, useState } from 'react'
import { ListPanel, type ListRead } from '../../../ui/ListScreen.tsx'
import { type CellProps, firstPage, type List } from '../../../ui/list.ts'
import type { ColumnChoice } from '../../../ui/use-column-choice.ts'
import { ActionMenu, NextAction, type PressAction, useCaseActions } from '../actions/OrderActions.tsx'
import { HoldMark, UnreadCounts, useUnreadCounts } from '../OrderMarks.tsx'
import { NoCasesActions } from './NoCases.tsx'
import { orderFilters } from './OrderFilters.tsx'
import css from './OrderList.module.css'
import { orderColumns } from './order-columns.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'

// Fetched once something is selected.
const BulkActions = lazy(() =>
  import('../bulk/BulkActions.tsx').then((file) => ({ default: file.BulkActions })),
)

type RowProps = Pick<CellProps<Order, PressAction>, 'row' | 'press'>

const DrawnActions = memo(({ row, press }: RowProps) => (
  <span className={css.rowActions}>
    <HoldMark order={row} isShort />
    <NextAction order={row} onPress={press} isSmall />
    <ActionMenu order={row} onPress={press} />
  </span>
))

const orderList = (isClinic: boolean): List<'orders.list', PressAction> => ({
  call: 'orders.list',
  name: 'orders',
  label: 'common.label.cases',
  filters: orderFilters,
  columns: orderColumns(isClinic),
  rowName: 'number',
  Actions: ({ row, press }) => <DrawnActions row={row} press={press} />,
  phone: ({ row, press }) => <PhoneOrder order={row} onPress={press} />,
  none: {
    title: 'orders.empty.nothingFound',
    text: 'orders.empty.nothingFoundText',
    all: 'orders.empty.showAll',
  },
  empty: isClinic
    ? { drawing: 'cases', title: 'orders.empty.clinic', text: 'orders.empty.clinicText' }
    : { drawing: 'cases', title: 'orders.empty.lab', text: 'orders.empty.labText' },
  isKept: true,
  isAlwaysPaged: true,
})

/** The case list as each side sees it. */
export const orderLists = { clinic: orderList(true), lab: orderList(false) } as const

/** The rows of the case list with their actions, the pages below, and what can be done with selected ones. */
export function OrderTable(props: {
  list: List<'orders.list', PressAction>
  read: ListRead<'orders.list'>
  choice: ColumnChoice
}) {
  const { read } = props
  const { search, onSearch } = read
  const navigate = useNavigate()
  const actions = useCaseActions()
  const rows = read.data?.list
  const unread = useUnreadCounts(rows)
  const [selected, setSelected] = useState<string[]>([])
  const [wasSelected, setWasSelected] = useState(false)
  if (selected.length > 0 && !wasSelected) setWasSelected(true)
  // What is no longer on the page can't be meant.
  const chosen = rows?.filter((order) => selected.includes(order.id)) ?? []
  return (
    <>
      <UnreadCounts value={unread}>
        <ListPanel
          {...props}
          press={actions.press}
          onOpen={(order) => {
            if (!order.isWithdrawn) void navigate({ to: '/order/detail/$id', params: { id: order.id } })
          }}
          sort={{ key: search.sort ?? 'createdAt', isDescending: search.direction !== 'ascending' }}
          onSort={({ key, isDescending }) =>
            onSearch({ ...firstPage, sort: key, direction: isDescending ? 'descending' : 'ascending' })
          }
          selected={chosen.map((order) => order.id)}
          onSelect={setSelected}
          emptyAction={<NoCasesActions onSearch={onSearch} />}
        />
      </UnreadCounts>
      {wasSelected && (
        <Suspense fallback={null}>
          <BulkActions orders={chosen} onClear={() => setSelected([])} />
        </Suspense>
      )}
      {actions.dialog}
    </>
  )
}
