import { type ColorScale, colorValues } from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { useEffect } from 'react'

/** The values of a scan's vertices, and the scale of their colours. */
export type ColoredMap = { readonly id: string; readonly values: Float32Array; readonly scale: ColorScale }

/** Colours a scan by a map while the component is mounted. */
export function useMapColors(scene: ScanScene, map: ColoredMap | undefined): void {
  const { id, values, scale } = map ?? {}
  useEffect(() => {
    if (!id || !values || !scale) return
    scene.setColorMap(id, colorValues(values, scale))
    return () => scene.setColorMap(id, undefined)
  }, [scene, id, values, scale])
}
