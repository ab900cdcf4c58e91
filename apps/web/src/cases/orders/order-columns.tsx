import { useMediaQuery } from '@mantine/hooks'
import type { Order } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import type { ListColumn } from '../../ui/DataTable.tsx'
import { DateText, DayText } from '../../ui/formats.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { CaseThumb } from './CaseThumb.tsx'
import { DeliveryDay } from './DeliveryDay.tsx'
import { UnreadMark } from './OrderMarks.tsx'
import { TypePicture } from './OrderType.tsx'
import { canCreateCase } from './order-actions.ts'

/** Status of a row; a case that was taken from the reader says so instead. */
export function RowStatus({ order }: { order: Order }) {
  const t = useTexts('orders')
  if (order.isWithdrawn) return <span className="quiet">{t('withdrawn')}</span>
  return (
    <span className="row-status">
      <StatusBadge status={order.status} />
      <UploadShare order={order} />
    </span>
  )
}

function UploadShare({ order }: { order: Order }) {
  const t = useTexts('orders')
  if (order.isSendWaiting) return <span className="meta">{t('sendWaitingShort')}</span>
  if (order.status !== 'scanned' || order.filesTotal === 0) return null
  return (
    <span className="meta figures">
      {t('filesDone', { done: order.filesVerified, total: order.filesTotal })}
    </span>
  )
}

/** The row's link: the case's number. A withdrawn case leads nowhere. */
export function NumberLink({ order }: { order: Order }) {
  if (order.isWithdrawn) return <span className="quiet figures">{order.number}</span>
  return (
    <Link to="/order/detail/$id" params={{ id: order.id }} className="row-number figures">
      {order.number}
    </Link>
  )
}

/** The patient's name, and how much is to be read. */
function Patient({ order }: { order: Order }) {
  return (
    <span className="order-patient">
      <span className="one-line">{order.patientName}</span>
      <UnreadMark order={order} />
    </span>
  )
}

/** The patient, and under it what has no column of its own on a tablet: number and other party. */
function NameCell({ order, isClinic }: { order: Order; isClinic: boolean }) {
  const partner = isClinic ? order.labName : order.clinicName
  return (
    <span className="order-name">
      <Patient order={order} />
      <span className="one-line meta">
        <NumberLink order={order} />
        {partner && <> · {partner}</>}
      </span>
    </span>
  )
}

const tabletColumns: readonly string[] = ['type', 'patient', 'status', 'deliveryOn']

/** Whether the list has no room for heads to sort by: their place takes a chip. */
export const useIsTablet = (): boolean =>
  useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false })

/** The columns of the case list; the other party stands in one column. */
export function useOrderColumns(): ListColumn<Order>[] {
  const t = useTexts('orders.columns')
  const common = useTexts('common.label')
  const session = useSession()
  const isClinic = session !== undefined && canCreateCase(session)
  const isTablet = useIsTablet()
  const isNarrow = useMediaQuery('(max-width: 100em)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    const columns = [
      ...mainColumns({ t, common, isClinic, isTablet }),
      ...moreColumns({ t, common, isClinic }),
    ]
    if (isTablet) return columns.filter(({ id, startsHidden }) => startsHidden || tabletColumns.includes(id))
    // Seldom looked at where space is short, but there to be chosen.
    return isNarrow
      ? columns.map((one) => (one.id === 'createdAt' ? { ...one, startsHidden: true } : one))
      : columns
  }, [t, common, isClinic, isNarrow, isTablet])
}

type ColumnTexts = {
  t: ReturnType<typeof useTexts<'orders.columns'>>
  common: ReturnType<typeof useTexts<'common.label'>>
}

const mainColumns = (
  options: ColumnTexts & { isClinic: boolean; isTablet: boolean },
): ListColumn<Order>[] => {
  const { t, common, isClinic, isTablet } = options
  return [
    {
      id: 'type',
      header: common('type'),
      isHeadSilent: true,
      widthPx: 52,
      cell: (order) => <TypePicture type={order.type} isQuiet={order.isWithdrawn} />,
    },
    {
      id: 'number',
      header: common('number'),
      sortKey: 'number',
      cell: (order) => <NumberLink order={order} />,
    },
    {
      id: 'patient',
      header: common('patient'),
      isName: true,
      cell: (order) =>
        isTablet ? <NameCell order={order} isClinic={isClinic} /> : <Patient order={order} />,
    },
    { id: 'status', header: common('status'), cell: (order) => <RowStatus order={order} /> },
    {
      id: 'partner',
      header: common(isClinic ? 'lab' : 'clinic'),
      cell: (order) => (isClinic ? order.labName : order.clinicName),
    },
    {
      id: 'deliveryOn',
      header: t('deliveryOn'),
      sortKey: 'deliveryOn',
      cell: (order) => <DeliveryDay order={order} />,
    },
  ]
}

// Fields that are a text and nothing more, behind the column menu.
const texts = [
  'doctor',
  'senderOperator',
  'updater',
  'operator',
  'equipmentNumber',
  'softwareVersion',
  'otherRequirements',
  'remark',
  'expressNumber',
  'carrier',
  'trackingNote',
] as const satisfies readonly (keyof Order)[]

const moreColumns = ({ t, common, isClinic }: ColumnTexts & { isClinic: boolean }): ListColumn<Order>[] => [
  {
    id: 'screenshot',
    header: t('screenshot'),
    startsHidden: true,
    widthPx: 84,
    cell: (order) => <CaseThumb order={order} hasType={false} />,
  },
  ...texts.map((field) => ({
    id: field,
    header: t(field),
    startsHidden: true as const,
    cell: (order: Order) => order[field],
  })),
  {
    id: 'own',
    header: common(isClinic ? 'clinic' : 'lab'),
    startsHidden: true,
    cell: (order) => (isClinic ? order.clinicName : order.labName),
  },
  {
    id: 'scanDate',
    header: t('scanDate'),
    startsHidden: true,
    cell: (order) => <DayText day={order.scanDate} />,
  },
  {
    id: 'createdAt',
    header: common('createdAt'),
    sortKey: 'createdAt',
    align: 'end',
    cell: (order) => <DateText moment={order.createdAt} />,
  },
  {
    id: 'updatedAt',
    header: t('updatedAt'),
    sortKey: 'updatedAt',
    align: 'end',
    cell: (order) => <DateText moment={order.updatedAt} />,
  },
]
