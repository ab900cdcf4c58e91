import { useMediaQuery } from '@mantine/hooks'
import type { WorkOrder } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText } from '../../ui/formats.tsx'
import { PagedList, type ReadList } from '../../ui/PagedList.tsx'
import type { ChangeSearch } from '../../ui/paged-search.ts'
import { PriorityMark, UnreadMark, useTypeName, WorkOrderBadge } from './WorkOrderMarks.tsx'
import type { WorkOrderSearch } from './work-order-search.ts'

/** Requests in rows that open; two lines on a phone. */
export function WorkOrderTable(props: {
  list: ReadList<WorkOrder>
  search: WorkOrderSearch
  onSearch: ChangeSearch<WorkOrderSearch>
  empty: ReactNode
}) {
  const screens = useTexts('screens')
  const navigate = useNavigate()
  const columns = useColumns()
  return (
    <PagedList
      label={screens('workOrders')}
      name="workorders"
      columns={columns}
      list={props.list}
      search={props.search}
      onSearch={props.onSearch as ChangeSearch<object>}
      rowId={(row) => row.id}
      rowName={(row) => row.number}
      onOpen={(row) => void navigate({ to: '/work/detail', search: { id: row.id } as never })}
      phoneRow={(row) => <PhoneRow row={row} />}
      skeletonRows={6}
      empty={props.empty}
    />
  )
}

function useColumns(): ListColumn<WorkOrder>[] {
  const t = useTexts('support.list.column')
  const common = useTexts('common')
  const system = useTexts('support.list')('system')
  const typeName = useTypeName()
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false })
  const isSmall = useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<WorkOrder> & { isWide?: boolean; isLong?: boolean })[] = [
      { id: 'title', header: t('title'), cell: (row) => <TitleCell row={row} />, isName: true },
      { id: 'status', header: common('label.status'), cell: (row) => <WorkOrderBadge status={row.status} /> },
      { id: 'priority', header: t('priority'), cell: (row) => <PriorityMark priority={row.priority} /> },
      { id: 'type', header: common('label.type'), cell: (row) => typeName(row.type), isLong: true },
      { id: 'submittedBy', header: t('submittedBy'), cell: (row) => <PersonCell row={row} />, isLong: true },
      { id: 'operator', header: t('operator'), cell: (row) => row.operatorName, isWide: true },
      {
        id: 'requestNumber',
        header: t('requestNumber'),
        cell: (row) => row.requestNumber,
        startsHidden: true,
      },
      {
        id: 'modifiedBy',
        header: t('modifiedBy'),
        cell: (row) => row.modifiedBy ?? system,
        startsHidden: true,
      },
      {
        id: 'submittedAt',
        header: t('submittedAt'),
        cell: (row) => <DateText moment={row.submittedAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'modifiedAt',
        header: t('modifiedAt'),
        cell: (row) => <DateText moment={row.modifiedAt} />,
        align: 'end',
      },
    ]
    return columns.filter((column) => !(isNarrow && column.isWide) && !(isSmall && column.isLong))
  }, [t, common, system, typeName, isNarrow, isSmall])
}

function TitleCell({ row }: { row: WorkOrder }) {
  return (
    <span className="request-lines">
      <Link
        to="/work/detail"
        search={{ id: row.id } as never}
        className="one-line request-link"
        title={row.title}
        tabIndex={-1}
      >
        {row.title}
      </Link>
      <span className="request-mark">
        <span className="meta figures">{row.number}</span>
        <UnreadMark workOrder={row} />
      </span>
    </span>
  )
}

function PersonCell({ row }: { row: WorkOrder }) {
  return (
    <span className="request-lines">
      <span className="one-line">{row.submittedBy}</span>
      <span className="meta one-line">{row.organizationName}</span>
    </span>
  )
}

function PhoneRow({ row }: { row: WorkOrder }) {
  return (
    <div className="phone-lines">
      <div className="phone-line">
        <span className="one-line request-phone-title">{row.title}</span>
        <WorkOrderBadge status={row.status} />
      </div>
      <div className="phone-line meta">
        <span className="figures">{row.number}</span>
        {row.unread > 0 ? <UnreadMark workOrder={row} /> : <PriorityMark priority={row.priority} />}
      </div>
    </div>
  )
}
