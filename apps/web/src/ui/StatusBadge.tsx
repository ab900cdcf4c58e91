import type { OrderStatus } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './StatusBadge.module.css'
import { statusShapes } from './status-shapes.tsx'

const shapes: Readonly<Record<OrderStatus, ReactNode>> = {
  scanned: statusShapes.dashedRing,
  uploaded: statusShapes.ring,
  pending: statusShapes.half,
  accepted: statusShapes.threeQuarters,
  shipped: (
    <path
      d="M2.5 8h10M8.5 3.75 12.75 8 8.5 12.25"
      className="stroke"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  completed: statusShapes.check,
  rejected: statusShapes.cross,
}

/** The icon of a status, for charts and dense lists. Also show the name of the status. @param size in px */
export function StatusShape({ status, size = 16 }: { status: OrderStatus; size?: number }) {
  return (
    <svg
      className={css.statusShape}
      data-status={status}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {shapes[status]}
    </svg>
  )
}

/** The status of a case with its icon, name and colour. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const t = useTexts('order.status')
  return (
    <span className="status-badge" data-status={status}>
      <StatusShape status={status} />
      {t(status)}
    </span>
  )
}
