import { warmLevelReader } from '@pontic/viewer/workers'
import { prefetchRead } from '../../../frame/api.ts'
import { createLazyPart, prefetch } from '../../../ui/lazy-part.ts'
import type { CaseViewerProps } from '../../viewer/CaseViewer.tsx'
import { openLevelStore } from '../../viewer/level-store.ts'
import { prefetchEarlyLevels } from '../../viewer/scan-prefetch.ts'

/** The viewer of the page of a case. */
export const caseViewer = createLazyPart<CaseViewerProps>(() =>
  importViewer().then((file) => file.CaseViewer),
)

const importViewer = () => import('../../viewer/CaseViewer.tsx')

/**
 * Prepares the page of a case.
 * @param isOpening whether the page opens now. Otherwise it may open soon, and no data is requested, because the server records who
 *   reads a case
 */
export function prepareCase({ id }: { id?: string }, isOpening: boolean): void {
  prefetch(caseViewer)
  // A failed import is reported when the page is rendered.
  importViewer().then(
    ({ CaseViewer }) => CaseViewer.prepare(),
    () => undefined,
  )
  openLevelStore()
  warmLevelReader()
  if (!isOpening || id === undefined) return
  prefetchRead('orders.get', { params: { id } })
  prefetchEarlyLevels(id)
}
