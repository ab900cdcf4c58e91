import {
  blankPrescription,
  blankShade,
  Prescription,
  type RestorationPrescription,
  readInput,
} from '@pontic/contract'
import { describe, expect, it } from 'vitest'
import {
  joinTeeth,
  patchItems,
  removeWork,
  secondWorks,
  separateTeeth,
  setWork,
  worksOfTooth,
} from './edit-fixed.ts'

const blank: RestorationPrescription = blankPrescription(0)
const isValid = (value: RestorationPrescription) => readInput(Prescription, value).isValid
const worksOf = (value: RestorationPrescription) => value.items.map(({ tooth, work }) => `${tooth} ${work}`)

describe('what a dentist does with the chart', () => {
  it('gives teeth a work, then another one instead', () => {
    const crowns = setWork(blank, ['16', '26'], 'crown')
    expect(worksOf(crowns)).toEqual(['16 crown', '26 crown'])
    expect(worksOf(setWork(crowns, ['26'], 'onlay'))).toEqual(['16 crown', '26 onlay'])
  })

  it('says material and shade once: the next tooth begins with them', () => {
    const first = patchItems(setWork(blank, ['16'], 'crown'), ['16'], 0, { material: 'zirconia' })
    expect(setWork(first, ['26'], 'crown').items[1]).toMatchObject({ tooth: '26', material: 'zirconia' })
  })

  it('joins teeth to a bridge of one material with pontics between crowns', () => {
    const start = patchItems(setWork(blank, ['14'], 'crown'), ['14'], 0, { material: 'pfz' })
    const bridge = joinTeeth(start, ['16', '15', '14'])
    expect(worksOf(bridge)).toEqual(['16 crown', '15 pontic', '14 crown'])
    expect(bridge.items.map(({ material }) => material)).toEqual(['pfz', 'pfz', 'pfz'])
    expect(bridge.connectors).toHaveLength(2)
    expect(isValid(bridge)).toBe(true)
    const other = patchItems(bridge, ['15'], 0, { material: 'zirconia' })
    expect(other.items.map(({ material }) => material)).toEqual(['zirconia', 'zirconia', 'zirconia'])
  })

  it('says no stump of a pontic', () => {
    const shade = {
      ...blankShade,
      guide: 'vita_classical' as const,
      body: 'A3' as const,
      stump: 'ND2' as const,
    }
    const bridge = joinTeeth(setWork(blank, ['14'], 'crown'), ['16', '15', '14'])
    const shaded = patchItems(bridge, ['16', '15', '14'], 0, { shade })
    expect(shaded.items.map((item) => item.shade.stump)).toEqual(['ND2', null, 'ND2'])
    expect(shaded.items.map((item) => item.shade.body)).toEqual(['A3', 'A3', 'A3'])
    expect(setWork(shaded, ['16'], 'pontic').items[0]?.shade.stump).toBeNull()
  })

  it('makes a pontic and has it held by its neighbours', () => {
    const value = setWork(setWork(blank, ['11', '22'], 'crown'), ['21'], 'pontic')
    expect(value.connectors).toEqual([
      { from: '11', to: '21' },
      { from: '21', to: '22' },
    ])
    expect(isValid(value)).toBe(true)
  })

  it('takes an inlay out of the bridge, and joins a tooth with an inlay as a crown', () => {
    const bridge = joinTeeth(blank, ['16', '15', '14'])
    const value = setWork(bridge, ['14'], 'inlay')
    expect(value.connectors).toEqual([{ from: '16', to: '15' }])
    expect(worksOf(joinTeeth(value, ['15', '14']))).toContain('14 crown')
  })

  it('keeps a second work apart: of its own material, within the bridge', () => {
    const bridge = patchItems(joinTeeth(blank, ['16', '15', '14']), ['16'], 0, { material: 'zirconia' })
    const both = patchItems(setWork(bridge, ['16', '15', '14'], 'provisional', 1), ['16'], 1, {
      material: 'pmma',
    })
    expect(worksOfTooth(both, '15').map(({ work, material }) => [work, material])).toEqual([
      ['pontic', 'zirconia'],
      ['provisional', 'pmma'],
    ])
    expect(isValid(both)).toBe(true)
    expect(worksOf(removeWork(both, ['16', '15', '14'], 1))).toEqual(worksOf(bridge))
  })

  it('takes a work off with its connections, and parts a bridge', () => {
    const bridge = joinTeeth(blank, ['16', '15', '14'])
    expect(removeWork(bridge, ['16']).connectors).toEqual([{ from: '15', to: '14' }])
    expect(separateTeeth(bridge, ['16', '15']).connectors).toEqual([{ from: '15', to: '14' }])
    expect(separateTeeth(bridge, ['16', '15', '14']).connectors).toEqual([])
  })

  it('is offered only works that go together', () => {
    expect(secondWorks(['crown', 'inlay', 'provisional'], 'crown')).toEqual(['provisional'])
  })
})
