import { glbDecoder } from './glb-decoder.ts'
import { dracoName, type Gltf, isReadExtension, listOf, type Packed } from './glb-json.ts'
import { MeshError } from './mesh.ts'

const [magic, jsonChunk, binaryChunk] = [0x46546c67, 0x4e4f534a, 0x004e4942]
const jsonBytesMax = 16 * 1024 * 1024
const componentBytes: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
}
const typeValues: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }
const modes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES']
const filters = [undefined, 'NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR']
/** Bytes of all unpacked views together, for each byte of the file: no packing of a scan saves more. */
const ratioMax = 60

/** Values of an accessor as they are written; `scale` makes normalized ones 0–1 or -1–1. */
export type Values = {
  values: Float64Array | Uint32Array
  perItem: number
  count: number
  scale: number
  /** How each number is written, by its number in the format. */
  componentType: number
}

/** A GLB file, opened: its JSON, and its accessors on demand. Files that it names outside are never read. */
export class GlbFile {
  readonly json: Gltf
  private readonly body: Uint8Array
  private readonly views = new Map<number, Uint8Array>()
  private leftBytes: number

  /** @throws mesh.truncated, mesh.not_a_mesh; mesh.draco, mesh.extension for what it demands and nobody here reads */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (bytes.length < 20) throw new MeshError('mesh.truncated')
    const isGlb = view.getUint32(0, true) === magic && view.getUint32(4, true) === 2
    const jsonBytes = view.getUint32(12, true)
    if (!isGlb || view.getUint32(16, true) !== jsonChunk || jsonBytes > jsonBytesMax)
      throw new MeshError('mesh.not_a_mesh')
    if (view.getUint32(8, true) > bytes.length || 20 + jsonBytes > bytes.length)
      throw new MeshError('mesh.truncated')
    this.json = readJson(bytes.subarray(20, 20 + jsonBytes))
    judgeDemands(this.json)
    this.body = readBody(bytes, view, 20 + jsonBytes)
    this.leftBytes = bytes.length * ratioMax
  }

  /** The values of an accessor. @throws mesh.bad_index for what lies outside, mesh.too_large beyond `countMax` */
  read(index: number | undefined, countMax: number): Values {
    const accessor = this.json.accessors?.[index ?? -1]
    const perItem = typeValues[accessor?.type ?? ''] ?? 0
    const { componentType = 0, count = -1, byteOffset = 0 } = accessor ?? {}
    const itemBytes = (componentBytes[componentType] ?? 0) * perItem
    if (!accessor || !(itemBytes > 0) || !isCount(count) || !isCount(byteOffset) || accessor.sparse)
      throw new MeshError('mesh.bad_index')
    if (count > countMax) throw new MeshError('mesh.too_large')
    const bytes = this.view(accessor.bufferView)
    const { byteStride = itemBytes } = this.json.bufferViews?.[accessor.bufferView ?? -1] ?? {}
    if (!isCount(byteStride) || byteStride < itemBytes || byteStride > 255) {
      if (byteStride !== itemBytes) throw new MeshError('mesh.bad_index')
    }
    if (count > 0 && byteOffset + byteStride * (count - 1) + itemBytes > bytes.length)
      throw new MeshError('mesh.bad_index')
    const layout = { componentType, perItem, count, byteOffset, byteStride }
    const scale = accessor.normalized ? (scales[componentType] ?? 1) : 1
    return { values: readValues(bytes, layout), perItem, count, scale, componentType }
  }

  /** The bytes of a view, unpacked where they are packed. @throws mesh.bad_index, mesh.truncated, mesh.too_large */
  view(index: number | undefined): Uint8Array {
    const known = this.views.get(index ?? -1)
    if (known) return known
    const view = this.json.bufferViews?.[index ?? -1]
    if (!view) throw new MeshError('mesh.bad_index')
    const packed = view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression
    const bytes = packed ? this.unpack(packed) : view.buffer === 0 ? this.part(view) : raise('mesh.bad_index')
    this.views.set(index ?? -1, bytes)
    return bytes
  }

  private part({
    byteOffset = 0,
    byteLength = -1,
  }: {
    byteOffset?: number
    byteLength?: number
  }): Uint8Array {
    if (!isCount(byteOffset) || !isCount(byteLength) || byteOffset + byteLength > this.body.length)
      throw new MeshError('mesh.bad_index')
    return this.body.subarray(byteOffset, byteOffset + byteLength)
  }

  private unpack(packed: Packed): Uint8Array {
    const { count = -1, byteStride = -1, mode = '', filter } = packed
    const isKnown = modes.includes(mode) && filters.includes(filter)
    if (!isKnown || !isCount(count) || !isCount(byteStride)) throw new MeshError('mesh.bad_index')
    const isFit = mode === 'ATTRIBUTES' ? byteStride % 4 === 0 : byteStride === 2 || byteStride === 4
    if (byteStride < 1 || byteStride > 256 || !isFit) throw new MeshError('mesh.bad_index')
    if (mode === 'TRIANGLES' && count % 3 !== 0) throw new MeshError('mesh.bad_index')
    const decoder = glbDecoder()
    if (!decoder) throw new MeshError('mesh.not_a_mesh')
    this.leftBytes -= count * byteStride
    if (this.leftBytes < 0) throw new MeshError('mesh.too_large')
    const target = new Uint8Array(count * byteStride)
    try {
      decoder.decodeGltfBuffer(target, count, byteStride, this.part(packed), mode, filter)
    } catch (error) {
      throw error instanceof MeshError ? error : new MeshError('mesh.truncated')
    }
    return target
  }
}

/**
 * Does what reads the JSON of a hostile file, where nothing needs to be what the format says: an object may be null or a
 * word.
 * @throws mesh.not_a_mesh for that, and what `work` throws
 */
export function refuseNonsense<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof TypeError ? new MeshError('mesh.not_a_mesh') : error
  }
}

const scales: Readonly<Record<number, number>> = {
  5120: 1 / 127,
  5121: 1 / 255,
  5122: 1 / 32_767,
  5123: 1 / 65_535,
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff

function raise(reason: 'mesh.bad_index'): never {
  throw new MeshError(reason)
}

function readJson(bytes: Uint8Array): Gltf {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof json === 'object' && json !== null) return json as Gltf
  } catch {
    // told below
  }
  throw new MeshError('mesh.not_a_mesh')
}

/** A file says itself what a reader must know to show it rightly. */
function judgeDemands({ extensionsRequired }: Gltf): void {
  const unread = listOf(extensionsRequired).filter((name) => !isReadExtension(name))
  if (unread.includes(dracoName)) throw new MeshError('mesh.draco')
  if (unread.length > 0) throw new MeshError('mesh.extension')
}

function readBody(bytes: Uint8Array, view: DataView, at: number): Uint8Array {
  if (at + 8 > bytes.length) return bytes.subarray(0, 0)
  const sizeBytes = view.getUint32(at, true)
  if (view.getUint32(at + 4, true) !== binaryChunk) return bytes.subarray(0, 0)
  if (at + 8 + sizeBytes > bytes.length) throw new MeshError('mesh.truncated')
  return bytes.subarray(at + 8, at + 8 + sizeBytes)
}

function readValues(
  bytes: Uint8Array,
  layout: { componentType: number; perItem: number; count: number; byteOffset: number; byteStride: number },
): Float64Array | Uint32Array {
  const { componentType, perItem, count, byteOffset, byteStride } = layout
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isWhole = componentType === 5125
  const values = isWhole ? new Uint32Array(count * perItem) : new Float64Array(count * perItem)
  const size = componentBytes[componentType]!
  const read: (at: number) => number = {
    5120: (at: number) => view.getInt8(at),
    5121: (at: number) => view.getUint8(at),
    5122: (at: number) => view.getInt16(at, true),
    5123: (at: number) => view.getUint16(at, true),
    5125: (at: number) => view.getUint32(at, true),
    5126: (at: number) => view.getFloat32(at, true),
  }[componentType]!
  for (let item = 0; item < count; item += 1) {
    for (let k = 0; k < perItem; k += 1)
      values[item * perItem + k] = read(byteOffset + item * byteStride + k * size)
  }
  return values
}
