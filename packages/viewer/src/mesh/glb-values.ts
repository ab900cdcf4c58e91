import { MeshError } from './mesh.ts'

/** Numbers as a file holds them. */
export type Numbers = Float64Array | Uint32Array

/** Values of an accessor as they are written; `scale` makes normalized ones 0–1 or -1–1. */
export type Values = {
  values: Numbers
  perItem: number
  count: number
  scale: number
  /** How each number is written, by its number in the format. */
  componentType: number
}

/** How many items there are, how many numbers each has, and how they are written. */
export type Layout = { componentType: number; perItem: number; count: number }

type Component = { sizeBytes: number; scale?: number; read: (view: DataView, at: number) => number }

const wholeType = 5125
const components: Readonly<Record<number, Component>> = {
  5120: { sizeBytes: 1, scale: 1 / 127, read: (view, at) => view.getInt8(at) },
  5121: { sizeBytes: 1, scale: 1 / 255, read: (view, at) => view.getUint8(at) },
  5122: { sizeBytes: 2, scale: 1 / 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { sizeBytes: 2, scale: 1 / 65_535, read: (view, at) => view.getUint16(at, true) },
  [wholeType]: { sizeBytes: 4, read: (view, at) => view.getUint32(at, true) },
  5126: { sizeBytes: 4, read: (view, at) => view.getFloat32(at, true) },
}
const typeValues: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }
const strideMax = 255

/** Whether a value is a number of things or bytes: whole, not negative, of four bytes. */
export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffffffff

/** Whether numbers of this kind may count items: whole ones without a sign. */
export const isPlaceType = (componentType: number): boolean => [5121, 5123, wholeType].includes(componentType)

/** How many numbers an item of this type has; 0 for types that no surface is made of. */
export const valuesOf = (type: string | undefined): number => typeValues[type ?? ''] ?? 0

/** What a normalized number of this kind is multiplied by. */
export const scaleOf = (componentType: number): number => components[componentType]?.scale ?? 1

/** Room for so many numbers of a kind, all of them 0. */
export const makeNumbers = (componentType: number, length: number): Numbers =>
  componentType === wholeType ? new Uint32Array(length) : new Float64Array(length)

/**
 * Reads numbers out of bytes.
 * @param place where they begin and from one item to the next, in bytes; without `byteStride` they lie close together
 * @throws mesh.bad_index for what lies outside the bytes or is no kind of number
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
