import { type ComponentProps, lazy, Suspense } from 'react'
import './LazyCaseViewer.css'

const load = () => import('./CaseViewer.tsx')

const Viewer = lazy(() => load().then((file) => ({ default: file.CaseViewer })))

/** Fetches the viewer before it is drawn, where it is sure to be wanted; whether it came is told when it is drawn. */
export function fetchCaseViewer(): void {
  load().catch(() => undefined)
}

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
