import { readFileSync } from 'node:fs'
import { findVerticalAxis, orderSides } from '@pontic/contract'
import { Group, Vector3 } from 'three'
import { expect, test } from 'vitest'
import { prepareMesh } from '../mesh/prepare.ts'
import { boxOfShown, describeLayer, placeLayers, sidesOfShown } from './arrangement.ts'
import { createScanLayer } from './scan-layer.ts'

const lower = readFileSync(new URL('../../../../demo/scans/case0-lower-teeth.obj', import.meta.url), 'utf8')

/** Writes the real arch with other axes instead of x, y, z. */
function inAxes(axes: readonly number[]) {
  const text = lower.replaceAll(/^v (\S+) (\S+) (\S+)/gm, (_, ...point: string[]) =>
    ['v', ...axes.map((axis) => point[axis])].join(' '),
  )
  return prepareMesh(new TextEncoder().encode(text))
}

test.each([
  { vertical: 'y', axes: [0, 1, 2] },
  { vertical: 'z', axes: [2, 0, 1] },
  { vertical: 'x', axes: [1, 2, 0] },
])(
  'a scan whose vertical axis is $vertical has the same dimensions in the list of files and in the scene',
  ({ axes }) => {
    const { mesh, measure, ...rest } = inAxes(axes)
    const scan = { ...rest, measure, evidence: { mesh, measure }, hasColors: false, isFaceted: false }
    const layer = createScanLayer({ id: 'a', role: 'lower', scan: scan as never })
    const frame = new Group()
    placeLayers([layer], frame, undefined)
    const { sizeMm } = measure
    const listed = orderSides(sizeMm, findVerticalAxis([{ role: 'lower', sizeMm }]))
    expect(Math.min(...listed)).toBe(listed[2])
    for (const sides of [describeLayer(layer, frame).sizeMm, sidesOfShown([layer], frame)!])
      sides.forEach((side, at) => {
        expect(side).toBeCloseTo(listed[at]!, 3)
      })
  },
)

test('the box of the view contains the arches and leaves out a scan that lies far away from them', () => {
  const { mesh, measure, ...rest } = inAxes([0, 1, 2])
  const scan = { ...rest, measure, evidence: { mesh, measure }, hasColors: false, isFaceted: false }
  const arch = createScanLayer({ id: 'a', role: 'lower', scan: scan as never })
  const other = createScanLayer({ id: 'b', role: 'design', scan: scan as never })
  const frame = new Group()
  placeLayers([arch], frame, undefined)
  other.box.translate(new Vector3(500, 0, 0))
  const alone = boxOfShown([arch], frame)
  expect(boxOfShown([arch, other], frame)).toEqual(alone)
  arch.isVisible = false
  expect(boxOfShown([arch, other], frame)).not.toEqual(alone)
})
