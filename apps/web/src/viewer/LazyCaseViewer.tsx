import { type ComponentProps, lazy, Suspense } from 'react'
import './LazyCaseViewer.css'

const Viewer = lazy(() => import('./CaseViewer.tsx').then((file) => ({ default: file.CaseViewer })))

/** The case viewer, fetched when it is first drawn; meanwhile the ground it will stand on, in its size. */
export function LazyCaseViewer(props: ComponentProps<typeof Viewer>) {
  return (
    <Suspense
      fallback={<div className="viewer-wait" data-compact={props.isCompact || undefined} aria-busy="true" />}
    >
      <Viewer {...props} />
    </Suspense>
  )
}
