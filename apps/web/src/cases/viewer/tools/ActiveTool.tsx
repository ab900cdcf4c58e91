import type { ScanScene, SceneState } from '@pontic/viewer/scene'
import { useEffect } from 'react'
import { createLazyPart, prefetch } from '../../../ui/lazy-part.ts'
import type { PlannedScan } from '../scan-plan.ts'
import type { ToolPanelProps } from './ToolPanel.tsx'
import { type ScanToolName, scanToolOf } from './tool-list.ts'
import type { ToolSession } from './tool-session.ts'

const panel = createLazyPart<ToolPanelProps>(() => import('./ToolPanel.tsx').then((file) => file.ToolPanel))

/**
 * Loads the code that writes the tools into a link. A browser may refuse to copy a link if the code is not loaded yet when the user
 * asks for it.
 */
export const loadLink = () => import('./tools-in-link.ts')

export const prefetchLink = (): void => void loadLink().catch(() => undefined)

/** Fetches the code of a tool that may be needed soon. */
export function prefetchTool(name: ScanToolName): void {
  prefetch(panel)
  prefetchLink()
  prefetch(scanToolOf(name).part)
}

/** Shows the panel of the active tool once its code is loaded. If it can't be loaded, the tool is closed. */
export function ActiveTool(props: {
  name: ScanToolName
  scene: ScanScene
  state: SceneState
  canvas: HTMLCanvasElement
  stage: HTMLElement
  scans: readonly PlannedScan[]
  session: ToolSession
  isNarrow: boolean
  onClose: () => void
}) {
  const { name, onClose } = props
  const { part } = scanToolOf(name)
  const Panel = panel.usePart()
  const Tool = part.usePart()
  useEffect(() => {
    Promise.all([panel.fetch(), part.fetch()]).catch(onClose)
  }, [part, onClose])
  return Panel && Tool && <Panel {...props} Tool={Tool} />
}
