import { describe, expect, test } from 'vitest'
import {
  type ColorScale,
  clearanceScale,
  colorAt,
  colorValues,
  contactScale,
  curvatureScale,
  deviationScale,
  gradientOf,
  placeOf,
  thicknessScale,
  undercutScale,
} from './map-colors.ts'

const scales: Record<string, ColorScale> = {
  contacts: contactScale,
  clearance: clearanceScale(1.5),
  deviations: deviationScale(0.25, 0.05),
  undercuts: undercutScale,
  curvature: curvatureScale,
  walls: thicknessScale(0.8),
}

/** The colours of a person without red or green cones, in linear light (Viénot, Brettel and Mollon, 1999). */
const blindness = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.004, -0.004, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
}

const toLinear = (value: number) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Returns how different two colours look to a person: the distance in CIE Lab. */
function differenceOf(
  one: readonly number[],
  other: readonly number[],
  matrix: readonly (readonly number[])[],
) {
  const lab = (color: readonly number[]) => {
    const linear = color.map(toLinear)
    const [r, g, b] = matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * linear[i]!, 0)) as [
      number,
      number,
      number,
    ]
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
  }
  const [a, b] = [lab(one), lab(other)]
  return Math.hypot(...a.map((value, i) => value - b[i]!))
}

describe('The colours of a map', () => {
  test.each(Object.entries(scales))(
    '%s ascend, and their marks lie within the scale',
    (_, { stops, marks }) => {
      expect(stops.every(({ at }, i) => i === 0 || at >= stops[i - 1]!.at)).toBe(true)
      for (const mark of marks) expect(mark >= stops[0]!.at && mark <= stops.at(-1)!.at).toBe(true)
    },
  )

  test('differ where it matters for people with protanopia and deuteranopia', () => {
    const pairs: [ColorScale, number, number][] = [
      [contactScale, 0.01, -0.03],
      [contactScale, 0.01, -0.1],
      [clearanceScale(1.5), 1.45, 1.55],
      [clearanceScale(1.5), 1.2, 2],
      [deviationScale(0.25, 0.05), -0.12, 0.12],
      [deviationScale(0.25, 0.05), -0.25, 0.25],
      [deviationScale(0.25, 0.05), 0, 0.12],
      [undercutScale, 0.1, 0.5],
      [undercutScale, 0.5, 1],
      [curvatureScale, -0.6, 0.6],
      [thicknessScale(0.8), 0.7, 0.9],
      [thicknessScale(0.8), 0.4, 1.3],
    ]
    for (const matrix of Object.values(blindness))
      for (const [scale, one, other] of pairs)
        expect(differenceOf(colorAt(one, scale).color, colorAt(other, scale).color, matrix)).toBeGreaterThan(
          20,
        )
  })

  test('are those of the scale at each vertex, of its ends beyond it, and none without a value', () => {
    const scale = deviationScale(0.25, 0.05)
    const colors = colorValues(Float32Array.of(0, 0.25, Infinity, -9, Number.NaN, 0.125), scale)
    const at = (vertex: number) => [...colors.subarray(vertex * 4, vertex * 4 + 4)]
    expect(at(0)).toEqual([0xec, 0xeb, 0xe6, 255])
    expect(at(1)).toEqual([0x84, 0x27, 0x04, 255])
    expect(at(2)).toEqual(at(1))
    expect(at(3)).toEqual([0x12, 0x32, 0x6f, 255])
    expect(at(4)).toEqual([0, 0, 0, 0])
    expect(at(5).every((value, i) => Math.abs(value - [0xe2, 0x8a, 0x3c, 255][i]!) < 3)).toBe(true)
  })

  test('leave surfaces without a contact uncoloured', () => {
    const colors = colorValues(Float32Array.of(0.05, 0.2, Infinity), contactScale)
    expect([colors[3]! > 100, colors[7], colors[11]]).toEqual([true, 0, 0])
  })

  test('are a CSS gradient with the place of each value', () => {
    expect(gradientOf(undercutScale)).toMatch(
      /^linear-gradient\(to right, rgb\(251 227 107 \/ 0\) 0%.* 100%\)$/,
    )
    expect([placeOf(0.5, undercutScale), placeOf(-3, undercutScale), placeOf(9, undercutScale)]).toEqual([
      0.5, 0, 1,
    ])
  })
})
