import { type Arch, archRow, type Dentition, type Tooth } from '@pontic/contract'
import { shapeOf, sizeOf, type ToothPoint } from './tooth-shapes.ts'

type Point = readonly [x: number, y: number]

/** The drawing of a tooth. Paths and points are in the coordinates of its arch. */
export type PlacedTooth = {
  readonly tooth: Tooth
  readonly center: Point
  readonly outline: string
  readonly lines: string
  /** Path of the side towards lips and cheeks, for veneers. */
  readonly face: string
  /** Path of the area that reacts to the pointer: the tooth with its label. */
  readonly area: string
  /** Centre of the label. */
  readonly label: Point
}

/** The drawing of an arch. Its width of 358 px is that of a chart on a phone. */
export type PlacedArch = {
  readonly width: number
  readonly height: number
  readonly teeth: readonly PlacedTooth[]
}

const width = 358
const perMm = 4.32
const labelPx = 22
const marginPx = 7

// The centres of the teeth are on a quarter of an ellipse on each side. The lower arch is smaller than the upper.
const curves = {
  'upper permanent': { halfMm: 30.2, depthMm: 49 },
  'lower permanent': { halfMm: 29.6, depthMm: 48.4 },
  'upper primary': { halfMm: 28, depthMm: 36 },
  'lower primary': { halfMm: 27, depthMm: 35 },
} as const

type Curve = (typeof curves)[keyof typeof curves]

/**
 * Measures a curve, whose length is `total` millimetres. `find` returns the point and the direction at a share of the
 * length. Coordinates are millimetres from the foremost point, to the side and to the back.
 */
function measureCurve({ halfMm, depthMm }: Curve) {
  const steps = 600
  const lengths = [0]
  const at = (step: number): Point => {
    const angle = (step / steps) * (Math.PI / 2)
    return [halfMm * Math.sin(angle), depthMm * (1 - Math.cos(angle))]
  }
  for (let step = 1; step <= steps; step++) {
    const [from, to] = [at(step - 1), at(step)]
    lengths.push((lengths[step - 1] ?? 0) + Math.hypot(to[0] - from[0], to[1] - from[1]))
  }
  const total = lengths[steps] ?? 0
  const find = (share: number) => {
    const step = lengths.findIndex((length) => length >= share * total)
    const [from, to] = [at(Math.max(step - 1, 0)), at(Math.max(step, 1))]
    const size = Math.hypot(to[0] - from[0], to[1] - from[1])
    const direction: Point = [(to[0] - from[0]) / size, (to[1] - from[1]) / size]
    return { point: at(step), direction }
  }
  return { total, find }
}

/** Computes the drawing of an arch as the dentist sees it: the patient's right side is on the left. */
export function placeArch(arch: Arch, dentition: Dentition): PlacedArch {
  const curve = curves[`${arch} ${dentition}`]
  const row = archRow(arch, dentition)
  const right = row.slice(0, row.length / 2).toReversed()
  const left = row.slice(row.length / 2)
  const { total, find } = measureCurve(curve)
  const widthsMm = left.reduce((sum, tooth) => sum + sizeOf(tooth)[0], 0)
  const spread = total / widthsMm
  const deepestMm = Math.max(...left.slice(0, 2).map((tooth) => sizeOf(tooth)[1]))
  const topPx = marginPx + labelPx + (deepestMm / 2) * perMm
  const height = Math.round(topPx + curve.depthMm * perMm + 18)
  const side = (teeth: readonly Tooth[], sign: 1 | -1) => {
    let pastMm = 0
    return teeth.map((tooth) => {
      const [widthMm, depthMm] = sizeOf(tooth)
      const { point, direction } = find((pastMm + widthMm / 2) / widthsMm)
      pastMm += widthMm
      const turned = (x: number, y: number): Point => [x * sign, arch === 'upper' ? y : -y]
      const [x, y] = turned(point[0] * perMm, topPx + point[1] * perMm)
      return place(tooth, {
        center: [width / 2 + x, arch === 'upper' ? y : height + y],
        along: turned(...direction),
        inward: turned(-direction[1], direction[0]),
        halfWidth: (widthMm / 2) * perMm * spread * 0.975,
        halfDepth: (depthMm / 2) * perMm,
      })
    })
  }
  return { width, height, teeth: [...side(right, -1).toReversed(), ...side(left, 1)] }
}

type Frame = { center: Point; along: Point; inward: Point; halfWidth: number; halfDepth: number }

/** Returns the drawing of a single tooth in a square of 24 × 24, for a legend. */
export const sampleTooth = (): PlacedTooth =>
  place('14', { center: [12, 12], along: [1, 0], inward: [0, 1], halfWidth: 9, halfDepth: 9 })

function place(tooth: Tooth, frame: Frame): PlacedTooth {
  const { center, along, inward, halfWidth, halfDepth } = frame
  const { outline, lines } = shapeOf(tooth)
  const at = ([across, deep]: ToothPoint): Point => [
    center[0] + along[0] * across * halfWidth + inward[0] * deep * halfDepth,
    center[1] + along[1] * across * halfWidth + inward[1] * deep * halfDepth,
  ]
  const beyond = (px: number) => -1 - px / halfDepth
  const corners: ToothPoint[] = [
    [-1.02, beyond(labelPx)],
    [1.02, beyond(labelPx)],
    [0.84, 1.1],
    [-0.84, 1.1],
  ]
  // The path goes from the front contact along the cheek side to the rear contact, and back through the middle of the crown.
  const face = [
    ...outline.filter(([, deep]) => deep < 0),
    [0.7, -0.24] as const,
    [0, -0.36] as const,
    [-0.7, -0.24] as const,
  ]
  return {
    tooth,
    center,
    outline: closedPath(outline.map(at)),
    lines: lines.map((line) => openPath(line.map(at))).join(''),
    face: closedPath(face.map(at)),
    area: `M${corners.map(at).map(text).join('L')}Z`,
    label: at([0, beyond(labelPx * 0.6)]),
  }
}

const text = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`

// Returns one segment of a Catmull-Rom spline as a Bézier curve.
function bend(before: Point, from: Point, to: Point, after: Point): string {
  const first: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
  const second: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
  return `C${text(first)} ${text(second)} ${text(to)}`
}

function closedPath(points: readonly Point[]): string {
  const at = (index: number) => points[(index + points.length) % points.length]!
  const bends = points.map((_, index) => bend(at(index - 1), at(index), at(index + 1), at(index + 2)))
  return `M${text(at(0))}${bends.join('')}Z`
}

function openPath(points: readonly Point[]): string {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)]!
  const bends = points
    .slice(1)
    .map((_, index) => bend(at(index - 1), at(index), at(index + 1), at(index + 2)))
  return `M${text(at(0))}${bends.join('')}`
}
