import type { ScanScene, SceneState } from '@pontic/viewer/scene'
import type { PlannedScan } from '../scan-plan.ts'
import type { ToolMeshes } from './tool-meshes.ts'
import type { ToolSession } from './tool-session.ts'

/** The props of a tool's component, which is rendered in the panel while the tool is active. */
export type ToolProps = {
  readonly scene: ScanScene
  readonly state: SceneState
  readonly canvas: HTMLCanvasElement
  /** The element that covers the 3D view exactly, for marks over it. It does not catch the pointer. */
  readonly stage: HTMLElement
  /** The scans of the page, also those that are hidden or not loaded yet. */
  readonly scans: readonly PlannedScan[]
  /** The measuring worker with the meshes of the visible scans. */
  readonly meshes: ToolMeshes
  /** Values that outlive the tool, until the viewer is closed. */
  readonly session: ToolSession
  /** Returns the name of a scan, such as "Upper jaw". */
  readonly nameOf: (scanId: string) => string
  readonly isNarrow: boolean
  readonly onClose: () => void
  /** Opens another tool instead of this one. */
  readonly onTool: (name: 'tools.bite') => void
}
