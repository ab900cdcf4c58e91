import type { Movement, Vec } from '@pontic/viewer/measure'
import { vectors } from '@pontic/viewer/measure'

/** Lengths have three decimals of a millimetre, parts of directions five. Both are written as whole numbers of base 36. */
const lengthSteps = 1_000
const partSteps = 100_000
/** No scan is larger, so that a larger number is a mistake. */
const farthestMm = 10_000

const encode = (value: number, steps: number): string => Math.round(value * steps).toString(36)

function decode(code: string | undefined, steps: number, most: number): number | undefined {
  if (code === undefined || !/^-?[0-9a-z]{1,7}$/.test(code)) return undefined
  const value = Number.parseInt(code, 36) / steps
  // Turns -0 into 0.
  return Math.abs(value) > most ? undefined : value + 0
}

export const encodeNumber = (value: number): string => encode(value, lengthSteps)

/** @returns undefined for a number outside of `least` and `most`, and for any other text */
export function decodeNumber(code: string | undefined, least: number, most: number): number | undefined {
  const value = decode(code, lengthSteps, Math.max(Math.abs(least), Math.abs(most)))
  return value === undefined || value < least || value > most ? undefined : value
}

const join = (numbers: readonly number[], steps: number) =>
  numbers.map((value) => encode(value, steps)).join('.')

export const encodePlace = (place: Vec): string => join(place, lengthSteps)
export const encodeDirection = (direction: Vec): string => join(direction, partSteps)

function decodeNumbers(
  code: string | undefined,
  count: number,
  steps: number,
  most: number,
): number[] | undefined {
  const parts = code?.split('.').map((part) => decode(part, steps, most)) ?? []
  return parts.length === count && !parts.includes(undefined) ? (parts as number[]) : undefined
}

const toVec = ([x = 0, y = 0, z = 0]: readonly number[]): Vec => [x, y, z]

export function decodePlace(code: string | undefined): Vec | undefined {
  const parts = decodeNumbers(code, 3, lengthSteps, farthestMm)
  return parts && toVec(parts)
}

/** Decodes a direction, with a length of exactly 1. */
export function decodeDirection(code: string | undefined): Vec | undefined {
  const parts = decodeNumbers(code, 3, partSteps, 1.01)
  if (!parts || Math.abs(Math.hypot(...parts) - 1) > 0.01) return undefined
  return vectors.toUnit(toVec(parts))
}

const rows = [0, 4, 8] as const

export function encodeMovement(movement: Movement): string {
  const turn = rows.flatMap((at) => movement.slice(at, at + 3))
  const shift = rows.map((at) => movement[at + 3] ?? 0)
  return `${join(turn, partSteps)}.${join(shift, lengthSteps)}`
}

/** Decodes a movement of a rigid body. @returns undefined for any other matrix */
export function decodeMovement(code: string): Movement | undefined {
  const parts = code.split('.')
  const turn = decodeNumbers(parts.slice(0, 9).join('.'), 9, partSteps, 1.01)
  const shift = decodeNumbers(parts.slice(9).join('.'), 3, lengthSteps, farthestMm)
  if (!turn || !shift) return undefined
  const [x, y, z] = [0, 3, 6].map((at) => toVec(turn.slice(at, at + 3))) as [Vec, Vec, Vec]
  const isRotation =
    [x, y, z].every((row) => Math.abs(vectors.lengthOf(row) - 1) < 0.001) &&
    Math.abs(vectors.dot(x, y)) < 0.001 &&
    vectors.dot(vectors.cross(x, y), z) > 0.99
  if (!isRotation) return undefined
  return [x, y, z].flatMap((row, at) => [...row, shift[at] ?? 0]) as unknown as Movement
}
