import type { OrderStatus } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './StatusBadge.module.css'

const shapes: Readonly<Record<OrderStatus, ReactNode>> = {
  scanned: (
    <circle cx="8" cy="8" r="5.75" className="stroke" strokeDasharray="1.9 2.615" strokeLinecap="round" />
  ),
  uploaded: <circle cx="8" cy="8" r="5.75" className="stroke" />,
  pending: (
    <>
      <circle cx="8" cy="8" r="5.75" className="stroke" />
      <path d="M8 4.25a3.75 3.75 0 0 1 0 7.5Z" />
    </>
  ),
  accepted: (
    <>
      <circle cx="8" cy="8" r="5.75" className="stroke" />
      <path d="M8 8V4.25A3.75 3.75 0 1 1 4.25 8Z" />
    </>
  ),
  shipped: (
    <path
      d="M2.5 8h10M8.5 3.75 12.75 8 8.5 12.25"
      className="stroke"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  completed: (
    <>
      <circle cx="8" cy="8" r="6.5" />
      <path
        d="m5.25 8.25 1.9 1.9 3.7-4.1"
        className="stroke cut"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  rejected: <path d="m4 4 8 8m0-8-8 8" className="stroke" strokeLinecap="round" />,
}

/** The shape of a status, for charts and dense lists; show its name too. @param size in px */
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

/** The status of a case by name, colour and shape. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const t = useTexts('order.status')
  return (
    <span className="status-badge" data-status={status}>
      <StatusShape status={status} />
      {t(status)}
    </span>
  )
}
