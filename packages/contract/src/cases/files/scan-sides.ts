import type { FileRole } from './files.ts'

/** An axis of a file: x, y, z. */
export type Axis = 0 | 1 | 2
/** Lengths along the axes of a file, or width, depth and height. */
export type Sides = readonly [number, number, number]

/** Ratio of the shortest side to the second: above this the part is no arch and has no guess. */
const archFlatness = 0.8

/** The axis along which the parts together are shortest, the vertical one of arches; undefined for other parts. */
export function findFlatAxis(parts: readonly (readonly number[])[]): Axis | undefined {
  const lengths = ([0, 1, 2] as const).map((axis) => ({
    axis,
    length: parts.reduce((sum, sides) => sum + (sides[axis] ?? 0), 0),
  }))
  lengths.sort((a, b) => a.length - b.length)
  const [shortest, second] = lengths
  return shortest && second && shortest.length < second.length * archFlatness ? shortest.axis : undefined
}

/** Scans that indicate the orientation of the head: the arches if there are any. */
export function pickArches<Scan extends { role: FileRole }>(scans: readonly Scan[]): readonly Scan[] {
  const arches = scans.filter(({ role }) => role === 'upper' || role === 'lower')
  return arches.length > 0 ? arches : scans
}

/**
 * The vertical axis of a case's scans in their files, which no format declares; z without a recognizable shape.
 * @param scans with their sides along x, y and z; those without are ignored
 */
export function findVerticalAxis(
  scans: readonly { role: FileRole; sizeMm: readonly number[] | null }[],
): Axis {
  const measured = scans.filter(({ sizeMm }) => sizeMm !== null)
  return findFlatAxis(pickArches(measured).map(({ sizeMm }) => sizeMm ?? [])) ?? 2
}

/**
 * The dimensions of a scan in display order: width, depth, height. Width is x, depth the other horizontal axis; y and
 * z if x is the vertical one.
 * @param sides along x, y and z of the file
 */
export function orderSides(sides: readonly number[], vertical: Axis): Sides {
  const [width = 0, depth = 0] = sides.filter((_, axis) => axis !== vertical)
  return [width, depth, sides[vertical] ?? 0]
}
