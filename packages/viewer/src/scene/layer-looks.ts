import type { SceneScan } from './api.ts'
import { type ScanLayer, setLayerOpacity } from './scan-layer.ts'
import type { SceneMode } from './scan-material.ts'
import { type LayerLook, layerKeyOf } from './view-code.ts'

/** Finds the look of a scan in a view, whose ids may be shortened (`layerKeyOf`). */
export const findLook = (looks: readonly LayerLook[], scanId: string): LayerLook | undefined =>
  looks.find(({ id }) => layerKeyOf(scanId).endsWith(id))

/** Applies the look of a layer, if the view has one, and the drawing mode. */
export function applyLook(layer: ScanLayer, look: LayerLook | undefined, mode: SceneMode): void {
  if (look) {
    layer.isVisible = look.visible
    layer.ownColors = look.ownColors && layer.scan.hasColors
    setLayerOpacity(layer, look.opacity)
  }
  layer.setLook(mode, layer.ownColors)
}

/**
 * Lists the looks of scans for a view.
 * @param hidesHidden whether an arch that an earlier view has hidden counts as hidden by the user, because a pose hides no arch
 *   when it is applied
 */
export const listLooks = (scans: readonly SceneScan[], hidesHidden: boolean): LayerLook[] =>
  scans.map(({ id, visible, isHiddenByView, opacity, ownColors }) => ({
    id,
    visible: visible && !(hidesHidden && isHiddenByView),
    opacity,
    ownColors,
  }))
