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
import { listReplacedScans, type PlannedScan } from './scan-plan.ts'
import type { ViewAddress } from './view-address.ts'

const grounds = { light: tokens.light.background, dark: tokens.dark.background }

/**
 * Creates the 3D scene, in the page's theme and with the view that the address contains.
 * @returns `setHolder` is the ref of the element that gets the canvas, and `holderKey` its key. `restart` replaces a canvas whose
 *   graphics context was lost. `hasNoWebgl` is true in a browser without WebGL 2
 */
export function useScanScene(address: ViewAddress) {
  const theme = useComputedColorScheme('light')
  const [holder, setHolder] = useState<HTMLElement | null>(null)
  const [holderKey, setHolderKey] = useState(0)
  const [scene, setScene] = useState<ScanScene>()
  const [state, setState] = useState<SceneState>()
  const [hasNoWebgl, setHasNoWebgl] = useState(false)
  const latest = useRef({ theme, address })
  latest.current = { theme, address }

  useEffect(() => {
    if (!holder) return
    try {
      const { theme, address } = latest.current
      const created = createScanScene(holder, { theme, grounds, onChange: setState })
      const { view } = address.read()
      if (view) created.applyView(view)
      setScene(created)
      setState(created.getState())
      return () => {
        setScene(undefined)
        created.dispose()
      }
    } catch (error) {
      if (!(error instanceof SceneError)) throw error
      setHasNoWebgl(true)
    }
  }, [holder])

  useEffect(() => {
    if (!scene) return
    // The user may follow a link to another view of the same case.
    const follow = () => {
      const { view } = latest.current.address.read()
      if (view) scene.applyView(view)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [scene])
  useEffect(() => scene?.setTheme(theme), [scene, theme])
  const restart = useCallback(() => setHolderKey((key) => key + 1), [])
  return { scene, state, canvas: scene?.canvas ?? null, setHolder, holderKey, hasNoWebgl, restart }
}

/**
 * Updates the scene after each change of the loaded scans: adds and removes scans, replaces coarse levels by finer ones, and
 * applies changed roles. A scan is hidden when a newer one replaces it.
 */
export function useScansInScene(
  scene: ScanScene | undefined,
  scans: readonly PlannedScan[],
  loads: ScanLoads,
): void {
  const drawn = useRef(new WeakMap<ScanScene, Map<string, Loaded>>())
  const replaced = useMemo(() => listReplacedScans(scans), [scans])
  const hidden = useRef(replaced)
  useEffect(() => {
    if (!scene) return
    const known = drawn.current.get(scene) ?? new Map<string, Loaded>()
    drawn.current.set(scene, known)
    const shown = scene.getState().scans
    for (const { id } of shown) if (loads.get(id)?.phase !== 'ready') scene.removeScan(id)
    for (const { file } of scans) {
      const load = loads.get(file.id)
      if (load?.phase !== 'ready') continue
      const now = shown.find(({ id }) => id === file.id)
      if (now?.role !== file.role) {
        const { visible, opacity, ownColors } = now ?? initialLookOf(file, scans.length, replaced)
        const look = { visible, opacity, ownColors }
        scene.addScan({ id: file.id, scan: load.scan, isFinest: load.isFinest, role: file.role, ...look })
      } else if (isChanged(known.get(file.id), load)) scene.updateScan(file.id, load.scan, load.isFinest)
      known.set(file.id, load)
    }
  }, [scene, scans, loads, replaced])
  useEffect(() => {
    const before = hidden.current
    hidden.current = replaced
    for (const { id } of scene?.getState().scans ?? [])
      if (before.has(id) !== replaced.has(id)) scene?.setVisible(id, !replaced.has(id))
  }, [scene, replaced])
}

type Loaded = { readonly scan: DrawnScan; readonly isFinest: boolean }

const isChanged = (before: Loaded | undefined, { scan, isFinest }: Loaded): boolean =>
  before?.scan !== scan || before.isFinest !== isFinest

/** Returns how a scan looks when it is added. An antagonist beside other scans is translucent; a replaced scan is hidden. */
const initialLookOf = ({ id, role }: PlannedScan['file'], count: number, replaced: ReadonlySet<string>) => ({
  visible: !replaced.has(id),
  opacity: role === 'antagonist' && count > 1 ? ghostOpacity : 1,
  ownColors: true,
})
