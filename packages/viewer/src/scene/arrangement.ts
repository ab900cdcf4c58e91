import { type Axis, orderSides, type Sides } from '@pontic/contract'
import { Box3, type Group, Vector3 } from 'three'
import { type Jaw, jawOf } from '../mesh/arch-axes.ts'
import { findLift, isOverlapping } from './apart.ts'
import type { SceneState } from './api.ts'
import { guessOrientation } from './orientation.ts'
import { boxInScene, type ScanLayer } from './scan-layer.ts'
import type { SceneView } from './view-code.ts'

/** Whether arches are separated, whether they could be, and whether they intersect in their files' positions. */
export type Parting = { isApart: boolean; canArrangeApart: boolean; hasNoBite: boolean }

/** Whether a layer is drawn. */
export const isShown = (layer: ScanLayer): boolean => layer.isVisible && !layer.isHiddenByView

/**
 * Places layers in the scene: rotates the frame from the file's axes to the scene's, and separates arches.
 * @param wantsApart the user's choice; undefined decides by the boxes
 */
export function placeLayers(
  layers: readonly ScanLayer[],
  frame: Group,
  wantsApart: boolean | undefined,
): Parting {
  frame.quaternion.copy(guessOrientation(layers.map(({ role, evidence }) => ({ role, mesh: evidence }))))
  const upper = jawBox(layers, frame, 'upper')
  const lower = jawBox(layers, frame, 'lower')
  const canArrangeApart = !upper.isEmpty() && !lower.isEmpty()
  const hasNoBite = canArrangeApart && isOverlapping(upper, lower)
  const isApart = canArrangeApart && (wantsApart ?? hasNoBite)
  const lift = isApart ? findLift(upper, lower) : { upper: 0, lower: 0 }
  const toFile = frame.quaternion.clone().invert()
  for (const { group, role } of layers) {
    const jaw = jawOf(role)
    group.position.set(0, jaw ? lift[jaw] : 0, 0).applyQuaternion(toFile)
  }
  frame.updateMatrixWorld(true)
  return { isApart, canArrangeApart, hasNoBite }
}

function jawBox(layers: readonly ScanLayer[], frame: Group, jaw: Jaw): Box3 {
  const box = new Box3()
  for (const layer of layers) if (jawOf(layer.role) === jaw) box.union(boxInScene(layer, frame.quaternion))
  return box
}

/** The box of the shown layers, lifts included; of all layers if none is shown, so that there is always a frame. */
export function boxOfShown(layers: readonly ScanLayer[], frame: Group): Box3 {
  const shown = layers.filter(isShown)
  const box = new Box3()
  for (const layer of shown.length > 0 ? shown : layers) {
    const lift = layer.group.position.clone().applyQuaternion(frame.quaternion)
    box.union(boxInScene(layer, frame.quaternion).translate(lift))
  }
  return box.isEmpty() ? new Box3(new Vector3(-30, -10, -25), new Vector3(30, 10, 25)) : box
}

/**
 * The dimensions of the visible layers together, in their files' positions, without any lift; undefined if none is
 * visible.
 */
export function sidesOfShown(layers: readonly ScanLayer[], frame: Group): Sides | undefined {
  const box = new Box3()
  for (const layer of layers.filter(isShown)) box.union(layer.box)
  return box.isEmpty() ? undefined : sidesOf(box, frame)
}

/** Width, depth and height of a box in the axes of the files. */
function sidesOf(box: Box3, frame: Group): Sides {
  const up = new Vector3(0, 1, 0).applyQuaternion(frame.quaternion.clone().invert()).toArray().map(Math.abs)
  return orderSides(box.getSize(new Vector3()).toArray(), up.indexOf(Math.max(...up)) as Axis)
}

/** The state of one scan of the scene. */
export function describeLayer(layer: ScanLayer, frame: Group): SceneState['scans'][number] {
  const { id, role, isVisible: visible, isHiddenByView, opacity, ownColors, tint } = layer
  const { hasColors, measure } = layer.scan
  return {
    ...{ id, role, visible, isHiddenByView, opacity, hasColors, ownColors, tint },
    triangleCount: measure.triangleCount,
    sizeMm: sidesOf(layer.box, frame),
  }
}

/** In an occlusal view the opposite arch blocks the camera; it is hidden if the other one is visible. */
export function hideOpposite(layers: readonly ScanLayer[], view: SceneView | 'free'): void {
  const looked = view === 'occlusal-upper' ? 'upper' : view === 'occlusal-lower' ? 'lower' : undefined
  const hasLooked = looked && layers.some((layer) => layer.isVisible && jawOf(layer.role) === looked)
  for (const layer of layers) {
    const jaw = jawOf(layer.role)
    layer.isHiddenByView = Boolean(hasLooked && layer.isVisible && jaw && jaw !== looked)
  }
}
