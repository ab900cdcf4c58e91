import { type Circle, type PickedPoint, type Vec, vectors } from '@pontic/viewer/measure'
import type { Mark, MarkPoint } from '@pontic/viewer/tools'
import type { Measure, MeasureResult } from './measures.ts'

const circleSteps = 72

/** Returns the points, lines and label that show a measurement in the scene. @param label its result as a text */
export function markOf(
  { id, kind, points }: Measure,
  result: MeasureResult | undefined,
  label: string,
  isSelected: boolean,
): Mark {
  const handles = points.map(toMarkPoint)
  const lines = listLines(kind === 'circle' || kind === 'rim' ? [] : handles, points[0]?.scanId, result)
  const at = findLabelPoint(kind, handles, result)
  return {
    id: String(id),
    handles,
    lines,
    label: at && { text: label, at },
    look: isSelected ? 'selected' : 'plain',
  }
}

/** Returns the points and lines that show an unfinished measurement in the scene. @param hover the point under the pointer */
export function draftMark(
  draft: readonly PickedPoint[],
  hover: PickedPoint | undefined,
  label: string,
): Mark {
  const points = [...draft, ...(hover ? [hover] : [])].map(toMarkPoint)
  const last = points.at(-1)
  return {
    id: 'draft',
    handles: points,
    lines: points.length > 1 ? [points] : [],
    label: label && last ? { text: label, at: last } : undefined,
    look: 'draft',
  }
}

const toMarkPoint = ({ point, scanId }: PickedPoint): MarkPoint => ({ place: point, scanId })

function listLines(
  points: readonly MarkPoint[],
  scanId: string | undefined,
  result: MeasureResult | undefined,
): MarkPoint[][] {
  const lines = points.length > 1 ? [[...points]] : []
  const [first] = points
  if (result?.opposite && first) lines.push([first, result.opposite])
  if (result?.circle) lines.push(listCircle(result.circle).map((place) => ({ place, scanId })))
  return lines
}

/** Returns the point beside which the number is shown: the middle of a distance, the corner of an angle, the end of a path. */
function findLabelPoint(
  kind: Measure['kind'],
  points: readonly MarkPoint[],
  result: MeasureResult | undefined,
): MarkPoint | undefined {
  const [first, second] = points
  if (kind === 'angle') return second
  if (result?.circle) return { place: result.circle.centre, scanId: first?.scanId }
  const other = result?.opposite ?? (kind === 'distance' ? second : undefined)
  if (!first || !other) return points.at(-1)
  // The middle of a line between two separated arches belongs to neither.
  if (first.scanId !== other.scanId) return first
  return { place: vectors.scale(vectors.add(first.place, other.place), 0.5), scanId: first.scanId }
}

function listCircle({ centre, normal, radiusMm }: Circle): Vec[] {
  const right = vectors.scale(vectors.anyPerpendicular(normal), radiusMm)
  return Array.from({ length: circleSteps + 1 }, (_, step) =>
    vectors.add(centre, vectors.rotate(right, normal, (step / circleSteps) * 2 * Math.PI)),
  )
}
