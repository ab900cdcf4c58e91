import { expect, test } from 'vitest'
import { areJoined, bridgesOf, drawnJoints, joinedTo, selectTooth, stepFrom } from './tooth-picking.ts'

const plain = { isAdding: false, isRange: false }
const both = ['upper', 'lower'] as const

test('a press selects only the pressed tooth, and another press deselects it', () => {
  expect(selectTooth(['11', '12'], '16', 'replace', plain, undefined)).toEqual(['16'])
  expect(selectTooth(['16'], '16', 'replace', plain, undefined)).toEqual([])
  expect(selectTooth(['11', '16'], '16', 'replace', plain, undefined)).toEqual(['16'])
})

test('with Ctrl or in the mode `toggle` a press adds or removes one tooth', () => {
  expect(selectTooth(['11'], '16', 'replace', { ...plain, isAdding: true }, '11')).toEqual(['11', '16'])
  expect(selectTooth(['11'], '16', 'toggle', plain, undefined)).toEqual(['11', '16'])
  expect(selectTooth(['11', '16'], '11', 'toggle', plain, undefined)).toEqual(['16'])
})

test('a press with Shift selects the range from the last pressed tooth, if both teeth are in the same arch', () => {
  const shift = { isAdding: false, isRange: true }
  expect(selectTooth(['36'], '14', 'replace', shift, '16')).toEqual(['16', '15', '14'])
  expect(selectTooth(['36'], '14', 'toggle', shift, '16')).toEqual(['36', '16', '15', '14'])
  expect(selectTooth([], '46', 'replace', shift, '16')).toEqual(['46'])
  expect(selectTooth([], '46', 'replace', shift, undefined)).toEqual(['46'])
})

test('arrow keys move along the arch as it is shown and to the opposite tooth, Home and End to the ends of the arch', () => {
  expect(stepFrom('11', 'ArrowRight', both)).toBe('21')
  expect(stepFrom('18', 'ArrowLeft', both)).toBeUndefined()
  expect(stepFrom('16', 'ArrowDown', both)).toBe('46')
  expect(stepFrom('46', 'ArrowUp', both)).toBe('16')
  expect(stepFrom('16', 'ArrowUp', both)).toBeUndefined()
  expect(stepFrom('16', 'ArrowDown', ['upper'])).toBeUndefined()
  expect(stepFrom('33', 'Home', both)).toBe('48')
  expect(stepFrom('51', 'End', both)).toBe('65')
  expect(stepFrom('51', 'ArrowDown', both)).toBe('81')
  expect(stepFrom('51', 'a', both)).toBeUndefined()
})

test('a run of selected neighbours is a bridge, which counts as joined if all neighbours in it are joined', () => {
  expect(bridgesOf(['14', '16', '15', '36'], [['15', '16']])).toEqual([
    { teeth: ['16', '15', '14'], isJoined: false },
  ])
  expect(
    bridgesOf(
      ['14', '16', '15'],
      [
        ['15', '16'],
        ['14', '15'],
      ],
    ),
  ).toEqual([{ teeth: ['16', '15', '14'], isJoined: true }])
  expect(bridgesOf(['14', '16'], [])).toEqual([])
})

test('joints have no direction, and only joints of neighbours are drawn', () => {
  expect(areJoined([['15', '16']], '16', '15')).toBe(true)
  expect(
    joinedTo(
      [
        ['15', '16'],
        ['14', '15'],
      ],
      '15',
    ),
  ).toEqual(['16', '14'])
  expect(
    drawnJoints([
      ['15', '16'],
      ['16', '15'],
      ['14', '16'],
      ['11', '21'],
    ]),
  ).toEqual([
    ['15', '16'],
    ['11', '21'],
  ])
})
