import { Button } from '@mantine/core'
import { isSortable, limits, type Order, type OrderSort, type OrderStatus } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, memo, Suspense, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import dataTableCss from '../../../ui/DataTable.module.css'
import { ListPanel, type ListRead } from '../../../ui/ListScreen.tsx'
import { type CellProps, firstPage, type List, type SetListSearch } from '../../../ui/list.ts'
import type { ColumnChoice } from '../../../ui/use-column-choice.ts'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import { useWorkLine } from '../../prescriptions/prescription-line.ts'
import {
  ActionMenu,
  NextAction,
  type PressAction,
  ReadButtons,
  useCaseActions,
  useOfferedActions,
} from '../actions/OrderActions.tsx'
import { canCreateCase } from '../actions/order-actions.ts'
import { RowDownload, useDownloadOf } from '../actions/use-order-write.ts'
import { OrderMarks, QuestionMark, ReviewMark, UnreadCounts, useUnreadCounts } from '../OrderMarks.tsx'
import { CaseThumb } from '../OrderType.tsx'
import { orderFilters } from './OrderFilters.tsx'
import css from './OrderList.module.css'
import { NumberLink, orderColumns, RowStatus, WorkLine, WorkText } from './order-columns.tsx'
import { useDayGroups } from './use-day-groups.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useShortcut } from './use-shortcut.ts'

const BulkActions = lazy(() =>
  import('../bulk/BulkActions.tsx').then((file) => ({ default: file.BulkActions })),
)

type RowProps = Pick<CellProps<Order, PressAction>, 'row' | 'press'>

const RowActions = memo(({ row, press }: RowProps) => (
  <span className={css.actions}>
    <QuestionMark order={row} isShort />
    <ReviewMark order={row} isShort />
    <NextAction order={row} onPress={press} isSmall />
    <ReadButtons order={row} />
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
  Actions: ({ row, press }) => <RowActions row={row} press={press} />,
  phone: ({ row, press }) => <PhoneOrder order={row} onPress={press} />,
  none: {
    title: 'orders.empty.nothingFound',
    text: 'orders.empty.nothingFoundText',
    all: 'orders.empty.showAll',
  },
  empty: isClinic
    ? { drawing: 'cases', title: 'orders.empty.clinic', text: 'orders.empty.clinicText' }
    : { drawing: 'cases', title: 'orders.empty.lab', text: 'orders.empty.labText' },
  isCached: true,
  isAlwaysPaged: true,
  isCountedLater: true,
})

/** The definitions of the case list for clinics and for laboratories. */
export const orderLists = { clinic: orderList(true), lab: orderList(false) } as const

/** The rows of the case list with their actions, the pager and the bulk actions. */
export const OrderTable = memo(function Orders(props: {
  list: List<'orders.list', PressAction>
  read: ListRead<'orders.list'>
  choice: ColumnChoice
}) {
  const { read } = props
  const { search, onSearch } = read
  const navigate = useNavigate()
  const t = useTexts('errors.order')
  const actions = useCaseActions()
  const rows = read.data?.list
  const counts = read.data?.counts
  const groupOf = useDayGroups(search)
  const workLine = useWorkLine()
  const download = useDownloadOf()
  const onKey = useRowKeys(actions.press, download)
  const unread = useUnreadCounts(rows)
  const [selected, setSelected] = useState<string[]>([])
  const [wasSelected, setWasSelected] = useState(false)
  if (selected.length > 0 && !wasSelected) setWasSelected(true)
  useShortcut('X', () => setSelected(rows?.map((order) => order.id) ?? []), rows !== undefined)
  // Rows that have left the page are no longer selected.
  const chosen = rows?.filter((order) => selected.includes(order.id)) ?? []
  return (
    <>
      <UnreadCounts value={unread}>
        <WorkLine value={workLine}>
          <RowDownload value={download}>
            <ListPanel
              {...props}
              press={actions.press}
              onOpen={(order) => {
                if (!order.isWithdrawn) void navigate({ to: '/order/detail/$id', params: { id: order.id } })
              }}
              sort={{ key: search.sort ?? 'createdAt', isDescending: search.direction !== 'ascending' }}
              sortRefusal={(key) =>
                counts === undefined ||
                isSortable(key as OrderSort, counts[search.status ? (search.status as OrderStatus) : 'total'])
                  ? undefined
                  : t('sort_too_long', { max: limits.sortedTotalMax })
              }
              groupOf={groupOf}
              onKey={onKey}
              onSort={({ key, isDescending }) =>
                onSearch({ ...firstPage, sort: key, direction: isDescending ? 'descending' : 'ascending' })
              }
              selected={chosen.map((order) => order.id)}
              onSelect={setSelected}
              emptyAction={<FirstSteps onSearch={onSearch} />}
            />
          </RowDownload>
        </WorkLine>
      </UnreadCounts>
      {wasSelected && (
        <Suspense fallback={null}>
          <BulkActions orders={chosen} onClear={() => setSelected([])} />
        </Suspense>
      )}
      {actions.dialog}
    </>
  )
})

/** The buttons in the empty list of a clinic without cases. */
function FirstSteps({ onSearch }: { onSearch: SetListSearch }) {
  const t = useTexts('orders')
  const session = useSession()
  if (!session || !canCreateCase(session)) return null
  return (
    <>
      <Button onClick={() => onSearch({ new: 'case' })}>{t('newCase')}</Button>
      {canOpen(screenOf('/followcard/list'), session) && (
        <Button variant="default" renderRoot={(root) => <Link {...root} to="/followcard/list" />}>
          {t('findLab')}
        </Button>
      )}
    </>
  )
}

/**
 * The row of a case on a phone: patient and status, the work, number with delivery day or partner, and the buttons. A wider phone has
 * two lines: the work is beside the patient, and the buttons are beside the number.
 */
function PhoneOrder({ order, onPress }: { order: Order; onPress: PressAction }) {
  const session = useSession()
  const { next } = useOfferedActions(order)
  const partner = session && canCreateCase(session) ? order.labName : order.clinicName
  return (
    <>
      <CaseThumb order={order} />
      <div className={clsx(dataTableCss.phoneLines, css.phone)}>
        <span className={css.phonePatient}>{order.patientName || partner}</span>
        {order.work.length > 0 && (
          <span className={clsx(css.phoneWork, 'meta')}>
            <WorkText order={order} />
          </span>
        )}
        <span className={css.phoneStatus}>
          <RowStatus order={order} />
        </span>
        <OrderMarks order={order} />
        <span className={clsx(css.phoneParts, 'meta')}>
          <NumberLink order={order} />
          {order.deliveryOn && <DeliveryDay order={order} />}
          {(next === undefined || order.deliveryOn === null) && partner && order.patientName && (
            <span className="one-line">{partner}</span>
          )}
        </span>
        <span className={css.actions}>
          <NextAction order={order} onPress={onPress} isSmall />
          <ReadButtons order={order} />
          <ActionMenu order={order} onPress={onPress} />
        </span>
      </div>
    </>
  )
}
