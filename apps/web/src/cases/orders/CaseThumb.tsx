import type { Order } from '@pontic/contract'
import { lazy, Suspense } from 'react'
import css from './CaseThumb.module.css'
import { TypePicture } from './OrderType.tsx'

// Fetched where a case has a picture; the list without the column never asks.
const ScanThumb = lazy(() => import('../viewer/ScanThumb.tsx').then((file) => ({ default: file.ScanThumb })))

/** How a case looks, in a frame of one size: the picture of its scan, under it and without one the picture of its type. */
export function CaseThumb({ order, hasType = true }: { order: Order; hasType?: boolean }) {
  return (
    <span className={css.caseThumb} data-picture={order.screenshot !== null || undefined}>
      {order.screenshot !== null && (
        <Suspense fallback={null}>
          <ScanThumb orderId={order.id} fileId={order.screenshot} />
        </Suspense>
      )}
      {hasType && <TypePicture type={order.type} isQuiet={order.isWithdrawn} />}
    </span>
  )
}
