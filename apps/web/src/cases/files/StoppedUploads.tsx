import { lazy, Suspense } from 'react'
import { useStoppedUploads } from './use-unfinished.ts'

const StoppedBanner = lazy(() =>
  import('./StoppedBanner.tsx').then((file) => ({ default: file.StoppedBanner })),
)

/**
 * A banner about uploads of the user's organization that have stopped, with one button that continues them. Empty if there are
 * none.
 * @param props.orderId only the upload of this case; by default of all cases
 */
export function StoppedUploads({ orderId }: { orderId?: string }) {
  const stopped = useStoppedUploads(orderId)
  if (stopped.length === 0) return null
  return (
    <Suspense fallback={null}>
      <StoppedBanner stopped={stopped} isOneCase={orderId !== undefined} />
    </Suspense>
  )
}
