/** What a plane may not exceed: its height at a place u, v, in millimetres. */
export type PlaneLimit = readonly [u: number, v: number, height: number]

/** A plane: the height at u = v = 0, and its slopes along u and v. */
export type LiftedPlane = readonly [height: number, slopeU: number, slopeV: number]

const stepsMax = 200
/** Limits that the plane exceeds by less than this are kept. */
const exactMm = 1e-7
const touchMm = 1e-6

/**
 * Lifts a plane as far as possible at u = v = 0, so that it exceeds no limit. That is a linear program with three unknowns: the
 * plane touches three limits around the origin, or has the largest slope.
 *
 * It is solved for few limits, and the limit that the plane exceeds most is added until there is none.
 * @param slopeMax maximum absolute slope along u and along v
 * @returns the plane, and the numbers of the limits that it touches; undefined without limits
 */
export function liftPlane(
  limits: readonly PlaneLimit[],
  slopeMax: number,
): { plane: LiftedPlane; touching: number[] } | undefined {
  if (limits.length === 0) return undefined
  let used = [indexOfLeast(limits, [0, 0, 0])]
  let plane: LiftedPlane = [limits[used[0]!]![2], 0, 0]
  for (let step = 0; step < stepsMax; step += 1) {
    const solved = solve(
      used.map((index) => limits[index]!),
      slopeMax,
    )
    if (!solved) break
    plane = solved
    const worst = indexOfLeast(limits, plane)
    if (gapOf(limits[worst]!, plane) >= -exactMm || used.includes(worst)) break
    // Limits that the plane no longer touches may matter again, so the nearest ones stay.
    used = [...used, worst].sort((a, b) => gapOf(limits[a]!, plane) - gapOf(limits[b]!, plane)).slice(0, 8)
    if (!used.includes(worst)) used.push(worst)
  }
  return { plane, touching: used.filter((index) => Math.abs(gapOf(limits[index]!, plane)) < touchMm) }
}

const gapOf = ([u, v, height]: PlaneLimit, [h, a, b]: LiftedPlane): number => height - h - a * u - b * v

function indexOfLeast(limits: readonly PlaneLimit[], plane: LiftedPlane): number {
  let [best, least] = [0, Infinity]
  for (let index = 0; index < limits.length; index += 1) {
    const gap = gapOf(limits[index]!, plane)
    if (gap < least) [best, least] = [index, gap]
  }
  return best
}

/** Solves for few limits: the best of the planes that three limits or largest slopes determine. */
function solve(limits: readonly PlaneLimit[], slopeMax: number): LiftedPlane | undefined {
  // Each row means: row[0] · height + row[1] · slopeU + row[2] · slopeV ≤ row[3].
  const rows = [
    ...limits.map(([u, v, height]) => [1, u, v, height] as const),
    ...([
      [0, 1, 0, slopeMax],
      [0, -1, 0, slopeMax],
      [0, 0, 1, slopeMax],
      [0, 0, -1, slopeMax],
    ] as const),
  ]
  let best: LiftedPlane | undefined
  for (let i = 0; i < limits.length; i += 1)
    for (let j = i + 1; j < rows.length; j += 1)
      for (let k = j + 1; k < rows.length; k += 1) {
        const plane = meet(rows[i]!, rows[j]!, rows[k]!)
        if (!plane || (best && plane[0] <= best[0])) continue
        const isWithin = rows.every(
          ([one, u, v, most]) => one * plane[0] + u * plane[1] + v * plane[2] <= most + exactMm,
        )
        if (isWithin) best = plane
      }
  return best
}

type Row = readonly [number, number, number, number]

/** Solves three equations by Cramer's rule; undefined if they do not determine a plane. */
function meet(a: Row, b: Row, c: Row): LiftedPlane | undefined {
  const by = (columns: readonly [number, number, number]) => {
    const [x, y, z] = columns
    return (
      a[x]! * (b[y]! * c[z]! - b[z]! * c[y]!) -
      a[y]! * (b[x]! * c[z]! - b[z]! * c[x]!) +
      a[z]! * (b[x]! * c[y]! - b[y]! * c[x]!)
    )
  }
  const whole = by([0, 1, 2])
  if (Math.abs(whole) < 1e-12) return undefined
  return [by([3, 1, 2]) / whole, by([0, 3, 2]) / whole, by([0, 1, 3]) / whole]
}
