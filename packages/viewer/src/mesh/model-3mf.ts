import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { type Matrix, multiply, place, readMatrix } from './placement.ts'
import { XmlTags } from './xml-tags.ts'
import { listZipEntries } from './zip-entries.ts'

type Model = {
  positions: FloatList
  indices: UintList
  /** Packed colour of each corner of a triangle, 0 where none is given. */
  corners: UintList
  components: { objectId: number; matrix: Matrix | undefined }[]
}
type Parsed = {
  objects: Map<number, Model>
  /** Packed colours of a group of materials or colours, by its id. */
  groups: Map<number, number[]>
  items: { objectId: number; matrix: Matrix | undefined }[]
  scale: number
}

const unitsMm: Readonly<Record<string, number>> = {
  micron: 0.001,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1000,
}
const depthMax = 16
const objectsMax = 10_000
/** Parts that are placed in all: components of components multiply. */
const placedMax = 20_000
const modelName = /^\/?3D\/[^/]*\.model$/i

/**
 * Reads a 3MF file: the objects of its build in their places, in millimetres, with the colours of materials and colour
 * groups. Nothing else in the archive is unpacked; names, pictures and metadata are never read.
 * @throws mesh.too_large for a zip bomb, mesh.truncated, mesh.bad_number, mesh.bad_index, mesh.not_a_mesh
 */
export function parse3mf(bytes: Uint8Array, limits: MeshLimits): Mesh {
  const model = listZipEntries(bytes, limits.sizeBytes).find(({ name }) => modelName.test(name))
  if (model === undefined) throw new MeshError('mesh.not_a_mesh')
  const parsed = readModel(model.read(), limits)
  const out = { positions: new FloatList(), indices: new UintList(), corners: new UintList() }
  let placed = 0
  const build = (objectId: number, matrix: Matrix | undefined, depth: number) => {
    const object = parsed.objects.get(objectId)
    placed += 1
    if (placed > placedMax) throw new MeshError('mesh.too_large')
    if (object === undefined || depth > depthMax) throw new MeshError('mesh.bad_index')
    append(out, object, matrix, limits)
    for (const part of object.components) build(part.objectId, multiply(matrix, part.matrix), depth + 1)
  }
  for (const item of parsed.items) build(item.objectId, item.matrix, 0)
  return assemble(out, parsed.scale)
}

function readModel(xml: Uint8Array, limits: MeshLimits): Parsed {
  const tags = new XmlTags(xml)
  const parsed: Parsed = { objects: new Map(), groups: new Map(), items: [], scale: 1 }
  let object: Model | undefined
  let colors: number[] = []
  let base: { group: number | undefined; index: number } = { group: undefined, index: 0 }
  let isEnded = false
  const isAtStart = (name: string) => tags.name === name && !tags.isClosing
  while (tags.next()) {
    if (isAtStart('vertex')) readVertex(tags, object, limits)
    else if (isAtStart('triangle')) readTriangle(tags, object, base, parsed.groups, limits)
    else if (tags.name === 'model') {
      if (tags.isClosing) isEnded = true
      else parsed.scale = unitsMm[tags.text('unit') ?? 'millimeter'] ?? 1
    } else if (isAtStart('object')) {
      if (parsed.objects.size >= objectsMax) throw new MeshError('mesh.too_large')
      object = newModel()
      base = { group: tags.number('pid'), index: tags.number('pindex') ?? 0 }
      parsed.objects.set(needNumber(tags, 'id'), object)
    } else if (isAtStart('component') || isAtStart('item')) {
      const part = { objectId: needNumber(tags, 'objectid'), matrix: readMatrix(tags.text('transform')) }
      const list = tags.name === 'item' ? parsed.items : (object?.components ?? [])
      if (list.length >= objectsMax) throw new MeshError('mesh.too_large')
      list.push(part)
    } else if (isAtStart('basematerials') || isAtStart('colorgroup')) {
      colors = []
      parsed.groups.set(needNumber(tags, 'id'), colors)
    } else if (isAtStart('base') || isAtStart('color')) {
      colors.push(packHex(tags.text(tags.name === 'base' ? 'displaycolor' : 'color') ?? ''))
    }
  }
  if (!isEnded) throw new MeshError('mesh.truncated')
  return parsed
}

const newModel = (): Model => ({
  positions: new FloatList(),
  indices: new UintList(),
  corners: new UintList(),
  components: [],
})

function needNumber(tags: XmlTags, attribute: string): number {
  return tags.number(attribute) ?? raise('mesh.bad_number')
}

function raise(reason: 'mesh.bad_number' | 'mesh.not_a_mesh'): never {
  throw new MeshError(reason)
}

function readVertex(tags: XmlTags, object: Model | undefined, limits: MeshLimits): void {
  const { positions } = object ?? raise('mesh.not_a_mesh')
  if (positions.length >= limits.vertices * 3) throw new MeshError('mesh.too_large')
  for (const axis of ['x', 'y', 'z']) positions.push(needNumber(tags, axis))
}

function readTriangle(
  tags: XmlTags,
  object: Model | undefined,
  base: { group: number | undefined; index: number },
  groups: Map<number, number[]>,
  limits: MeshLimits,
): void {
  const { indices, corners } = object ?? raise('mesh.not_a_mesh')
  if (indices.length >= limits.triangles * 3) throw new MeshError('mesh.too_large')
  for (const corner of ['v1', 'v2', 'v3']) {
    const index = needNumber(tags, corner)
    if (!Number.isInteger(index) || index < 0 || index > 0xffffffff) throw new MeshError('mesh.bad_index')
    indices.push(index)
  }
  const first = tags.number('p1')
  const group = groups.get(tags.number('pid') ?? base.group ?? -1)
  for (const corner of ['p1', 'p2', 'p3'])
    corners.push(group?.[tags.number(corner) ?? first ?? base.index] ?? 0)
}

/** Red, green, blue, alpha of `#RRGGBB` or `#RRGGBBAA` in four bytes of one number; 0 for anything else. */
function packHex(text: string): number {
  const found = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text.trim())
  if (found === null) return 0
  const rgb = Number.parseInt(found[1]!, 16)
  return ((255 << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0
}

function append(
  out: Omit<Model, 'components'>,
  object: Model,
  matrix: Matrix | undefined,
  limits: MeshLimits,
): void {
  const { positions, indices } = out
  if (
    indices.length + object.indices.length > limits.triangles * 3 ||
    positions.length + object.positions.length > limits.vertices * 3
  )
    throw new MeshError('mesh.too_large')
  const offset = positions.length / 3
  const own = object.positions.finish()
  const count = own.length / 3
  place(own, matrix)
  for (const value of own) positions.push(value)
  for (const index of object.indices.finish()) {
    if (index >= count) throw new MeshError('mesh.bad_index')
    indices.push(index + offset)
  }
  for (const color of object.corners.finish()) out.corners.push(color)
}

function assemble(out: Omit<Model, 'components'>, scale: number): Mesh {
  const positions = out.positions.finish()
  const indices = out.indices.finish()
  const corners = out.corners.finish()
  if (scale !== 1) for (let i = 0; i < positions.length; i += 1) positions[i] = positions[i]! * scale
  const counts = { vertexCount: positions.length / 3, triangleCount: indices.length / 3 }
  const shared = { format: '3mf', positions, indices, isFlat: false, ...counts } as const
  if (!corners.some((color) => color !== 0)) return shared
  const own = new Float32Array(indices.length * 3)
  indices.forEach((index, corner) => {
    own.set(positions.subarray(index * 3, index * 3 + 3), corner * 3)
  })
  // Where some have colours, the others are white.
  const colors = new Uint8Array(corners.map((color) => color || 0xffffffff).buffer)
  return {
    ...shared,
    positions: own,
    indices: indices.map((_, i) => i),
    colors,
    isFlat: true,
    vertexCount: indices.length,
  }
}
