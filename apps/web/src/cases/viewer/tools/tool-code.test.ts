import type { PickedPoint } from '@pontic/viewer/measure'
import { describe, expect, test } from 'vitest'
import { decodeTools, encodeTools, type ToolsState } from './tool-code.ts'

const scans = [
  { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', role: 'upper' },
  { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e10', role: 'lower' },
] as const
const [upper, lower] = scans.map(({ id }) => id) as [string, string]

const at = (scanId: string, x = 1.234): PickedPoint => ({
  ...{ scanId, point: [x, -20.5, 0], normal: [0, 0.6, -0.8], snap: 'surface' },
})

const used: ToolsState = {
  tool: 'tools.compare',
  measures: [
    { kind: 'distance', points: [at(upper), at(lower, -7)], reachMm: 0.5 },
    { kind: 'path', points: [at(upper), at(upper, 2), at(upper, 3), at(upper, 4)], reachMm: 0 },
    { kind: 'rim', points: [at(lower)], reachMm: 2.125 },
  ],
  section: {
    section: {
      ...{ centre: [1, 2, 3], normal: [0, 0, 1], up: [0, 1, 0], scanId: upper },
      ...{ positionMm: -2.5, tiltDeg: 10, turnDeg: 0 },
    },
    shown: 'front',
  },
  contacts: { kind: 'clearance', least: '2.0', pair: [upper, lower] },
  compare: {
    ...{ look: 'split', range: '0.1', pair: [lower, upper] },
    aligned: { pair: [lower, upper], movement: [1, 0, 0, 0.25, 0, 1, 0, -3, 0, 0, 1, 12.5] },
  },
  surface: {
    ...{ kind: 'walls', scanId: lower, isFollowing: true, leastWallMm: 0.8 },
    toEye: { scanId: lower, direction: [0, 0, 1] },
  },
}

describe('The code of the tools', () => {
  test('is decoded to the same state, and contains only characters that an address does not change', () => {
    const { code, count } = encodeTools(used, scans)
    expect(count).toBe(3)
    expect(code).toMatch(/^[A-Za-z0-9_.*!-]+$/)
    expect(encodeURI(code)).toBe(code)
    expect(decodeTools(code, scans)).toEqual({ state: used, gone: [] })
    expect(code.length).toBeLessThan(700)
    const unused: ToolsState = { tool: undefined, measures: [] }
    expect(decodeTools(encodeTools(unused, scans).code, scans)?.state).toEqual(unused)
  })

  test('T75: never contains the name of a measurement or the complete id of a file', () => {
    const named = [{ ...used.measures[0]!, id: 1, name: 'Ada Secret' }]
    const { code } = encodeTools({ ...used, measures: named }, scans)
    expect(code).not.toMatch(/Ada|Secret|0193b0c4/)
  })

  test('leaves out what belongs to a scan that is not present, and says its role', () => {
    const { code } = encodeTools(used, scans)
    const found = decodeTools(code, [scans[0]])
    expect(found?.gone).toEqual(['lower'])
    expect(found?.state).toEqual({
      ...used,
      measures: [used.measures[1]],
      contacts: { ...used.contacts, pair: undefined },
      compare: { ...used.compare, pair: undefined, aligned: undefined },
      surface: { ...used.surface, scanId: undefined, toEye: undefined },
    })
  })

  test('has as many measurements as fit into a link', () => {
    const many = Array.from({ length: 500 }, () => used.measures[0]!)
    const { code, count } = encodeTools({ tool: undefined, measures: many }, scans)
    expect(code.length).toBeLessThanOrEqual(6_000)
    expect(count).toBeGreaterThan(40)
    expect(decodeTools(code, scans)?.state.measures).toHaveLength(count)
  })

  const head = '1!3c2d1e0f.upper'
  const point = '0.0.0.0.0.0.255s'
  const goodSection = 's_both_0_0.0.0_0.0.255s_0.255s.0_0_0_0'

  test('is decoded from these parts, which the next test damages', () => {
    expect(decodeTools(`${head}!m_rim_0_${point}!${goodSection}`, scans)?.state).toMatchObject({
      measures: [{ kind: 'rim' }],
      section: { shown: 'both' },
    })
  })

  test.each([
    '',
    '1',
    '2!',
    '0!!',
    '1!3c2d1e0f',
    '1!3c2d1e0f.crown',
    '1!3c2d1e0f.upper.more',
    '1!.upper',
    '1!3c2d1e0f0.upper',
    '1!__proto__.upper',
    `${head}!`,
    `${head}!x_1`,
    `${head}!t_`,
    `${head}!t_constructor`,
    `${head}!t_measure_more`,
    `${head}!m_rim_0`,
    `${head}!m_volume_0_${point}`,
    `${head}!m_rim_0_${point}*${point}`,
    `${head}!m_distance_0_${point}`,
    `${head}!m_rim_-1_${point}`,
    `${head}!m_rim_0_1.0.0.0.0.0.255s`,
    `${head}!m_rim_0_-.0.0.0.0.0.255s`,
    `${head}!m_rim_0_0.0.0.0.0.0`,
    `${head}!m_rim_0_0.0.0.0.0.0.0`,
    `${head}!m_rim_0_0.0.0.0.0.0.zzzz`,
    `${head}!m_rim_0_0.zzzzzzz.0.0.0.0.255s`,
    `${head}!m_rim_0_0.NaN!.0.0.0.0.255s`,
    `${head}!m_rim_0_0.1e9.-Infinity.0.0.0.255s`,
    `${head}!m_path_0_${Array.from({ length: 61 }, () => point).join('*')}`,
    `${head}!${goodSection}_0`,
    `${head}!s_left_0_0.0.0_0.0.255s_0.255s.0_0_0_0`,
    `${head}!s_both_0_0.0.0_0.0.255s_0.0.255s_0_0_0`,
    `${head}!s_both_0_0.0.0_0.0.255s_0.255s.0_1ekg_0_0`,
    `${head}!s_both_0_0.0.0_0.0.255s_0.255s.0_0_1zzz_0`,
    `${head}!c_contacts_1.5_0.0`,
    `${head}!c_contacts_9_-`,
    `${head}!c_contacts_1.5_0.7`,
    `${head}!v_map_0.25_-_1.2.3`,
    `${head}!v_map_0.25_-_${Array.from({ length: 12 }, () => '0').join('.')}`,
    `${head}!v_map_0.25_-_255s.0.0.0.255s.0.0.0.-255s.0.0.0`,
    `${head}!u_walls_-_-_-_2_rs`,
    `${head}!u_walls_-_-_-_0_0`,
    `1!${Array.from({ length: 61 }, () => 'a.upper').join('*')}`,
    `${head}${'!t_measure'.repeat(101)}`,
    `${head}!${'a'.repeat(100_000)}`,
  ])('T75: is refused if `encodeTools` cannot have written it: %#', (code) => {
    expect(decodeTools(code, scans)).toBeUndefined()
  })

  test('T75: never throws and never lets a wrong number through, whatever is done to it', () => {
    const { code } = encodeTools(used, scans)
    const letters = '0z-_.*!a9~%"<'
    for (let at = 0; at < code.length; at += 1)
      for (const letter of letters)
        for (const damaged of [
          code.slice(0, at) + letter + code.slice(at + 1),
          code.slice(0, at) + code.slice(at + 1),
        ]) {
          const state = decodeTools(damaged, scans)?.state
          for (const { points, reachMm } of state?.measures ?? []) {
            const numbers = [reachMm, ...points.flatMap(({ point, normal }) => [...point, ...normal])]
            expect(numbers.every((value) => Math.abs(value) <= 10_000)).toBe(true)
          }
        }
  })
})
