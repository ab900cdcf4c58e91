import type { FileRole } from './files.ts'

/** Index of an axis of a file: 0 is x, 1 is y, 2 is z. */
export type Axis = 0 | 1 | 2
/** Three lengths: along x, y and z of a file, or width, depth and height. */
export type Sides = readonly [number, number, number]

/** The parts have a flat axis if their total length along it is below this share of the second shortest total length. */
const archFlatness = 0.8

/**
 * Finds the axis along which the parts together are clearly shortest, which is the vertical axis of arches.
 * @returns undefined if no axis is clearly shortest
 */
export function findFlatAxis(parts: readonly (readonly number[])[]): Axis | undefined {
  const lengths = ([0, 1, 2] as const).map((axis) => ({
    axis,
    length: parts.reduce((sum, sides) => sum + (sides[axis] ?? 0), 0),
  }))
  lengths.sort((a, b) => a.length - b.length)
  const [shortest, second] = lengths
  return shortest && second && shortest.length < second.length * archFlatness ? shortest.axis : undefined
}

/** Returns the upper and lower arches, which show the orientation of the head; without an arch, returns all scans. */
export function pickArches<Scan extends { role: FileRole }>(scans: readonly Scan[]): readonly Scan[] {
  const arches = scans.filter(({ role }) => role === 'upper' || role === 'lower')
  return arches.length > 0 ? arches : scans
}

/**
 * Guesses the vertical axis of a case's scans from their shape, because no format declares it; z if the shape shows none.
 * @param scans with their sides along x, y and z; scans without sides are ignored
 */
export function findVerticalAxis(
  scans: readonly { role: FileRole; sizeMm: readonly number[] | null }[],
): Axis {
  const measured = scans.filter(({ sizeMm }) => sizeMm !== null)
  return findFlatAxis(pickArches(measured).map(({ sizeMm }) => sizeMm ?? [])) ?? 2
}

/**
 * Returns the sides of a scan in display order: width, depth, height. Width and depth are the two horizontal axes in the
 * order of the file.
 * @param sides along x, y and z of the file
 */
export function orderSides(sides: readonly number[], vertical: Axis): Sides {
  const [width = 0, depth = 0] = sides.filter((_, axis) => axis !== vertical)
  return [width, depth, sides[vertical] ?? 0]
}
