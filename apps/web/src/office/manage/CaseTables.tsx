import { Button } from '@mantine/core'
import { type DeletedOrder, limits, type Order, OrderView, orderStatuses, orderTypes } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DateText, DayText } from '../../ui/formats.tsx'
import { type CellProps, type List, noFilters, wideEnd } from '../../ui/list.ts'
import { date, Lines, lines, OneLine, PhoneView } from '../../ui/list-cells.tsx'
import { choiceFilter, searchFilter } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StatusBadge, StatusShape } from '../../ui/StatusBadge.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import { organizationFilter } from './manage-list.tsx'

type Press = (action: 'delete', order: Order) => void
type Props = { row: Order }

const type = choiceFilter('type', Object.values(orderTypes), 'common.label.type', 'order.type.')

const patient = {
  header: 'common.label.patient',
  cell: lines<Order | DeletedOrder>(
    (row) => row.patientName,
    (row) => row.number,
  ),
  isName: true,
} as const

const figures = ({ row }: { row: Order | DeletedOrder }) => <span className="figures">{row.number}</span>

/** The list of the cases of all organizations. */
export const caseList: List<'manage.listOrders', Press> = {
  call: 'manage.listOrders',
  name: 'manage.orders',
  isCountedLater: true,
  label: 'manage.case.list',
  filters: {
    ...noFilters(OrderView),
    words: searchFilter('orders.search'),
    partnerId: organizationFilter,
    status: choiceFilter('status', orderStatuses, 'common.label.status', 'order.status.', ({ value }) => (
      <StatusShape status={value} size={14} />
    )),
    types: { ...type, toValue: (text) => [type.toValue(text)] },
  },
  columns: {
    patient,
    type: {
      header: 'common.label.type',
      cell: ({ row }) => useTexts('order.type')(`${row.type}`),
      minWidthEm: 72,
    },
    status: { header: 'common.label.status', cell: Status },
    clinic: { header: 'common.label.clinic', cell: Parties },
    lab: { header: 'common.label.lab', cell: 'labName', minWidthEm: 72 },
    delivery: {
      header: 'orders.columns.deliveryOn',
      cell: ({ row }) => <DayText day={row.deliveryOn} />,
      ...wideEnd,
    },
    updated: { header: 'orders.columns.updatedAt', cell: date((row) => row.updatedAt), ...wideEnd },
  },
  rowName: 'number',
  useMenu: useCaseMenu,
  phone: {
    title: 'patientName',
    mark: Status,
    left: figures,
    right: ({ row }) => (
      <span className="one-line">{[row.clinicName, row.labName].filter(Boolean).join(' → ')}</span>
    ),
  },
  none: { title: 'manage.none', all: 'common.do.showAll' },
  hasTotal: false,
}

function Status({ row }: Props) {
  return <StatusBadge status={row.status} />
}

/** The clinic. If the window is too narrow for the laboratory's column, the laboratory is under the clinic. */
function Parties({ row, without }: Pick<CellProps<Order>, 'row' | 'without'>) {
  return <Lines top={<OneLine text={row.clinicName} />} below={without.includes('lab') && row.labName} />
}

function useCaseMenu(order: Order, press: Press): MenuEntry[] {
  const t = useTexts()
  const navigate = useNavigate()
  return [
    {
      key: 'audit',
      label: t('manage.case.audit'),
      onSelect: () => void navigate({ to: '/manage/audit', search: { object: order.id } }),
    },
    {
      key: 'delete',
      label: t('common.do.delete'),
      isDangerous: true,
      onSelect: () => press('delete', order),
    },
  ]
}

/** The list of cases that the platform has deleted. They can be restored for `limits.orderDiscardDays` days. */
export const deletedList: List<'manage.listDeletedOrders'> = {
  call: 'manage.listDeletedOrders',
  name: 'manage.deleted',
  label: 'manage.case.deleted',
  filters: { words: searchFilter('orders.search') },
  columns: {
    patient,
    clinic: { header: 'common.label.clinic', cell: 'clinicName' },
    lab: { header: 'common.label.lab', cell: 'labName' },
    deleted: {
      header: 'manage.columns.deletedAt',
      cell: ({ row }) => <Lines top={<DateText moment={row.deletedAt} />} below={row.deletedBy} />,
    },
    restore: { header: 'common.label.actions', cell: Restore, align: 'end', isHeaderHidden: true },
  },
  rowName: 'number',
  phone: (cell) => (
    <>
      <PhoneView phone={deletedPhone} name={cell.row.number} cell={cell} />
      <Restore row={cell.row} />
    </>
  ),
  empty: {
    drawing: 'cases',
    title: 'manage.case.empty.title',
    text: 'manage.case.empty.text',
    values: { days: limits.orderDiscardDays },
  },
  skeletonRows: 5,
}

const deletedPhone = {
  title: 'patientName',
  mark: date<DeletedOrder>((row) => row.deletedAt),
  left: figures,
  right: 'clinicName',
} as const

function Restore({ row }: { row: DeletedOrder }) {
  const t = useTexts()
  const { date } = useFormats()
  const { send, isBusy } = useWriteNotice('manage.restoreOrder')
  const { id, number, restorableUntil } = row
  if (restorableUntil === null) return <span className="meta">{t('manage.case.gone')}</span>
  return (
    <Button
      variant="default"
      size="xs"
      loading={isBusy}
      title={t('common.label.restorableUntil', { day: date(restorableUntil) })}
      aria-label={`${t('common.do.restore')}: ${number}`}
      onClick={() => void send({ params: { id } }, t('manage.case.restored', { number }))}
    >
      {t('common.do.restore')}
    </Button>
  )
}
