import type { PickedPoint } from '@pontic/viewer/measure'
import type { SceneScan } from '@pontic/viewer/scene'
import { describe, expect, test } from 'vitest'
import { MeasureList } from './measure-list.ts'
import { computeAtOnce, listOpposing } from './measures.ts'

const at = (x: number, y = 0, scanId = 'a'): PickedPoint => ({
  scanId,
  point: [x, y, 0],
  normal: [0, 0, 1],
  snap: 'surface',
})

const placesOf = (list: MeasureList) =>
  list.state.measures.map(({ points }) => points.map(({ point }) => point[0]))

/** Returns a list with a distance from 0 to 3, whose second point is being dragged. */
function beginDragOfDistance() {
  const list = new MeasureList()
  list.addPoint(at(0), 1)
  const measure = list.addPoint(at(3), 1)!
  return { list, measure, movePoint: list.beginDrag(measure.id, 1) }
}

describe('the list of measurements', () => {
  test('a distance is complete after two points, and a path when the user ends it', () => {
    const list = new MeasureList()
    expect(list.addPoint(at(0), 1)).toBeUndefined()
    expect(list.addPoint(at(3), 1)).toMatchObject({ kind: 'distance' })
    list.setKind('path')
    list.addPoint(at(0), 1)
    expect(list.finishPath()).toBeUndefined()
    list.addPoint(at(1), 1)
    list.addPoint(at(2), 1)
    // The second click of a double click sets the last point again.
    list.addPoint(at(2), 1)
    expect(list.finishPath()?.points).toHaveLength(3)
    expect(placesOf(list)).toEqual([
      [0, 3],
      [0, 1, 2],
    ])
  })

  test('undo and redo go back and forth over points, complete measurements, drags and deletions', () => {
    const { list, measure, movePoint } = beginDragOfDistance()
    movePoint(at(4))
    movePoint(at(5))
    expect(placesOf(list)).toEqual([[0, 5]])
    list.remove(measure.id)
    expect(placesOf(list)).toEqual([])
    list.undo()
    expect(placesOf(list)).toEqual([[0, 5]])
    list.undo()
    expect(placesOf(list)).toEqual([[0, 3]])
    list.undo()
    expect(list.state.draft).toHaveLength(1)
    list.undo()
    expect(list.undo()).toBe(false)
    for (let step = 0; step < 4; step += 1) expect(list.redo()).toBe(true)
    expect(list.redo()).toBe(false)
    expect(placesOf(list)).toEqual([])
  })

  test('a place that is found after its drag was undone does not move the point again', () => {
    const { list, movePoint } = beginDragOfDistance()
    movePoint(at(4))
    list.undo()
    movePoint(at(5))
    expect(placesOf(list)).toEqual([[0, 3]])
    list.redo()
    movePoint(at(6))
    expect(placesOf(list)).toEqual([[0, 4]])
  })

  test('a new measurement after undo ends redo', () => {
    const list = new MeasureList()
    list.addPoint(at(0), 1)
    list.undo()
    list.addPoint(at(7), 1)
    expect(list.state.canRedo).toBe(false)
    expect(list.state.draft[0]?.point[0]).toBe(7)
  })

  test('Backspace removes the last point, then the selected measurement', () => {
    const list = new MeasureList()
    list.addPoint(at(0), 1)
    list.addPoint(at(1), 1)
    list.addPoint(at(2), 1)
    expect(list.removeLast()).toBe(true)
    expect(list.state.draft).toEqual([])
    expect(list.removeLast()).toBe(true)
    expect(list.state.measures).toEqual([])
    expect(list.removeLast()).toBe(false)
  })

  test('Escape drops the points, then the selection, and then leaves the tool', () => {
    const list = new MeasureList()
    list.addPoint(at(0), 1)
    list.addPoint(at(1), 1)
    list.addPoint(at(2), 1)
    expect([list.cancel(), list.cancel(), list.cancel()]).toEqual([true, true, false])
    expect(list.state.measures).toHaveLength(1)
  })

  test('a measurement without a result leaves no step to undo', () => {
    const list = new MeasureList()
    list.setKind('thickness')
    list.drop(list.addPoint(at(0), 1)!.id)
    expect(list.state).toMatchObject({ measures: [], canUndo: false })
  })

  test('a finer level replaces all points', () => {
    const list = new MeasureList()
    list.addPoint(at(0), 1)
    list.addPoint(at(1), 1)
    list.addPoint(at(2), 1)
    list.replacePoints([at(0.1), at(1.1), at(2.1)])
    expect(placesOf(list)).toEqual([[0.1, 1.1]])
    expect(list.state.draft[0]?.point[0]).toBe(2.1)
  })
})

test('points on a line have no circle, and equal points no angle', () => {
  expect(computeAtOnce('circle', [at(0), at(1), at(2)])).toBe('line')
  expect(computeAtOnce('angle', [at(1), at(1), at(2)])).toBe('line')
  expect(computeAtOnce('angle', [at(1), at(0), at(0, 5)])).toEqual({ value: 90 })
})

test('the opposing scans are those of the other jaw, or else all others that are visible', () => {
  const scan = (id: string, role: SceneScan['role'], visible = true): SceneScan => ({
    ...{ id, role, visible, isHiddenByView: false, opacity: 1, hasColors: false, ownColors: false },
    ...{ triangleCount: 1, tint: '#ffffff', sizeMm: [1, 1, 1], isBiteAligned: false, isFinest: true },
  })
  const pair = [scan('u', 'upper'), scan('l', 'lower'), scan('b', 'bite')]
  expect(listOpposing(pair, 'u')).toEqual(['l'])
  expect(listOpposing([...pair, scan('n', 'antagonist')], 'u')).toEqual(['l', 'n'])
  expect(listOpposing([scan('d', 'design'), scan('p', 'preparation'), scan('n', 'antagonist')], 'd')).toEqual(
    ['n'],
  )
  expect(listOpposing([scan('x', 'other'), scan('l', 'lower'), scan('h', 'upper', false)], 'x')).toEqual([
    'l',
  ])
  expect(listOpposing([scan('u', 'upper')], 'u')).toEqual([])
})
