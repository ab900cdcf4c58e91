import { Group } from '@mantine/core'
import { type WorkOrder, workOrderPriorities, workOrderStatuses } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import css from '../../ui/DataTable.module.css'
import type { List } from '../../ui/list.ts'
import { date, Lines, OneLine } from '../../ui/list-cells.tsx'
import { choiceFilter, optionFilter, searchFilter } from '../../ui/list-filters.tsx'
import { PriorityMark, UnreadMark, useTypeName, WorkOrderBadge, WorkOrderShape } from './WorkOrderMarks.tsx'

type Props = { row: WorkOrder }

/** The list of support requests, the latest change first. */
export const workOrderList: List<'workorders.list'> = {
  call: 'workorders.list',
  name: 'workorders',
  label: 'screens.workOrders',
  filters: {
    words: searchFilter('support.list.search'),
    status: choiceFilter(
      'status',
      workOrderStatuses,
      'common.label.status',
      'support.status.',
      ({ value }) => <WorkOrderShape status={value} />,
    ),
    typeId: optionFilter('type', 'common.label.type', () => {
      const types = useRead('workorders.listTypes', {})
      const nameOf = useTypeName()
      return (types.data?.list ?? []).map((type) => ({ value: type.id, label: nameOf(type) }))
    }),
    priority: choiceFilter(
      'priority',
      workOrderPriorities,
      'support.list.column.priority',
      'support.priority.',
    ),
  },
  columns: {
    title: { header: 'support.list.column.title', cell: TitleCell, isName: true },
    status: { header: 'common.label.status', cell: Status },
    priority: { header: 'support.list.column.priority', cell: Priority },
    type: { header: 'common.label.type', cell: ({ row }) => useTypeName()(row.type), minWidthEm: 64 },
    submittedBy: { header: 'support.list.column.submittedBy', cell: PersonCell, minWidthEm: 64 },
    operator: { header: 'support.list.column.operator', cell: 'operatorName', minWidthEm: 80 },
    requestNumber: { header: 'support.list.column.requestNumber', cell: 'requestNumber', startsHidden: true },
    modifiedBy: { header: 'support.list.column.modifiedBy', cell: ModifiedBy, startsHidden: true },
    submittedAt: {
      header: 'support.list.column.submittedAt',
      cell: date((row) => row.submittedAt),
      align: 'end',
      minWidthEm: 80,
    },
    modifiedAt: {
      header: 'support.list.column.modifiedAt',
      cell: date((row) => row.modifiedAt),
      align: 'end',
    },
  },
  rowName: 'number',
  phone: {
    title: 'title',
    mark: Status,
    left: ({ row }) => <span className="figures">{row.number}</span>,
    right: ({ row }) => (row.unread > 0 ? <UnreadMark workOrder={row} /> : <Priority row={row} />),
  },
  none: { title: 'support.list.none.title', text: 'support.list.none.text', all: 'support.list.none.all' },
  empty: { drawing: 'letter', title: 'support.list.empty.title', text: 'support.list.empty.text' },
  skeletonRows: 6,
}

function TitleCell({ row }: Props) {
  return (
    <span className={css.cellLines}>
      <Link
        to="/work/detail"
        search={{ id: row.id }}
        className="one-line row-link"
        title={row.title}
        tabIndex={-1}
      >
        {row.title}
      </Link>
      <Group component="span" gap={8} wrap="nowrap">
        <span className="meta figures">{row.number}</span>
        <UnreadMark workOrder={row} />
      </Group>
    </span>
  )
}

function Status({ row }: Props) {
  return <WorkOrderBadge status={row.status} />
}

function Priority({ row }: Props) {
  return <PriorityMark priority={row.priority} />
}

function ModifiedBy({ row }: Props) {
  const t = useTexts('support.list')
  return row.modifiedBy ?? t('system')
}

function PersonCell({ row }: Props) {
  return <Lines top={<OneLine text={row.submittedBy} />} below={row.organizationName} />
}
