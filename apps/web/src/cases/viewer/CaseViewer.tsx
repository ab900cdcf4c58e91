import { ActionIcon } from '@mantine/core'
import { sizeUnitOf } from '@pontic/contract'
import { prepareScene, type SceneState } from '@pontic/viewer/scene'
import { clsx } from 'clsx'
import {
  lazy,
  Suspense,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconEye } from '../../ui/icons.ts'
import { LayerPanel } from './LayerPanel.tsx'
import { type LoadTotals, totalLoads } from './load-totals.ts'
import type { CapturedPicture } from './save-picture.ts'
import { firstBytesOf, type PlannedScan, planScans, type ViewerFile } from './scan-plan.ts'
import { commonUnitOf, useScanSize } from './scan-size.ts'
import type { ScanSource } from './scan-source.ts'
import { ActiveTool } from './tools/ActiveTool.tsx'
import { hasAlignedBite } from './tools/BiteMark.tsx'
import { ToolSession } from './tools/tool-session.ts'
import { useScanLoads } from './use-scan-loads.ts'
import { useScanScene, useScansInScene } from './use-scan-scene.ts'
import { useViewerControls } from './use-viewer-controls.ts'
import css from './Viewer.module.css'
import { ContextLost, LoadingNotice, NoScans, NothingShown, NoWebgl } from './ViewerNotices.tsx'
import { ViewerTools } from './ViewerTools.tsx'
import { pageAddress, type ViewAddress } from './view-address.ts'
import { keyOf } from './viewer-tools.ts'

const PinMarkers = lazy(() => import('./PinMarkers.tsx').then((file) => ({ default: file.PinMarkers })))
const KeyHelp = lazy(() => import('./KeyHelp.tsx').then((file) => ({ default: file.KeyHelp })))

export type CaseViewerProps = {
  /** Files of the case; `planScans` selects the scans among them. */
  files: readonly ViewerFile[]
  /** Loads the bytes of the scans: `orderScans` or `previewScans` of scan-source.ts. */
  source: ScanSource
  isCompact?: boolean
  /** Shown in a saved picture and in its file name. */
  caseNumber?: string
  /** Whether the tools that measure and compare are offered; default true. */
  hasTools?: boolean
  /** Called with a picture to save; without it, the picture becomes a file at once. */
  onPicture?: ((captured: CapturedPicture) => void) | undefined
  /** Reads and writes the view in the page's address; default `#view=…`. */
  address?: ViewAddress
}

/**
 * Shows all scans of a case in one 3D view, with tools and a list of layers. It fills the height of its parent. With
 * `isCompact` it has a height of its own, and the list of layers is closed at first.
 */
export function CaseViewer(props: CaseViewerProps) {
  const t = useTexts('viewer')
  const root = useRef<HTMLElement>(null)
  const { isCompact = false, caseNumber, hasTools = true, address = pageAddress } = props
  const { scans, view, loads, retry, totals } = useCaseScans(props.files, props.source, address)
  const { scene, state, canvas } = view
  const hasFailure = totals.failed > 0
  const session = useToolSession()
  const options = {
    ...{ root, canvas, scene, state, isCompact, hasFailure, caseNumber, address, scans, session, hasTools },
    onPicture: props.onPicture,
  }
  const controls = useViewerControls(options)
  const { panels, tools, isNarrow, heightPx, activeTool, hasPins } = controls
  const [stage, setStage] = useState<HTMLDivElement | null>(null)
  const canDraw = scans.length > 0 && !view.hasNoWebgl
  // Tools and layers are first rendered with a lower priority, so that the first scan is drawn before them.
  const isSceneShown = useDeferredValue(scene !== undefined, false)
  const parts = canDraw && isSceneShown && scene && state && !panels.isBare ? { scene, state } : undefined

  return (
    <section
      ref={root}
      className={css.viewer}
      aria-label={t('region')}
      data-compact={isCompact || undefined}
      data-narrow={isNarrow || undefined}
      onKeyDown={controls.onKeyDown}
    >
      {parts && <ViewerTools {...{ tools, heightPx, isNarrow }} />}
      <div ref={setStage} className={css.viewerStage}>
        {canDraw && (
          <Canvas key={view.holderKey} {...{ canvas, setHolder: view.setHolder }} readyCount={totals.ready} />
        )}
        <Notices {...{ view, totals, scans }} source={props.source} />
        {parts && <SizeReadout state={parts.state} {...{ scans, totals }} />}
        {parts && panels.hasKeys && (
          <Suspense>
            <KeyHelp tools={tools} {...controls.hands} onClose={controls.closeKeys} />
          </Suspense>
        )}
        {panels.isBare && <ShowButton onPress={controls.showAll} />}
      </div>
      {parts && hasPins && stage && (
        <Suspense>
          <PinMarkers {...parts} {...{ stage, scans }} />
        </Suspense>
      )}
      {parts && activeTool && stage && canvas && (
        <ActiveTool
          name={activeTool}
          {...parts}
          {...{ canvas, stage, scans, session, isNarrow }}
          onClose={controls.closeTool}
          onTool={controls.openTool}
        />
      )}
      {parts && panels.hasLayers && (
        <LayerPanel {...parts} {...{ scans, loads }} onRetry={retry} onClose={controls.closeLayers} />
      )}
    </section>
  )
}

CaseViewer.prepare = prepareScene

/** Returns the values of the tools, which end with the viewer. */
function useToolSession(): ToolSession {
  const [session] = useState(() => new ToolSession())
  useEffect(() => () => session.end(), [session])
  return session
}

/** Loads the scans of a case and shows them in the scene. */
function useCaseScans(files: readonly ViewerFile[], source: ScanSource, address: ViewAddress) {
  const scans = useMemo(() => planScans(files), [files])
  const view = useScanScene(address)
  const [loads, retry] = useScanLoads(scans, source, !view.hasNoWebgl)
  useScansInScene(view.scene, scans, loads)
  const totals = useMemo(
    () => totalLoads(new Map(scans.map((scan) => [scan.file.id, firstBytesOf(scan)])), loads),
    [scans, loads],
  )
  return { scans, view, loads, retry, totals }
}

type CanvasProps = {
  canvas: HTMLCanvasElement | null
  setHolder: (holder: HTMLElement | null) => void
  readyCount: number
}

/** Holds the canvas of the scene, which exists before the page and outlives it. */
function Canvas({ canvas, setHolder, readyCount }: CanvasProps) {
  const t = useTexts('viewer')
  const label = t('canvas', { count: readyCount })
  const region = t('region')
  const hint = t('canvasHint')
  useLayoutEffect(() => {
    if (!canvas) return
    canvas.tabIndex = 0
    // The canvas handles arrows and letters, as this role says to screen readers.
    canvas.role = 'application'
    canvas.ariaLabel = label
    canvas.ariaRoleDescription = region
    canvas.ariaDescription = hint
  }, [canvas, label, region, hint])
  return <div ref={setHolder} className={css.viewerCanvas} />
}

function Notices(props: {
  view: ReturnType<typeof useScanScene>
  totals: LoadTotals
  scans: ReturnType<typeof planScans>
  source: ScanSource
}) {
  const t = useTexts('viewer')
  const { view, totals, scans, source } = props
  if (scans.length === 0) return <NoScans />
  if (view.hasNoWebgl) return <NoWebgl scans={scans} source={source} />
  if (view.state?.isContextLost) return <ContextLost onRestart={view.restart} />
  return (
    <>
      <LoadingNotice totals={totals} />
      {totals.failed === totals.total && <NothingShown />}
      <p className="only-read" role="status">
        {totals.isSettled && t('told', { ready: totals.ready, failed: totals.failed })}
      </p>
    </>
  )
}

/** The name of the current view, the size of the visible scans, and notes about their position. */
function SizeReadout(props: { state: SceneState; scans: readonly PlannedScan[]; totals: LoadTotals }) {
  const t = useTexts('viewer')
  const files = useTexts('files')
  const sizeOf = useScanSize()
  const { state, scans, totals } = props
  if (!state.sizeMm || state.scans.length === 0) return null
  const shown = state.scans.filter(({ visible, isHiddenByView }) => visible && !isHiddenByView)
  const hasBoth = (['upper', 'lower'] as const).every((jaw) => shown.some(({ role }) => role === jaw))
  const arches = hasBoth ? archTextOf(state) : undefined
  const meshes = shown.map(({ id }) => scans.find(({ file }) => file.id === id)?.file.mesh)
  const unit = commonUnitOf(meshes.map((mesh) => (mesh ? sizeUnitOf(mesh) : 'mm')))
  return (
    <p className={clsx(css.viewerReadout, 'figures')} data-testid="viewer-readout">
      <span>{t(`views.${state.view}`)}</span>
      {unit && <span>{files('measures', sizeOf(state.sizeMm, unit))}</span>}
      {hasAlignedBite(state.scans) && <span>{t('bite.aligned')}</span>}
      {arches && <span className={css.viewerSaid}>{t(`arches.${arches}`)}</span>}
      {totals.isSettled && totals.refining > 0 && <span>{t('layers.refining')}</span>}
    </p>
  )
}

function archTextOf({ hasNoBite, isApart }: SceneState) {
  if (hasNoBite) return isApart ? 'apartNoBite' : 'noBite'
  return isApart ? 'apart' : undefined
}

function ShowButton({ onPress }: { onPress: () => void }) {
  const t = useTexts('viewer')
  return (
    <ActionIcon
      className={css.viewerShow}
      aria-label={t('tools.show')}
      aria-keyshortcuts={keyOf({ name: 'tools.hide' })}
      onClick={onPress}
    >
      <IconEye />
    </ActionIcon>
  )
}
