import { expect, test } from 'vitest'
import {
  archOf,
  archRow,
  areNeighbours,
  compareTeeth,
  formatTeeth,
  formatTooth,
  isAnterior,
  isPrimary,
  isTooth,
  neighboursOf,
  parseTooth,
  permanentTeeth,
  primaryTeeth,
  quadrantOf,
  rangeBetween,
  runsOf,
  Tooth,
  teeth,
  toothClassOf,
  toPalmer,
  toUniversal,
} from './teeth.ts'

test('there are 32 permanent and 20 primary teeth, each once', () => {
  expect([permanentTeeth.length, primaryTeeth.length, new Set(teeth).size]).toEqual([32, 20, 52])
  expect(Tooth.safeParse('19').success).toBe(false)
  expect(['18', '56', '00', '111', ''].map(isTooth)).toEqual([true, false, false, false, false])
})

test('an arch is drawn with the patient’s right on the left', () => {
  expect(archRow('upper').join(' ')).toBe('18 17 16 15 14 13 12 11 21 22 23 24 25 26 27 28')
  expect(archRow('lower').join(' ')).toBe('48 47 46 45 44 43 42 41 31 32 33 34 35 36 37 38')
  expect(archRow('upper', 'primary').join(' ')).toBe('55 54 53 52 51 61 62 63 64 65')
  expect(archRow('lower', 'primary').join(' ')).toBe('85 84 83 82 81 71 72 73 74 75')
})

test('the FDI code of a tooth determines its arch, quadrant, dentition and kind', () => {
  expect((['18', '28', '38', '48', '55', '85'] as const).map(archOf)).toEqual([
    'upper',
    'upper',
    'lower',
    'lower',
    'upper',
    'lower',
  ])
  expect((['11', '21', '31', '41', '51', '61', '71', '81'] as const).map(quadrantOf)).toEqual([
    1, 2, 3, 4, 1, 2, 3, 4,
  ])
  expect(teeth.filter(isPrimary)).toEqual([...primaryTeeth])
  expect(permanentTeeth.filter(isAnterior).join(' ')).toBe('11 12 13 21 22 23 31 32 33 41 42 43')
  expect((['12', '13', '15', '16', '54', '55', '53'] as const).map(toothClassOf)).toEqual([
    'incisor',
    'canine',
    'premolar',
    'molar',
    'molar',
    'molar',
    'canine',
  ])
})

test('neighbours include teeth across the midline, and the last molar has one neighbour', () => {
  expect(neighboursOf('11')).toEqual(['12', '21'])
  expect(neighboursOf('31')).toEqual(['41', '32'])
  expect(neighboursOf('51')).toEqual(['52', '61'])
  expect(neighboursOf('18')).toEqual(['17'])
  expect(neighboursOf('38')).toEqual(['37'])
  expect([areNeighbours('11', '21'), areNeighbours('11', '41'), areNeighbours('13', '23')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a range contains all teeth between two teeth of one arch, and is empty for teeth of different arches', () => {
  expect(rangeBetween('14', '16')).toEqual(['16', '15', '14'])
  expect(rangeBetween('12', '22')).toEqual(['12', '11', '21', '22'])
  expect(rangeBetween('33', '33')).toEqual(['33'])
  expect(rangeBetween('16', '46')).toEqual([])
  expect(rangeBetween('13', '53')).toEqual([])
})

test('teeth are sorted in view order and grouped into runs', () => {
  expect([...teeth].toReversed().sort(compareTeeth)).toEqual([
    ...archRow('upper'),
    ...archRow('lower'),
    ...archRow('upper', 'primary'),
    ...archRow('lower', 'primary'),
  ])
  expect(runsOf(['14', '21', '16', '15', '15'])).toEqual([['16', '15', '14'], ['21']])
  expect(runsOf(['11', '41', '31', '21'])).toEqual([
    ['11', '21'],
    ['41', '31'],
  ])
  expect(runsOf(['28', '48'])).toEqual([['28'], ['48']])
  expect(runsOf([])).toEqual([])
})

test('the Universal system has numbers from 18 to 48 and letters from 55 to 85', () => {
  const clockwise = [...archRow('upper'), ...archRow('lower').toReversed()]
  expect(clockwise.map(toUniversal)).toEqual(Array.from({ length: 32 }, (_, at) => String(at + 1)))
  const primary = [...archRow('upper', 'primary'), ...archRow('lower', 'primary').toReversed()]
  expect(primary.map(toUniversal).join('')).toBe('ABCDEFGHIJKLMNOPQRST')
})

test('the Palmer notation names the quadrant with two letters', () => {
  expect((['16', '21', '38', '41', '51', '65', '74', '83'] as const).map(toPalmer)).toEqual([
    'UR6',
    'UL1',
    'LL8',
    'LR1',
    'URA',
    'ULE',
    'LLD',
    'LRC',
  ])
})

test.each(['fdi', 'universal', 'palmer'] as const)(
  'every tooth formatted in %s notation is parsed as the same tooth',
  (notation) => {
    expect(teeth.map((tooth) => parseTooth(formatTooth(tooth, notation), notation))).toEqual([...teeth])
  },
)

test('a tooth is parsed with spaces, dots and small letters, but not if the notation does not contain it', () => {
  expect(parseTooth(' #3 ', 'universal')).toBe('16')
  expect(parseTooth('03', 'universal')).toBe('16')
  expect(parseTooth('t', 'universal')).toBe('85')
  expect(parseTooth('ur 6', 'palmer')).toBe('16')
  expect(parseTooth('1.6', 'fdi')).toBe('16')
  expect(parseTooth('１６', 'fdi')).toBe('16')
  expect(parseTooth('19', 'fdi')).toBeUndefined()
  expect(parseTooth('33', 'universal')).toBeUndefined()
  expect(parseTooth('0', 'universal')).toBeUndefined()
  expect(parseTooth('UR9', 'palmer')).toBeUndefined()
  expect(parseTooth('', 'fdi')).toBeUndefined()
})

test('neighbouring teeth are formatted as a range in every notation', () => {
  const bridge = ['14', '15', '16'] as const
  expect(formatTeeth(bridge, 'fdi')).toBe('14–16')
  expect(formatTeeth(bridge, 'universal')).toBe('3–5')
  expect(formatTeeth(bridge, 'palmer')).toBe('UR4–6')
  expect(formatTeeth(['13', '12', '11', '21', '22', '23'], 'fdi')).toBe('13–23')
  expect(formatTeeth(['13', '12', '11', '21', '22', '23'], 'palmer')).toBe('UR3–UL3')
  expect(formatTeeth(['33', '32', '31', '41', '42', '43'], 'fdi')).toBe('43–33')
  expect(formatTeeth(['33', '32', '31', '41', '42', '43'], 'universal')).toBe('22–27')
  expect(formatTeeth(['36', '24', '25'], 'fdi')).toBe('24–25, 36')
  expect(formatTeeth([], 'fdi')).toBe('')
})
