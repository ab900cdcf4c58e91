import type { FileRole } from '@pontic/contract'
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Quaternion,
  Vector3,
} from 'three'
import type { PreparedMesh } from '../mesh/mesh.ts'
import type { ScanInput } from './api.ts'

/** Materials of the roles: enamel and stone in tints that tell scans apart without colouring what is judged. */
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
/** What hollows are tinted towards: grey and weak, so that nobody takes the shade for a stain on the tooth. */
const hollowColor = new Color('#8f8a84')
const leastOpacity = 0.05
/** Lifts a scan's own colours by what the lights take from a surface that half faces them. */
const ownColorGain = 1.25

/** One scan in the scene: its surface and, when it is see-through, the pass that keeps its far side out. */
export type ScanLayer = {
  readonly input: ScanInput
  readonly tint: string
  readonly group: Group
  /** Box in the file's axes. */
  readonly box: Box3
  isVisible: boolean
  isHiddenByView: boolean
  opacity: number
}

type Surface = Mesh<BufferGeometry, MeshStandardMaterial>
type DepthPass = Mesh<BufferGeometry, MeshBasicMaterial>

/** Builds the layer of a scan. */
export function createScanLayer(input: ScanInput): ScanLayer {
  const { mesh, measure, isFaceted } = input.mesh
  const geometry = createGeometry(input.mesh)
  const tint = tints[input.role]
  const material = new MeshStandardMaterial({
    color: mesh.colors ? new Color().setScalar(ownColorGain) : tint,
    roughness: 0.4,
    metalness: 0,
    side: DoubleSide,
    vertexColors: true,
    flatShading: isFaceted,
  })
  // Both sides in one pass: the depth pass already leaves only the nearest surface.
  material.forceSinglePass = true
  const depth = new MeshBasicMaterial({ colorWrite: false, side: DoubleSide, transparent: true })
  depth.forceSinglePass = true
  const group = new Group()
  group.add(new Mesh(geometry, material), new Mesh(geometry, depth))
  const layer: ScanLayer = {
    input,
    tint: mesh.colors ? averageColor(mesh.colors) : tint,
    group,
    box: new Box3(new Vector3(...measure.min), new Vector3(...measure.max)),
    isVisible: input.visible ?? true,
    isHiddenByView: false,
    opacity: 1,
  }
  setLayerOpacity(layer, input.opacity ?? 1)
  return layer
}

/** Sets the opacity, clamped to 0.05–1. */
export function setLayerOpacity(layer: ScanLayer, opacity: number): void {
  layer.opacity = Math.min(1, Math.max(leastOpacity, Number.isFinite(opacity) ? opacity : 1))
  const [surface, depth] = partsOf(layer)
  const isGhost = layer.opacity < 1
  if (surface.material.transparent !== isGhost) surface.material.needsUpdate = true
  surface.material.transparent = isGhost
  surface.material.opacity = layer.opacity
  depth.visible = isGhost
}

/**
 * Orders the passes of see-through layers: the farthest first, each with its depth pass just before it. A layer then
 * hides its own far side, while layers behind it still shine through.
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

/** The layer's box as it stands in the scene, without any lift. */
export function boxInScene(layer: ScanLayer, turn: Quaternion): Box3 {
  const box = new Box3()
  const { min, max } = layer.box
  for (let corner = 0; corner < 8; corner += 1) {
    const point = new Vector3(
      corner & 1 ? max.x : min.x,
      corner & 2 ? max.y : min.y,
      corner & 4 ? max.z : min.z,
    )
    box.expandByPoint(point.applyQuaternion(turn))
  }
  return box
}

/** Frees the graphics memory of a layer and takes it out of the scene. */
export function disposeLayer(layer: ScanLayer): void {
  const [surface, depth] = partsOf(layer)
  surface.geometry.dispose()
  surface.material.dispose()
  depth.material.dispose()
  layer.group.removeFromParent()
}

function partsOf({ group }: ScanLayer): [Surface, DepthPass] {
  return group.children as [Surface, DepthPass]
}

function createGeometry({ mesh, normals, cavity }: PreparedMesh): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setIndex(new BufferAttribute(mesh.indices, 1))
  geometry.setAttribute('position', new BufferAttribute(mesh.positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(normals, 3))
  geometry.setAttribute('color', new BufferAttribute(shadeColors(mesh.colors, cavity), 3, true))
  return geometry
}

/** The scan's own colours (or white) in linear light, hollows tinted; 16 bits keep the dark tones apart. */
function shadeColors(colors: Uint8Array | undefined, cavity: Uint8Array): Uint16Array {
  const hollow = [hollowColor.r, hollowColor.g, hollowColor.b]
  const linear = new Float32Array(256)
  const color = new Color()
  for (let byte = 0; byte < 256; byte += 1) linear[byte] = color.setRGB(byte / 255, 0, 0, 'srgb').r
  const shaded = new Uint16Array(cavity.length * 3)
  for (let vertex = 0; vertex < cavity.length; vertex += 1) {
    const flat = cavity[vertex]! / 255
    for (let channel = 0; channel < 3; channel += 1) {
      const own = colors ? linear[colors[vertex * 4 + channel]!]! : 1
      shaded[vertex * 3 + channel] = 65_535 * own * (flat + (1 - flat) * hollow[channel]!)
    }
  }
  return shaded
}

/** A dot's colour for a coloured scan: the mean of a sample. */
function averageColor(colors: Uint8Array): string {
  const step = Math.max(1, Math.floor(colors.length / 4 / 1000)) * 4
  const sums = [0, 0, 0]
  let count = 0
  for (let at = 0; at < colors.length; at += step) {
    for (let channel = 0; channel < 3; channel += 1) sums[channel]! += colors[at + channel]!
    count += 1
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
