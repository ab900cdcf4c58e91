import { useMediaQuery } from '@mantine/hooks'
import type { Order, OrderSort } from '@pontic/contract'
import { clsx } from 'clsx'
import { createContext, lazy, Suspense, useContext } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { DayText } from '../../../ui/formats.tsx'
import type { Column } from '../../../ui/list.ts'
import { date } from '../../../ui/list-cells.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ShownColumns } from '../../../ui/use-fitting-columns.ts'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import type { useWorkLine } from '../../prescriptions/prescription-line.ts'
import type { PressAction } from '../actions/OrderActions.tsx'
import { UnreadMark } from '../OrderMarks.tsx'
import { CaseThumb } from '../OrderType.tsx'
import { orderTexts } from '../order-texts.ts'
import css from './OrderList.module.css'

/** The status of a case and the progress of its upload. A withdrawn case is marked as withdrawn instead. */
export function RowStatus({ order }: { order: Order }) {
  const t = useTexts('orders')
  if (order.isWithdrawn) return <span className="quiet">{t('withdrawn')}</span>
  return (
    <span className={clsx('row-marks', css.status)}>
      <StatusBadge status={order.status} />
      <UploadCount order={order} />
    </span>
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
    <RowLink to={`/order/detail/${order.id}`} className={clsx(css.number, 'figures')}>
      {order.number}
    </RowLink>
  )
}

/** The result of `useWorkLine`, for all rows of a list. Its texts are looked up once, and not in each row. */
export const WorkLine = createContext<ReturnType<typeof useWorkLine>>(() => '')

/** What a case orders, in one text: `24–26 Bridge, Zirconia, A2`. Empty without a prescription. */
export function WorkText({ order }: { order: Order }) {
  return useContext(WorkLine)(order.work)
}

/** Whether the window is too narrow for all sortable columns. A chip sorts the list then. */
export const useIsTablet = (): boolean =>
  useMediaQuery('(max-width: 64em)', undefined, { getInitialValueInEffect: false })

const TrackingLink = lazy(() =>
  import('../TrackingLink.tsx').then((file) => ({ default: file.TrackingLink })),
)

/** The tracking number of a parcel. The link needs the list of carriers, which the case list does not load. */
const ExpressNumber = ({ row }: { row: Order }) =>
  row.expressNumber && (
    <Suspense fallback={row.expressNumber}>
      <TrackingLink order={row} />
    </Suspense>
  )

type Columns = Readonly<Record<string, Column<Order, PressAction> & { sortKey?: OrderSort }>>

/** Columns in the order in which a narrow window hides them. All other columns are hidden first. */
const yielding = ['number', 'partner', 'type', 'work', 'deliveryOn'] as const
const yields = Object.fromEntries(yielding.map((id, at) => [id, { yields: at + 1 }])) as Record<
  (typeof yielding)[number],
  { yields: number }
>

const sortableTexts: readonly string[] = [
  'doctor',
  'senderOperator',
  'updater',
  'operator',
  'equipmentNumber',
  'softwareVersion',
  'expressNumber',
  'carrier',
] satisfies OrderSort[]

/** Returns the columns of the case list, for a clinic or for a laboratory. */
export function orderColumns(isClinic: boolean): Columns {
  const [partner, own] = isClinic ? (['lab', 'clinic'] as const) : (['clinic', 'lab'] as const)
  return {
    type: {
      header: 'common.label.type',
      sortKey: 'type',
      sortsUp: true,
      widthPx: 72,
      cell: ({ row }) => <CaseThumb order={row} />,
      ...yields.type,
    },
    number: {
      header: 'common.label.number',
      sortKey: 'number',
      sortsUp: true,
      cell: ({ row }) => <NumberLink order={row} />,
      ...yields.number,
    },
    patient: {
      header: 'common.label.patient',
      isName: true,
      sortKey: 'patientName',
      sortsUp: true,
      cell: ({ row }) => <NameCell order={row} partner={row[`${partner}Name`]} />,
    },
    work: {
      header: 'prescription.fields.work',
      cell: ({ row }) => (
        <span className={css.wrapped} data-wide>
          <WorkText order={row} />
        </span>
      ),
      ...yields.work,
    },
    status: {
      header: 'common.label.status',
      isKept: true,
      sortKey: 'status',
      sortsUp: true,
      cell: ({ row }) => <RowStatus order={row} />,
    },
    partner: {
      header: `common.label.${partner}`,
      sortKey: 'partner',
      sortsUp: true,
      cell: ({ row }) => <span className={css.wrapped}>{row[`${partner}Name`]}</span>,
      ...yields.partner,
    },
    deliveryOn: {
      header: 'orders.columns.deliveryOn',
      sortKey: 'deliveryOn',
      sortsUp: true,
      cell: ({ row }) => <DeliveryDay order={row} />,
      ...yields.deliveryOn,
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
          ...(sortableTexts.includes(cell) && { sortKey: cell as OrderSort, sortsUp: true }),
        } as const,
      ]),
    ),
    own: { header: `common.label.${own}`, startsHidden: true, cell: `${own}Name` },
    scanDate: {
      header: 'orders.columns.scanDate',
      startsHidden: true,
      sortKey: 'scanDate',
      cell: ({ row }) => <DayText day={row.scanDate} />,
    },
    createdAt: {
      header: 'common.label.createdAt',
      sortKey: 'createdAt',
      align: 'end',
      cell: date((row) => row.createdAt),
      defaultMinWidthEm: 100,
    },
    updatedAt: {
      header: 'orders.columns.updatedAt',
      sortKey: 'updatedAt',
      align: 'end',
      cell: date((row) => row.updatedAt),
      defaultMinWidthEm: 100,
    },
  }
}

/**
 * The patient's name and the number of unread messages. Below it are number and partner, and then the work, if the window is too
 * narrow for their columns.
 */
function NameCell({ order, partner }: { order: Order; partner: string | null }) {
  const shown = useContext(ShownColumns)
  const hasNumber = !shown.includes('number')
  const named = !shown.includes('partner') && partner
  return (
    <span className={css.name}>
      <span>
        {order.patientName} <UnreadMark order={order} />
      </span>
      {(hasNumber || named) && (
        <span className="meta">
          {hasNumber && <NumberLink order={order} />}
          {hasNumber && named && ' · '}
          {named}
        </span>
      )}
      {!shown.includes('work') && order.work.length > 0 && (
        <span className="meta">
          <WorkText order={order} />
        </span>
      )}
    </span>
  )
}
