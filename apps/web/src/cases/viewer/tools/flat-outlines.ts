import type { Outline, PlaneAxes, Vec } from '@pontic/viewer/measure'

/** x and y in millimetres in the axes of a plane; y points up. */
export type Flat = readonly [number, number]

/** The outline of a scan in the axes of its plane: x and y of each point. */
export type FlatOutline = {
  readonly scanId: string
  readonly points: Float32Array
  readonly starts: Uint32Array
  readonly isClosed: Uint8Array
}

export type FlatBox = { readonly min: Flat; readonly max: Flat }

export function flattenOutline(
  { scanId, points, starts, isClosed }: Outline,
  { right, up }: PlaneAxes,
): FlatOutline {
  const flat = new Float32Array((points.length / 3) * 2)
  for (let from = 0, to = 0; from < points.length; from += 3, to += 2) {
    const [x, y, z] = [points[from]!, points[from + 1]!, points[from + 2]!]
    flat[to] = right[0] * x + right[1] * y + right[2] * z
    flat[to + 1] = up[0] * x + up[1] * y + up[2] * z
  }
  return { scanId, points: flat, starts, isClosed }
}

/** Returns the place in the axes of the file. */
export const toPlace = ([x, y]: Flat, { origin, right, up }: PlaneAxes): Vec => [
  origin[0] + right[0] * x + up[0] * y,
  origin[1] + right[1] * x + up[1] * y,
  origin[2] + right[2] * x + up[2] * y,
]

/** Returns the box around all outlines; undefined without points. */
export function boxOfOutlines(outlines: readonly FlatOutline[]): FlatBox | undefined {
  const [minX, minY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const box = { min: [minX, minY] as [number, number], max: [-minX, -minY] as [number, number] }
  for (const { points } of outlines)
    for (let at = 0; at < points.length; at += 2)
      for (let axis = 0; axis < 2; axis += 1) {
        box.min[axis] = Math.min(box.min[axis]!, points[at + axis]!)
        box.max[axis] = Math.max(box.max[axis]!, points[at + axis]!)
      }
  return box.min[0] <= box.max[0] ? box : undefined
}

/** Returns the data of an SVG path. The y axis of SVG points down. */
export function toPathData({ points, starts, isClosed }: FlatOutline): string {
  const parts: string[] = []
  for (let line = 0; line + 1 < starts.length; line += 1) {
    for (let at = starts[line]!; at < starts[line + 1]!; at += 1) {
      const [x, y] = [points[at * 2]!, -points[at * 2 + 1]!]
      parts.push(`${at === starts[line] ? 'M' : 'L'}${x.toFixed(3)} ${y.toFixed(3)}`)
    }
    if (isClosed[line]) parts.push('Z')
  }
  return parts.join('')
}

/** Returns the point of the outlines that is closest to a place, or the place if none is within the radius. */
export function snapToOutline(outlines: readonly FlatOutline[], place: Flat, radiusMm: number): Flat {
  let best = place
  let bestMm = radiusMm
  for (const { points, starts, isClosed } of outlines)
    for (let line = 0; line + 1 < starts.length; line += 1) {
      const [first, end] = [starts[line]!, starts[line + 1]!]
      for (let at = first; at < end; at += 1) {
        const next = at + 1 < end ? at + 1 : isClosed[line] ? first : at
        const found = closestOnLine(
          place,
          [points[at * 2]!, points[at * 2 + 1]!],
          [points[next * 2]!, points[next * 2 + 1]!],
        )
        const mm = Math.hypot(found[0] - place[0], found[1] - place[1])
        if (mm >= bestMm) continue
        best = found
        bestMm = mm
      }
    }
  return best
}

function closestOnLine(place: Flat, a: Flat, b: Flat): Flat {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const square = dx * dx + dy * dy
  const share = square > 0 ? ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / square : 0
  const kept = Math.min(1, Math.max(0, share))
  return [a[0] + dx * kept, a[1] + dy * kept]
}
