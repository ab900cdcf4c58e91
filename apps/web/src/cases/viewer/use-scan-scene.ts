import { useComputedColorScheme } from '@mantine/core'
import {
  createScanScene,
  type DrawnScan,
  ghostOpacity,
  type ScanScene,
  SceneError,
  type SceneState,
} from '@pontic/viewer/scene'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { tokens } from '../../frame/theme.ts'
import type { ScanLoads } from './scan-loader.ts'
import { listReplaced, type PlannedScan } from './scan-plan.ts'
import type { ViewAddress } from './view-address.ts'

const grounds = { light: tokens.light.background, dark: tokens.dark.background }

/**
 * The scene on a canvas, in the page's theme, looked at as the address says.
 * @returns `setCanvas` is the canvas' ref, `canvasKey` its key: `restart` brings a new canvas when the graphics card does
 *   not give the old one back; `hasNoWebgl` is true where the browser can't draw at all
 */
export function useScanScene(address: ViewAddress) {
  const theme = useComputedColorScheme('light')
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [canvasKey, setCanvasKey] = useState(0)
  const [scene, setScene] = useState<ScanScene>()
  const [state, setState] = useState<SceneState>()
  const [hasNoWebgl, setHasNoWebgl] = useState(false)
  const latest = useRef({ theme, address })
  latest.current = { theme, address }

  useEffect(() => {
    if (!canvas) return
    try {
      const { theme, address } = latest.current
      const made = createScanScene(canvas, { theme, grounds, onChange: setState })
      const view = address.read()
      if (view) made.applyView(view)
      setScene(made)
      setState(made.getState())
      return () => {
        setScene(undefined)
        made.dispose()
      }
    } catch (error) {
      if (!(error instanceof SceneError)) throw error
      setHasNoWebgl(true)
    }
  }, [canvas])

  useEffect(() => {
    if (!scene) return
    // A link to another view of what is open already.
    const follow = () => {
      const view = latest.current.address.read()
      if (view) scene.applyView(view)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [scene])
  useEffect(() => scene?.setTheme(theme), [scene, theme])
  const restart = useCallback(() => setCanvasKey((key) => key + 1), [])
  return { scene, state, canvas, setCanvas, canvasKey, hasNoWebgl, restart }
}

/**
 * Keeps in the scene what is loaded: adds the ready, takes out the gone, puts finer levels in the place of coarse ones,
 * and follows a role that was changed. A scan that a newer one replaces is hidden, at first and when the newer one comes.
 */
export function useScansInScene(
  scene: ScanScene | undefined,
  scans: readonly PlannedScan[],
  loads: ScanLoads,
): void {
  const drawn = useRef(new WeakMap<ScanScene, Map<string, DrawnScan>>())
  const replaced = useMemo(() => listReplaced(scans), [scans])
  const hidden = useRef(replaced)
  useEffect(() => {
    if (!scene) return
    const known = drawn.current.get(scene) ?? new Map<string, DrawnScan>()
    drawn.current.set(scene, known)
    const shown = scene.getState().scans
    for (const { id } of shown) if (loads.get(id)?.phase !== 'ready') scene.removeScan(id)
    for (const { file } of scans) {
      const load = loads.get(file.id)
      if (load?.phase !== 'ready') continue
      const now = shown.find(({ id }) => id === file.id)
      if (now?.role !== file.role) {
        const { visible, opacity, ownColors } = now ?? startOf(file, scans.length, replaced)
        scene.addScan({ id: file.id, scan: load.scan, role: file.role, visible, opacity, ownColors })
      } else if (known.get(file.id) !== load.scan) scene.updateScan(file.id, load.scan)
      known.set(file.id, load.scan)
    }
  }, [scene, scans, loads, replaced])
  useEffect(() => {
    const before = hidden.current
    hidden.current = replaced
    for (const { id } of scene?.getState().scans ?? [])
      if (before.has(id) !== replaced.has(id)) scene?.setVisible(id, !replaced.has(id))
  }, [scene, replaced])
}

/** How a scan is shown at first: what is bitten on stands behind what is worked on. */
const startOf = ({ id, role }: PlannedScan['file'], count: number, replaced: ReadonlySet<string>) => ({
  visible: !replaced.has(id),
  opacity: role === 'antagonist' && count > 1 ? ghostOpacity : 1,
  ownColors: true,
})
