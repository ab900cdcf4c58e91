import { glbDecoder } from './glb-decoder.ts'
import { type Gltf, isSupportedExtension, listOf, type Packed, type Place, type Sparse } from './glb-json.ts'
import {
  isCount,
  isIndexType,
  type Layout,
  makeNumbers,
  type Numbers,
  readNumbers,
  scaleOf,
  type Values,
  valuesOf,
} from './glb-values.ts'
import { MeshError } from './mesh.ts'

const [magic, jsonChunk, binaryChunk] = [0x46546c67, 0x4e4f534a, 0x004e4942]
const jsonBytesMax = 16 * 1024 * 1024
const modes = ['ATTRIBUTES', 'TRIANGLES', 'INDICES']
const filters = [undefined, 'NONE', 'OCTAHEDRAL', 'QUATERNION', 'EXPONENTIAL', 'COLOR']
/**
 * Maximum number of bytes that decompression, and accessors without bytes of their own (all zeros), may create per byte of
 * the file. No scan compresses better.
 */
const ratioMax = 60

/** Reads the JSON and, on demand, the accessors of a GLB file. External files are never read. */
export class GlbFile {
  readonly json: Gltf
  private readonly body: Uint8Array
  private readonly views = new Map<number, Uint8Array>()
  private leftBytes: number

  /**
   * @throws mesh.truncated, mesh.not_a_mesh; mesh.extension for required extensions that are not supported
   */
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
    assertExtensionsSupported(this.json)
    this.body = readBody(bytes, view, 20 + jsonBytes)
    this.leftBytes = bytes.length * ratioMax
  }

  /**
   * Reads the values of an accessor, including sparse replacements.
   * @throws mesh.bad_index for out-of-range accessors, mesh.too_large beyond `countMax`, and the errors of `view`
   */
  read(index: number | undefined, countMax: number): Values {
    const accessor = this.json.accessors?.[index ?? -1]
    const { componentType = 0, count = -1, sparse } = accessor ?? {}
    const perItem = valuesOf(accessor?.type)
    if (!accessor || perItem === 0 || !isCount(count)) throw new MeshError('mesh.bad_index')
    if (count > countMax) throw new MeshError('mesh.too_large')
    const layout = { componentType, perItem, count }
    const isEmpty = accessor.bufferView === undefined && sparse !== undefined
    const values = isEmpty ? this.zeros(layout) : this.items(accessor, layout)
    if (sparse !== undefined) this.replace(values, sparse, layout)
    return { values, perItem, count, scale: accessor.normalized ? scaleOf(componentType) : 1, componentType }
  }

  /** Returns the bytes of a view, decompressed if necessary. @throws mesh.bad_index, mesh.truncated, mesh.too_large, mesh.not_a_mesh */
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

  private items({ bufferView, byteOffset = 0 }: Place, layout: Layout): Numbers {
    const { byteStride } = this.json.bufferViews?.[bufferView ?? -1] ?? {}
    return readNumbers(this.view(bufferView), layout, { byteOffset, byteStride })
  }

  /**
   * Creates the zeros of an accessor without bytes. They count against the budget of the file, because a few bytes of JSON
   * can declare millions.
   */
  private zeros({ componentType, perItem, count }: Layout): Numbers {
    this.spendBudget(count * perItem * 4)
    return makeNumbers(componentType, perItem * count)
  }

  private replace(into: Numbers, sparse: Sparse, { componentType, perItem, count }: Layout): void {
    const { count: replaced = -1, indices, values } = sparse
    if (!isCount(replaced) || replaced > count) throw new MeshError('mesh.bad_index')
    const { componentType: placeType = 0 } = indices
    if (!isIndexType(placeType)) throw new MeshError('mesh.bad_index')
    const at = { componentType: placeType, perItem: 1, count: replaced }
    const places = this.items(indices, at)
    const items = this.items(values, { componentType, perItem, count: replaced })
    for (let item = 0; item < replaced; item += 1) {
      const place = places[item]!
      if (!(place >= 0 && place < count)) throw new MeshError('mesh.bad_index')
      into.set(items.subarray(item * perItem, (item + 1) * perItem), place * perItem)
    }
  }

  /** Subtracts bytes from the budget of the file. @throws mesh.too_large */
  spendBudget(sizeBytes: number): void {
    this.leftBytes -= sizeBytes
    if (this.leftBytes < 0) throw new MeshError('mesh.too_large')
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
    this.spendBudget(count * byteStride)
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
 * Runs code that reads the JSON of a possibly hostile file, in which a null or a string may replace an object.
 * @throws mesh.not_a_mesh instead of a TypeError, and every other error that `work` throws
 */
export function rejectMalformedJson<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof TypeError ? new MeshError('mesh.not_a_mesh') : error
  }
}

function raise(reason: 'mesh.bad_index'): never {
  throw new MeshError(reason)
}

function readJson(bytes: Uint8Array): Gltf {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (typeof json === 'object' && json !== null) return json as Gltf
  } catch {
    // The error is thrown below, as for JSON that is not an object.
  }
  throw new MeshError('mesh.not_a_mesh')
}

/** @throws mesh.extension if the file requires an extension that is not supported */
function assertExtensionsSupported({ extensionsRequired }: Gltf): void {
  if (!listOf(extensionsRequired).every(isSupportedExtension)) throw new MeshError('mesh.extension')
}

function readBody(bytes: Uint8Array, view: DataView, at: number): Uint8Array {
  if (at + 8 > bytes.length) return bytes.subarray(0, 0)
  const sizeBytes = view.getUint32(at, true)
  if (view.getUint32(at + 4, true) !== binaryChunk) return bytes.subarray(0, 0)
  if (at + 8 + sizeBytes > bytes.length) throw new MeshError('mesh.truncated')
  return bytes.subarray(at + 8, at + 8 + sizeBytes)
}
