/** x, y, z; a place in millimetres in the axes of the file, or a direction. */
export type Vec = readonly [number, number, number]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec, factor: number): Vec => [a[0] * factor, a[1] * factor, a[2] * factor]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const lengthOf = (a: Vec): number => Math.hypot(a[0], a[1], a[2])
export const distance = (a: Vec, b: Vec): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** Returns the direction with length 1; undefined for a vector without a length. */
export function toUnit(a: Vec): Vec | undefined {
  const length = lengthOf(a)
  return length > 0 && Number.isFinite(length) ? scale(a, 1 / length) : undefined
}

/** Returns a unit vector at right angles to a unit vector. */
export function anyPerpendicular(a: Vec): Vec {
  const [x, y, z] = a.map(Math.abs) as [number, number, number]
  const axis: Vec = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]
  return toUnit(cross(a, axis)) ?? [1, 0, 0]
}

/** Rotates a vector around a unit axis by an angle in radians (Rodrigues' formula). */
export function rotate(a: Vec, axis: Vec, angle: number): Vec {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return add(add(scale(a, cos), scale(cross(axis, a), sin)), scale(axis, dot(axis, a) * (1 - cos)))
}
