import { MeshError } from './mesh.ts'

/** Numbers as stored in a file. */
export type Numbers = Float64Array | Uint32Array

/** Values of an accessor as stored. Multiplying by `scale` converts normalized values to 0–1 or -1–1. */
export type Values = {
  values: Numbers
  perItem: number
  count: number
  scale: number
  /** Number that glTF assigns to the component type, such as 5126 for floats. */
  componentType: number
}

/** Number of items, numbers per item, and component type of an accessor. */
export type Layout = { componentType: number; perItem: number; count: number }

type Component = { sizeBytes: number; scale?: number; read: (view: DataView, at: number) => number }

const uint32Type = 5125
const components: Readonly<Record<number, Component>> = {
  5120: { sizeBytes: 1, scale: 1 / 127, read: (view, at) => view.getInt8(at) },
  5121: { sizeBytes: 1, scale: 1 / 255, read: (view, at) => view.getUint8(at) },
  5122: { sizeBytes: 2, scale: 1 / 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { sizeBytes: 2, scale: 1 / 65_535, read: (view, at) => view.getUint16(at, true) },
  [uint32Type]: { sizeBytes: 4, read: (view, at) => view.getUint32(at, true) },
  5126: { sizeBytes: 4, read: (view, at) => view.getFloat32(at, true) },
}
const typeValues: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }
const strideMax = 255

/** Whether a value is an integer from 0 to 2³² − 1. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff

/** Whether indices can have a component type, which must be an unsigned integer. */
export const isIndexType = (componentType: number): boolean =>
  [5121, 5123, uint32Type].includes(componentType)

/** Returns how many numbers each item of an accessor type has; 0 for types that surfaces do not use. */
export const valuesOf = (type: string | undefined): number => typeValues[type ?? ''] ?? 0

/** Returns the factor that converts normalized numbers of a component type. */
export const scaleOf = (componentType: number): number => components[componentType]?.scale ?? 1

/** Creates an array of zeros for numbers of a component type. */
export const makeNumbers = (componentType: number, length: number): Numbers =>
  componentType === uint32Type ? new Uint32Array(length) : new Float64Array(length)

/**
 * Reads numbers from bytes.
 * @param byteStride distance between items in bytes; without it, items are contiguous
 * @throws mesh.bad_index for out-of-range positions or an unknown component type
 */
export function readNumbers(
  bytes: Uint8Array,
  { componentType, perItem, count }: Layout,
  { byteOffset, byteStride }: { byteOffset: number; byteStride: number | undefined },
): Numbers {
  const component = components[componentType]
  if (!component || !isCount(byteOffset)) throw new MeshError('mesh.bad_index')
  const { sizeBytes, read } = component
  const itemBytes = sizeBytes * perItem
  const stride = byteStride ?? itemBytes
  const isFit = stride === itemBytes || (isCount(stride) && stride > itemBytes && stride <= strideMax)
  const endBytes = count > 0 ? byteOffset + stride * (count - 1) + itemBytes : 0
  if (!isFit || endBytes > bytes.length) throw new MeshError('mesh.bad_index')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = makeNumbers(componentType, count * perItem)
  for (let item = 0; item < count; item += 1) {
    for (let k = 0; k < perItem; k += 1)
      values[item * perItem + k] = read(view, byteOffset + item * stride + k * sizeBytes)
  }
  return values
}
