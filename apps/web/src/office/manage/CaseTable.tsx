import { type Order, orderStatuses, orderTypes } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { DayText } from '../../ui/formats.tsx'
import type { CellProps, List } from '../../ui/list.ts'
import { date, Lines, lines, OneLine } from '../../ui/list-cells.tsx'
import { choice, words } from '../../ui/list-filters.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { StatusBadge, StatusShape } from '../../ui/StatusBadge.tsx'
import { organizationFilter } from './organization-filter.ts'

type Press = (action: 'delete', order: Order) => void
type Props = { row: Order }

const type = choice('type', Object.values(orderTypes), 'common.label.type', 'order.type')

/** Cases of all organizations. */
export const caseList: List<'manage.listOrders', Press> = {
  call: 'manage.listOrders',
  name: 'manage.orders',
  label: 'manage.case.list',
  filters: {
    words: words('orders.search'),
    partnerId: organizationFilter,
    status: choice('status', orderStatuses, 'common.label.status', 'order.status', ({ value }) => (
      <StatusShape status={value} size={14} />
    )),
    types: {
      ...type,
      toValue: (text) => [type.toValue(text)],
    },
    createdFrom: null,
    createdTo: null,
    deliveryFrom: null,
    deliveryTo: null,
    due: null,
    waitsForMe: null,
    sort: null,
    direction: null,
  },
  columns: {
    patient: {
      header: 'common.label.patient',
      cell: lines(
        (row) => row.patientName,
        (row) => row.number,
      ),
      isName: true,
    },
    type: {
      header: 'common.label.type',
      cell: ({ row }) => useTexts('order.type')(`${row.type}`),
      roomEm: 72,
    },
    status: { header: 'common.label.status', cell: Status },
    clinic: { header: 'common.label.clinic', cell: Parties },
    lab: { header: 'common.label.lab', cell: 'labName', roomEm: 72 },
    delivery: {
      header: 'orders.columns.deliveryOn',
      cell: ({ row }) => <DayText day={row.deliveryOn} />,
      align: 'end',
      roomEm: 72,
    },
    updated: {
      header: 'orders.columns.updatedAt',
      cell: date((row) => row.updatedAt),
      align: 'end',
      roomEm: 72,
    },
  },
  rowName: 'number',
  useMenu: useCaseMenu,
  phone: {
    title: 'patientName',
    mark: Status,
    left: ({ row }) => <span className="figures">{row.number}</span>,
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

/** The clinic; where the laboratory has no room for a column of its own, the laboratory under it. */
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
      onSelect: () => void navigate({ to: '/manage/audit', search: { object: order.id } as never }),
    },
    {
      key: 'delete',
      label: t('common.do.delete'),
      isDangerous: true,
      onSelect: () => press('delete', order),
    },
  ]
}
