import { useMediaQuery } from '@mantine/hooks'
import type { Order, OrderView } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText, DayText } from '../../ui/formats.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { type ChangeSearch, pagingOf } from '../../ui/paged-search.ts'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import type { CaseSearch } from './manage-search.ts'
import { NothingFound } from './NothingFound.tsx'

const dialogs = {
  delete: dialogOf(() => import('./ConfirmCase.tsx').then((file) => file.ConfirmCase)),
} as const

type Press = (action: 'delete', order: Order) => void

type Props = {
  view: OrderView
  search: CaseSearch
  onSearch: ChangeSearch<CaseSearch>
  onShowAll: () => void
}

/** Cases of all organizations a page after the other, however many there are. */
export function CaseTable({ view, search, onSearch, onShowAll }: Props) {
  const t = useTexts()
  const navigate = useNavigate()
  const list = useRead('manage.listOrders', { body: { ...view, ...pagingOf(search) } }, { isFresh: true })
  const { press, dialog } = useDialogs<Order, 'delete'>(dialogs)
  const columns = useColumns(press)
  return (
    <>
      <PagedList
        label={t('manage.case.list')}
        name="manage.orders"
        list={list}
        search={search}
        onSearch={onSearch as ChangeSearch<object>}
        columns={columns}
        rowId={(order) => order.id}
        rowName={(order) => order.number}
        onOpen={(order) => void navigate({ to: '/order/detail/$id', params: { id: order.id } })}
        phoneRow={(order) => <PhoneRow order={order} onPress={press} />}
        empty={<NothingFound onShowAll={onShowAll} />}
      />
      {dialog}
    </>
  )
}

// The table takes a new cell function for a new component: made anew with each drawing, buttons would lose the focus.
function useColumns(press: Press): ListColumn<Order>[] {
  const t = useTexts('orders.columns')
  const common = useTexts('common')
  const types = useTexts('order.type')
  const isNarrow = useMediaQuery('(max-width: 72em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns: (ListColumn<Order> & { isWide?: boolean })[] = [
      {
        id: 'patient',
        header: common('label.patient'),
        cell: (order) => <NameCell order={order} />,
        isName: true,
      },
      { id: 'type', header: common('label.type'), cell: (order) => types(`${order.type}`), isWide: true },
      {
        id: 'status',
        header: common('label.status'),
        cell: (order) => <StatusBadge status={order.status} />,
      },
      {
        id: 'clinic',
        header: common('label.clinic'),
        cell: (order) => <Parties order={order} isBoth={isNarrow} />,
      },
      { id: 'lab', header: common('label.lab'), cell: (order) => order.labName, isWide: true },
      {
        id: 'delivery',
        header: t('deliveryOn'),
        cell: (order) => <DayText day={order.deliveryOn} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'updated',
        header: t('updatedAt'),
        cell: (order) => <DateText moment={order.updatedAt} />,
        align: 'end',
        isWide: true,
      },
      {
        id: 'actions',
        header: common('label.actions'),
        cell: (order) => <Menu order={order} onPress={press} />,
        align: 'end',
        isHeadSilent: true,
      },
    ]
    return columns.filter((column) => !isNarrow || !column.isWide)
  }, [t, common, types, isNarrow, press])
}

function NameCell({ order }: { order: Order }) {
  return (
    <span className="manage-lines">
      <span className="one-line" title={order.patientName}>
        {order.patientName}
      </span>
      <span className="meta figures">{order.number}</span>
    </span>
  )
}

/** The clinic; where there is no room for a column of its own, the laboratory under it. */
function Parties({ order, isBoth }: { order: Order; isBoth: boolean | undefined }) {
  return (
    <span className="manage-lines">
      <span className="one-line" title={order.clinicName}>
        {order.clinicName}
      </span>
      {isBoth && <span className="meta one-line">{order.labName}</span>}
    </span>
  )
}

function Menu({ order, onPress }: { order: Order; onPress: Press }) {
  const t = useTexts('manage')
  const common = useTexts('common')
  const navigate = useNavigate()
  const entries = [
    {
      key: 'audit',
      label: t('case.audit'),
      onSelect: () => void navigate({ to: '/manage/audit', search: { object: order.id } as never }),
    },
    {
      key: 'delete',
      label: common('do.delete'),
      isDangerous: true,
      onSelect: () => onPress('delete', order),
    },
  ]
  return <RowMenu label={common('label.actionsFor', { name: order.number })} actions={entries} />
}

function PhoneRow({ order, onPress }: { order: Order; onPress: Press }) {
  return (
    <>
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line manage-name">{order.patientName}</span>
          <StatusBadge status={order.status} />
        </div>
        <div className="phone-line meta">
          <span className="figures">{order.number}</span>
          <span className="one-line">{[order.clinicName, order.labName].filter(Boolean).join(' → ')}</span>
        </div>
      </div>
      <Menu order={order} onPress={onPress} />
    </>
  )
}
