import { type Axis, type FileRole, orderSides, type Sides } from '@pontic/contract'
import { Box3, type Group, Vector3 } from 'three'
import { type Jaw, jawOf } from '../mesh/arch-axes.ts'
import { findLift, isOverlapping } from './apart.ts'
import type { SceneState } from './api.ts'
import { guessOrientation } from './orientation.ts'
import { boxInScene, type ScanLayer } from './scan-layer.ts'
import type { SceneView } from './view-code.ts'

/** Whether the arches are separated, can be separated, and intersect in the positions of their files. */
export type ArchState = { isApart: boolean; canArrangeApart: boolean; hasNoBite: boolean }

/** Whether a layer is drawn. */
export const isShown = (layer: ScanLayer): boolean => layer.isVisible && !layer.isHiddenByView

/**
 * Rotates the layers from the axes of the file to those of the scene, and separates arches.
 * @param wantsApart the user's choice; undefined separates arches that intersect
 */
export function placeLayers(
  layers: readonly ScanLayer[],
  frame: Group,
  wantsApart: boolean | undefined,
): ArchState {
  // A scan with an aligned bite is in the axes of the others, which its own evidence does not show.
  const original = layers.filter(({ bite }) => !bite)
  const known = original.length > 0 ? original : layers
  frame.quaternion.copy(guessOrientation(known.map(({ role, evidence }) => ({ role, mesh: evidence }))))
  const upper = jawBox(layers, frame, 'upper')
  const lower = jawBox(layers, frame, 'lower')
  const canArrangeApart = !upper.isEmpty() && !lower.isEmpty()
  const hasNoBite = canArrangeApart && isOverlapping(upper, lower)
  const isApart = canArrangeApart && (wantsApart ?? hasNoBite)
  const lift = isApart ? findLift(upper, lower) : { upper: 0, lower: 0 }
  const toFile = frame.quaternion.clone().invert()
  for (const { group, role, movement } of layers) {
    const jaw = jawOf(role)
    group.matrix.identity()
    if (movement) group.matrix.copy(movement)
    group.matrix.decompose(group.position, group.quaternion, group.scale)
    group.position.add(new Vector3(0, jaw ? lift[jaw] : 0, 0).applyQuaternion(toFile))
  }
  frame.updateMatrixWorld(true)
  return { isApart, canArrangeApart, hasNoBite }
}

function jawBox(layers: readonly ScanLayer[], frame: Group, jaw: Jaw): Box3 {
  const box = new Box3()
  for (const layer of layers) if (jawOf(layer.role) === jaw) box.union(boxInScene(layer, frame.quaternion))
  return box
}

/** Roles of scans of an arch, or of a part of it. */
const archRoles: readonly FileRole[] = ['upper', 'lower', 'preparation', 'antagonist']

/**
 * Returns the box of the drawn arches, including lifts, so that a scan far from the arches does not make them small. Without arches
 * returns the box of the drawn layers. If no layer is drawn, uses all layers. Without layers, returns a box of the size of a jaw.
 */
export function boxOfShown(layers: readonly ScanLayer[], frame: Group): Box3 {
  const drawn = layers.filter(isShown)
  const shown = drawn.length > 0 ? drawn : layers
  const arches = shown.filter(({ role }) => archRoles.includes(role))
  const box = new Box3()
  for (const layer of arches.length > 0 ? arches : shown) {
    const lift = liftOf(layer).applyQuaternion(frame.quaternion)
    box.union(boxInScene(layer, frame.quaternion).translate(lift))
  }
  return box.isEmpty() ? new Box3(new Vector3(-30, -10, -25), new Vector3(30, 10, 25)) : box
}

/** Returns how far a layer is moved while arches are separated, in the axes of the file. */
function liftOf({ group, movement }: ScanLayer): Vector3 {
  const lift = group.position.clone()
  return movement ? lift.sub(new Vector3().setFromMatrixPosition(movement)) : lift
}

/**
 * Returns the dimensions of the visible layers together, without lifts; undefined if none is visible.
 */
export function sidesOfShown(layers: readonly ScanLayer[], frame: Group): Sides | undefined {
  const box = new Box3()
  for (const layer of layers.filter(isShown)) box.union(layer.box)
  return box.isEmpty() ? undefined : sidesOf(box, frame)
}

/** Returns the sides of a box in display order: width, depth, height. */
function sidesOf(box: Box3, frame: Group): Sides {
  const up = new Vector3(0, 1, 0).applyQuaternion(frame.quaternion.clone().invert()).toArray().map(Math.abs)
  return orderSides(box.getSize(new Vector3()).toArray(), up.indexOf(Math.max(...up)) as Axis)
}

/** Returns the state of a scan for `SceneState`. */
export function describeLayer(layer: ScanLayer, frame: Group): SceneState['scans'][number] {
  const { id, role, isVisible: visible, isHiddenByView, opacity, ownColors, tint } = layer
  const { hasColors, measure } = layer.scan
  return {
    ...{ id, role, visible, isHiddenByView, opacity, hasColors, ownColors, tint },
    triangleCount: measure.triangleCount,
    sizeMm: sidesOf(layer.box, frame),
    isFinest: layer.isFinest,
    isBiteAligned: layer.bite !== undefined,
  }
}

/**
 * Sets `isHiddenByView` of all layers. An occlusal view hides the opposite arch, which lies in front of the camera, if the
 * viewed arch is visible.
 */
export function hideOpposite(layers: readonly ScanLayer[], view: SceneView | 'free'): void {
  const viewed = view === 'occlusal-upper' ? 'upper' : view === 'occlusal-lower' ? 'lower' : undefined
  const hasViewed = viewed && layers.some((layer) => layer.isVisible && jawOf(layer.role) === viewed)
  for (const layer of layers) {
    const jaw = jawOf(layer.role)
    layer.isHiddenByView = Boolean(hasViewed && layer.isVisible && jaw && jaw !== viewed)
  }
}
