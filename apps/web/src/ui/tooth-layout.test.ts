import { archRow } from '@pontic/contract'
import { expect, test } from 'vitest'
import { type PlacedTooth, placeArch } from './tooth-layout.ts'

const charts = (['permanent', 'primary'] as const).flatMap((dentition) =>
  (['upper', 'lower'] as const).map((arch) => [dentition, arch] as const),
)
const fingerPx = 24

const gapBetween = (one: PlacedTooth, other: PlacedTooth) =>
  Math.hypot(one.center[0] - other.center[0], one.center[1] - other.center[1])

test.each(charts)(
  'the %s teeth of the %s arch are in their order, with centres at least a fingertip apart',
  (dentition, arch) => {
    const { teeth } = placeArch(arch, dentition)
    expect(teeth.map(({ tooth }) => tooth)).toEqual(archRow(arch, dentition))
    for (const [index, placed] of teeth.slice(1).entries())
      expect(gapBetween(teeth[index]!, placed)).toBeGreaterThanOrEqual(fingerPx)
  },
)

test.each(charts)('the %s %s arch is symmetric, and its labels are inside the picture', (dentition, arch) => {
  const { width, height, teeth } = placeArch(arch, dentition)
  for (const [index, { label, center }] of teeth.entries()) {
    const across = teeth[teeth.length - 1 - index]!
    expect(center[0] + across.center[0]).toBeCloseTo(width)
    expect(center[1]).toBeCloseTo(across.center[1])
    expect(label[0]).toBeGreaterThan(12)
    expect(label[0]).toBeLessThan(width - 12)
    expect(Math.min(label[1], height - label[1])).toBeGreaterThan(8)
  }
})

test('the upper arch is open at the bottom, and the lower arch at the top', () => {
  const [upper, lower] = [placeArch('upper', 'permanent'), placeArch('lower', 'permanent')]
  const heightOf = ({ teeth }: typeof upper, code: string) =>
    teeth.find(({ tooth }) => tooth === code)?.center[1] ?? 0
  expect(heightOf(upper, '11')).toBeLessThan(heightOf(upper, '18'))
  expect(heightOf(lower, '41')).toBeGreaterThan(heightOf(lower, '48'))
})
