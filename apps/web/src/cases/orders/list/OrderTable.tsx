import { Button, Group, Text } from '@mantine/core'
import type { Order } from '@pontic/contract'
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
import {
  ActionMenu,
  NextAction,
  type PressAction,
  useCaseActions,
  useOfferedActions,
} from '../actions/OrderActions.tsx'
import { canCreateCase } from '../actions/order-actions.ts'
import { OrderMarks, QuestionMark, UnreadCounts, useUnreadCounts } from '../OrderMarks.tsx'
import { CaseThumb } from '../OrderType.tsx'
import { orderFilters } from './OrderFilters.tsx'
import css from './OrderList.module.css'
import { NumberLink, orderColumns, RowStatus } from './order-columns.tsx'
import { useShortcut } from './use-shortcut.ts'

const BulkActions = lazy(() =>
  import('../bulk/BulkActions.tsx').then((file) => ({ default: file.BulkActions })),
)

type RowProps = Pick<CellProps<Order, PressAction>, 'row' | 'press'>

const RowActions = memo(({ row, press }: RowProps) => (
  <Group
    component="span"
    className={css.actions}
    display="inline-flex"
    justify="flex-end"
    gap={4}
    wrap="nowrap"
  >
    <QuestionMark order={row} isShort />
    <NextAction order={row} onPress={press} isSmall />
    <ActionMenu order={row} onPress={press} />
  </Group>
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
  useShortcut('X', () => setSelected(rows?.map((order) => order.id) ?? []), rows !== undefined)
  // Rows that have left the page are no longer selected.
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
          emptyAction={<FirstSteps onSearch={onSearch} />}
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
 * The row of a case on a phone. The first line has the patient and the status. The second line has the number, the delivery day and
 * the next action. Without a next action, it has the number, the other party and the delivery day.
 */
function PhoneOrder({ order, onPress }: { order: Order; onPress: PressAction }) {
  const session = useSession()
  const { next } = useOfferedActions(order)
  const partner = session && canCreateCase(session) ? order.labName : order.clinicName
  const day = order.deliveryOn && <DeliveryDay order={order} />
  return (
    <>
      <CaseThumb order={order} />
      <div className={dataTableCss.phoneLines}>
        <div className="phone-line">
          <Text component="span" className="one-line" fw={500}>
            {order.patientName || partner}
          </Text>
          <RowStatus order={order} />
        </div>
        <OrderMarks order={order} />
        <div className={clsx('phone-line', 'meta', css.phoneLine)}>
          <span className={css.phoneParts} data-next={next !== undefined || undefined}>
            <NumberLink order={order} />
            {next ? day : partner && order.patientName && <span className="one-line">{partner}</span>}
          </span>
          {next ? <NextAction order={order} onPress={onPress} isSmall /> : day}
        </div>
      </div>
      <ActionMenu order={order} onPress={onPress} />
    </>
  )
}
