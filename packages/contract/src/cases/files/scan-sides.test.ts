import { describe, expect, it } from 'vitest'
import { type Axis, findVerticalAxis, orderSides } from './scan-sides.ts'

const arch = { width: 64, depth: 48, height: 11 }
/** The sides of the arch (mm) in files whose vertical axis is x, y or z. */
const inFiles = [
  [11, 64, 48],
  [64, 11, 48],
  [64, 48, 11],
] as const

describe('the displayed dimensions of a scan', () => {
  it.each([0, 1, 2] as const)(
    'are in the order width, depth, height if axis %i of the file is vertical',
    (axis) => {
      const sizeMm = inFiles[axis]
      expect(findVerticalAxis([{ role: 'lower', sizeMm }])).toBe(axis)
      expect(orderSides(sizeMm, axis)).toEqual([arch.width, arch.depth, arch.height])
    },
  )

  it('use the vertical axis of the arches for all scans of a case', () => {
    const die = { role: 'preparation', sizeMm: [8, 9, 3] } as const
    const scans = [die, { role: 'upper', sizeMm: [64, 11, 48] }, { role: 'lower', sizeMm: null }] as const
    expect(findVerticalAxis(scans)).toBe(1)
    expect(orderSides(die.sizeMm, 1)).toEqual([8, 3, 9])
  })

  it('stay in the order of the file if no scan has the shape of an arch', () => {
    const vertical: Axis = findVerticalAxis([{ role: 'other', sizeMm: [14, 19, 16] }])
    expect(orderSides([14, 19, 16], vertical)).toEqual([14, 19, 16])
    expect(findVerticalAxis([])).toBe(2)
  })
})
