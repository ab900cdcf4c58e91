import { expect, test } from 'vitest'
import { areJoined, bridgesOf, choose, drawnJoints, joinedTo, stepFrom } from './tooth-picking.ts'

const plain = { isAdding: false, isReaching: false }
const both = ['upper', 'lower'] as const

test('a press chooses one tooth, and the same press takes it out', () => {
  expect(choose(['11', '12'], '16', 'replace', plain, undefined)).toEqual(['16'])
  expect(choose(['16'], '16', 'replace', plain, undefined)).toEqual([])
  expect(choose(['11', '16'], '16', 'replace', plain, undefined)).toEqual(['16'])
})

test('with Ctrl, or where a press puts to the others, each tooth goes in and out by itself', () => {
  expect(choose(['11'], '16', 'replace', { ...plain, isAdding: true }, '11')).toEqual(['11', '16'])
  expect(choose(['11'], '16', 'toggle', plain, undefined)).toEqual(['11', '16'])
  expect(choose(['11', '16'], '11', 'toggle', plain, undefined)).toEqual(['16'])
})

test('with Shift all teeth from the last press are chosen, of one arch only', () => {
  const held = { isAdding: false, isReaching: true }
  expect(choose(['36'], '14', 'replace', held, '16')).toEqual(['16', '15', '14'])
  expect(choose(['36'], '14', 'toggle', held, '16')).toEqual(['36', '16', '15', '14'])
  expect(choose([], '46', 'replace', held, '16')).toEqual(['46'])
  expect(choose([], '46', 'replace', held, undefined)).toEqual(['46'])
})

test('arrows go along the arch as it is seen and to the tooth that bites on it', () => {
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

test('a run of chosen neighbours can be joined, and parted once all of it is joined', () => {
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

test('joints are the same in both directions, and only neighbours are drawn as joined', () => {
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
