import type { FileRole } from '@pontic/contract'
import {
  Box3,
  type BufferGeometry,
  DoubleSide,
  Group,
  type Matrix4,
  Mesh,
  MeshBasicMaterial,
  type MeshStandardMaterial,
  type Plane,
  type Quaternion,
  Vector3,
} from 'three'
import type { ScanInput } from './api.ts'
import type { DrawnScan } from './drawn-scan.ts'
import type { GeometryUpload } from './geometry-upload.ts'
import { createScanMaterial, type SceneMode } from './scan-material.ts'

/** Tints of the roles: colours of enamel and stone, which distinguish scans. */
const tints: Record<FileRole, string> = {
  upper: '#f3e8d6',
  lower: '#e7e8e4',
  preparation: '#e3cfae',
  antagonist: '#cfd5d8',
  bite: '#b9c4d6',
  scanBody: '#aab4bd',
  gingiva: '#dba9a0',
  design: '#b8c3ef',
  photo: '#d6d3cc',
  document: '#d6d3cc',
  other: '#d6d3cc',
}
const leastOpacity = 0.05

/** Opacity at which both the shape of a scan and the scans behind it are visible. */
export const ghostOpacity = 0.35

/** A scan in the scene. It has a surface and, for transparency, a depth pass that hides its far side. */
export type ScanLayer = {
  readonly id: string
  readonly role: FileRole
  /** The `DrawnScan.evidence` of the first level, because later levels must not change the orientation. */
  readonly evidence: DrawnScan['evidence']
  /** Box of the first level in the axes of the file; of the latest level while a bite is aligned. */
  box: Box3
  readonly group: Group
  /** Moves the layer while it is drawn, from the axes of its file to those of the others (`SceneTools.setMovement`). */
  movement: Matrix4 | undefined
  /** Moves the surface to where the user has aligned the bite (`SceneTools.setBite`). */
  bite: Matrix4 | undefined
  readonly setLook: (mode: SceneMode, ownColors: boolean) => void
  /** Shows or hides the colours of `setLayerHeat`. */
  readonly showHeat: (isShown: boolean) => void
  /** CSS colour for a dot next to the name. */
  tint: string
  scan: DrawnScan
  /** Whether `scan` has all details. */
  isFinest: boolean
  /** Colours of a tool: red, green, blue and coverage of each vertex of `scan`. */
  heat: Uint8Array<ArrayBuffer> | undefined
  /** The drawn geometry; undefined until it is uploaded. */
  upload: GeometryUpload | undefined
  /** The geometry of the first level, for moving pictures; undefined where it is not needed. */
  rough: GeometryUpload | undefined
  isVisible: boolean
  isHiddenByView: boolean
  opacity: number
  ownColors: boolean
}

type Surface = Mesh<BufferGeometry, MeshStandardMaterial>
type DepthPass = Mesh<BufferGeometry, MeshBasicMaterial>

/** Creates the layer of a scan. Nothing is drawn until `showUpload` is called. */
export function createScanLayer({ id, role, scan, ...input }: ScanInput): ScanLayer {
  const tint = tints[role]
  const { material, setLook, showHeat } = createScanMaterial(tint, scan.isFaceted)
  const depth = new MeshBasicMaterial({ colorWrite: false, side: DoubleSide, transparent: true })
  depth.forceSinglePass = true
  const group = new Group()
  group.add(new Mesh(undefined, material), new Mesh(undefined, depth))
  for (const part of group.children) {
    // Frustum culling would save nothing, because the camera usually sees every scan.
    part.frustumCulled = false
    part.visible = false
  }
  const { min, max } = scan.measure
  const layer: ScanLayer = {
    id,
    role,
    evidence: scan.evidence,
    box: new Box3(new Vector3(...min), new Vector3(...max)),
    group,
    movement: undefined,
    bite: undefined,
    setLook,
    showHeat,
    tint: scan.tint ?? tint,
    scan,
    isFinest: input.isFinest ?? true,
    heat: undefined,
    upload: undefined,
    rough: undefined,
    isVisible: input.visible ?? true,
    isHiddenByView: false,
    opacity: 1,
    ownColors: scan.hasColors && (input.ownColors ?? true),
  }
  setLayerOpacity(layer, input.opacity ?? 1)
  return layer
}

/**
 * Replaces the drawn geometry of a layer and frees the previous geometry.
 * @param keepsRough whether to keep the geometry of the first level for moving pictures
 */
export function showUpload(layer: ScanLayer, upload: GeometryUpload, keepsRough = false): void {
  const [surface, depth] = partsOf(layer)
  const { scan } = layer
  const before = layer.upload
  layer.upload = upload
  surface.geometry = upload.geometry
  depth.geometry = upload.geometry
  applyHeat(layer)
  if (surface.material.flatShading !== scan.isFaceted) {
    surface.material.flatShading = scan.isFaceted
    surface.material.needsUpdate = true
  }
  setLayerOpacity(layer, layer.opacity)
  if (keepsRough && before && !layer.rough && before.isFaceted === scan.isFaceted) layer.rough = before
  else if (before !== layer.rough) before?.dispose()
}

/** Draws the first level of a layer, or the finest one. Colours of a tool are drawn on the finest level only. */
export function showRough(layer: ScanLayer, isRough: boolean): void {
  const drawn = isRough && layer.rough && !layer.heat ? layer.rough : layer.upload
  if (!drawn) return
  for (const part of partsOf(layer)) part.geometry = drawn.geometry
}

/** Sets the colours of a tool, which are drawn once the scan is uploaded. Ignores an array of another length. */
export function setLayerHeat(layer: ScanLayer, heat: Uint8Array<ArrayBuffer> | undefined): void {
  if (heat && heat.length * 3 !== layer.scan.positions.length * 4) return
  layer.heat = heat
  applyHeat(layer)
}

function applyHeat(layer: ScanLayer): void {
  const { upload, heat } = layer
  const isDrawn = upload?.setHeat(heat) ?? false
  layer.showHeat(isDrawn)
}

/** Clips a layer. @param plane in the axes of the scene; the side to which its normal points is drawn */
export function setLayerClip(layer: ScanLayer, plane: Plane | undefined): void {
  for (const { material } of partsOf(layer)) {
    if (!plane) material.clippingPlanes = null
    else if (material.clippingPlanes?.[0]) material.clippingPlanes[0].copy(plane)
    else material.clippingPlanes = [plane]
  }
}

/** Moves the surface of a layer in its group, whose axes stay those of the other scans. Undefined moves it back. */
export function setLayerBite(layer: ScanLayer, bite: Matrix4 | undefined): void {
  layer.bite = bite
  const { min, max } = layer.scan.measure
  layer.box = bite
    ? new Box3().setFromArray(movePositions(layer.scan.positions, bite))
    : new Box3(new Vector3(...min), new Vector3(...max))
  for (const part of partsOf(layer)) {
    part.matrix.identity()
    if (bite) part.matrix.copy(bite)
    part.matrix.decompose(part.position, part.quaternion, part.scale)
  }
}

/** Returns moved positions: x, y, z in sequence. */
export function movePositions(positions: Float32Array, movement: Matrix4): Float32Array<ArrayBuffer> {
  const moved = new Float32Array(positions)
  const point = new Vector3()
  for (let at = 0; at < moved.length; at += 3)
    point.fromArray(moved, at).applyMatrix4(movement).toArray(moved, at)
  return moved
}

/** Sets the opacity, clamped to 0.05–1. */
export function setLayerOpacity(layer: ScanLayer, opacity: number): void {
  layer.opacity = Math.min(1, Math.max(leastOpacity, Number.isFinite(opacity) ? opacity : 1))
  const [surface, depth] = partsOf(layer)
  const isGhost = layer.opacity < 1
  if (surface.material.transparent !== isGhost) surface.material.needsUpdate = true
  surface.material.transparent = isGhost
  surface.material.opacity = layer.opacity
  surface.visible = layer.upload !== undefined
  depth.visible = isGhost && layer.upload !== undefined
}

/**
 * Sorts transparent layers from far to near, each with its depth pass before its surface. A layer then hides its own far
 * side, while layers behind it stay visible.
 */
export function orderLayers(layers: readonly ScanLayer[], eye: Vector3): void {
  const centre = new Vector3()
  const byDistance = layers.map((layer) => ({
    layer,
    distance: layer.box.getCenter(centre).applyMatrix4(layer.group.matrixWorld).distanceToSquared(eye),
  }))
  byDistance.sort((a, b) => b.distance - a.distance)
  byDistance.forEach(({ layer }, rank) => {
    const [surface, depth] = partsOf(layer)
    depth.renderOrder = rank * 2
    surface.renderOrder = rank * 2 + 1
  })
}

/** Returns the box of a layer in the axes of the scene, without lift. */
export function boxInScene(layer: ScanLayer, rotation: Quaternion): Box3 {
  const box = new Box3()
  const { min, max } = layer.box
  for (let corner = 0; corner < 8; corner += 1) {
    const point = new Vector3(
      corner & 1 ? max.x : min.x,
      corner & 2 ? max.y : min.y,
      corner & 4 ? max.z : min.z,
    )
    if (layer.movement) point.applyMatrix4(layer.movement)
    box.expandByPoint(point.applyQuaternion(rotation))
  }
  return box
}

/** Frees the graphics memory of a layer and removes it from the scene. */
export function disposeLayer(layer: ScanLayer): void {
  const [surface, depth] = partsOf(layer)
  layer.upload?.dispose()
  layer.rough?.dispose()
  surface.material.dispose()
  depth.material.dispose()
  layer.group.removeFromParent()
}

/** Returns the mesh that draws the surface of a layer. */
export const surfaceOf = (layer: ScanLayer): Surface => partsOf(layer)[0]

function partsOf({ group }: ScanLayer): [Surface, DepthPass] {
  // Further children are overlays of tools.
  const [surface, depth] = group.children
  return [surface as Surface, depth as DepthPass]
}
