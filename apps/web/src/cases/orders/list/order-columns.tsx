import { Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Order } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { DayText } from '../../../ui/formats.tsx'
import type { CellProps, Column } from '../../../ui/list.ts'
import { date } from '../../../ui/list-cells.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import type { PressAction } from '../actions/OrderActions.tsx'
import { UnreadMark } from '../OrderMarks.tsx'
import { CaseThumb, OrderTypeIcon } from '../OrderType.tsx'
import { orderTexts } from '../order-texts.ts'
import css from './OrderList.module.css'

/** The status of a case and the progress of its upload. A withdrawn case is marked as withdrawn instead. */
export function RowStatus({ order }: { order: Order }) {
  const t = useTexts('orders')
  if (order.isWithdrawn) return <span className="quiet">{t('withdrawn')}</span>
  return (
    <Group component="span" display="inline-flex" gap={8} wrap="nowrap" style={{ verticalAlign: 'top' }}>
      <StatusBadge status={order.status} />
      <UploadCount order={order} />
    </Group>
  )
}

function UploadCount({ order }: { order: Order }) {
  const t = useTexts('orders')
  if (order.isSendWaiting) return <span className="meta">{t('sendWaitingShort')}</span>
  if (order.status !== 'scanned' || order.filesTotal === 0) return null
  return (
    <span className="meta figures">
      {t('filesDone', { done: order.filesVerified, total: order.filesTotal })}
    </span>
  )
}

/** The number of a case as a link to its page; plain text for a withdrawn case, which has no page. */
export function NumberLink({ order }: { order: Order }) {
  if (order.isWithdrawn) return <span className="quiet figures">{order.number}</span>
  return (
    <Link to="/order/detail/$id" params={{ id: order.id }} className={clsx(css.number, 'figures')}>
      {order.number}
    </Link>
  )
}

/** The patient's name and the number of unread messages. */
function Patient({ order }: { order: Order }) {
  return (
    <Group component="span" display="inline-flex" gap={8} wrap="nowrap" align="baseline" maw="100%">
      <span className="one-line">{order.patientName}</span>
      <UnreadMark order={order} />
    </Group>
  )
}

/** Whether the window is too narrow for all sortable columns. A chip sorts the list then. */
export const useIsTablet = (): boolean =>
  useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false })

const TrackingLink = lazy(() =>
  import('../TrackingLink.tsx').then((file) => ({ default: file.TrackingLink })),
)

/** The tracking number of a parcel. The link needs the list of carriers, which the case list does not load. */
const ExpressNumber = ({ row }: Props) =>
  row.expressNumber && (
    <Suspense fallback={row.expressNumber}>
      <TrackingLink order={row} />
    </Suspense>
  )

type Columns = Readonly<Record<string, Column<Order, PressAction>>>
type Props = Pick<CellProps<Order>, 'row' | 'without'>

/** Returns the columns of the case list, for a clinic or for a laboratory. */
export function orderColumns(isClinic: boolean): Columns {
  const [partner, own] = isClinic ? (['lab', 'clinic'] as const) : (['clinic', 'lab'] as const)
  // On a tablet, the number and the other party are below the patient's name instead of in columns.
  const Name = ({ row, without }: Props) =>
    without.includes('number') ? (
      <NameCell order={row} partner={row[`${partner}Name`]} />
    ) : (
      <Patient order={row} />
    )
  return {
    type: {
      header: 'common.label.type',
      isHeaderHidden: true,
      isFirstHidden: true,
      widthPx: 52,
      cell: ({ row }) => <OrderTypeIcon type={row.type} isQuiet={row.isWithdrawn} />,
    },
    number: {
      header: 'common.label.number',
      sortKey: 'number',
      cell: ({ row }) => <NumberLink order={row} />,
      minWidthEm: 64,
    },
    patient: { header: 'common.label.patient', isName: true, cell: Name },
    status: {
      header: 'common.label.status',
      isKept: true,
      cell: ({ row }) => <RowStatus order={row} />,
    },
    partner: { header: `common.label.${partner}`, cell: `${partner}Name`, minWidthEm: 64 },
    deliveryOn: {
      header: 'orders.columns.deliveryOn',
      sortKey: 'deliveryOn',
      cell: ({ row }) => <DeliveryDay order={row} />,
    },
    screenshot: {
      header: 'orders.columns.screenshot',
      startsHidden: true,
      widthPx: 84,
      cell: ({ row }) => <CaseThumb order={row} hasType={false} />,
    },
    ...(isClinic
      ? {}
      : {
          technician: {
            header: 'orders.columns.technician',
            startsHidden: true,
            cell: 'technician',
          },
        }),
    ...Object.fromEntries(
      orderTexts.map((cell) => [
        cell,
        {
          header: `orders.columns.${cell}`,
          startsHidden: true,
          cell: cell === 'expressNumber' ? ExpressNumber : cell,
        } as const,
      ]),
    ),
    own: { header: `common.label.${own}`, startsHidden: true, cell: `${own}Name` },
    scanDate: {
      header: 'orders.columns.scanDate',
      startsHidden: true,
      cell: ({ row }) => <DayText day={row.scanDate} />,
    },
    createdAt: {
      header: 'common.label.createdAt',
      sortKey: 'createdAt',
      align: 'end',
      cell: date((row) => row.createdAt),
      minWidthEm: 64,
      defaultMinWidthEm: 100,
    },
    updatedAt: {
      header: 'orders.columns.updatedAt',
      sortKey: 'updatedAt',
      align: 'end',
      cell: date((row) => row.updatedAt),
      minWidthEm: 64,
    },
  }
}

/** The patient's name, and below it the number and the other party. */
function NameCell({ order, partner }: { order: Order; partner: string | null }) {
  return (
    <Stack component="span" gap={0} miw={0} lh={1.4}>
      <Patient order={order} />
      <Text component="span" className="one-line meta" lh={1.4}>
        <NumberLink order={order} />
        {partner && <> · {partner}</>}
      </Text>
    </Stack>
  )
}
