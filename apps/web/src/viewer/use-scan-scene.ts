import { useComputedColorScheme } from '@mantine/core'
import { createScanScene, type ScanScene, SceneError, type SceneState } from '@pontic/viewer/scene'
import { useCallback, useEffect, useRef, useState } from 'react'
import { tokens } from '../theme.ts'
import type { ScanLoads } from './scan-loader.ts'
import type { PlannedScan } from './scan-plan.ts'

const grounds = { light: tokens.light.background, dark: tokens.dark.background }

/**
 * The scene on a canvas, in the page's theme.
 * @returns `setCanvas` is the canvas' ref, `canvasKey` its key: `restart` brings a new canvas when the graphics card does
 *   not give the old one back; `hasNoWebgl` is true where the browser can't draw at all
 */
export function useScanScene() {
  const theme = useComputedColorScheme('light')
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [canvasKey, setCanvasKey] = useState(0)
  const [scene, setScene] = useState<ScanScene>()
  const [state, setState] = useState<SceneState>()
  const [hasNoWebgl, setHasNoWebgl] = useState(false)
  const latestTheme = useRef(theme)
  latestTheme.current = theme

  useEffect(() => {
    if (!canvas) return
    try {
      const made = createScanScene(canvas, { theme: latestTheme.current, grounds, onChange: setState })
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

  useEffect(() => scene?.setTheme(theme), [scene, theme])
  const restart = useCallback(() => setCanvasKey((key) => key + 1), [])
  return { scene, state, canvas, setCanvas, canvasKey, hasNoWebgl, restart }
}

/** Keeps in the scene what is loaded: adds the ready, takes out the gone, and follows a role that was changed. */
export function useScansInScene(
  scene: ScanScene | undefined,
  scans: readonly PlannedScan[],
  loads: ScanLoads,
): void {
  useEffect(() => {
    if (!scene) return
    const shown = scene.getState().scans
    for (const { id } of shown) if (loads.get(id)?.phase !== 'ready') scene.removeScan(id)
    for (const { file } of scans) {
      const load = loads.get(file.id)
      const now = shown.find(({ id }) => id === file.id)
      if (load?.phase !== 'ready' || now?.role === file.role) continue
      const kept = now ? { visible: now.visible, opacity: now.opacity } : {}
      scene.addScan({ id: file.id, mesh: load.prepared, role: file.role, ...kept })
    }
  }, [scene, scans, loads])
}
