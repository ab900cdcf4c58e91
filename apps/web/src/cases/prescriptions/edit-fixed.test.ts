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

describe('editing a prescription of fixed work', () => {
  it('sets the same work on several teeth, and replaces the work of one tooth', () => {
    const crowns = setWork(blank, ['16', '26'], 'crown')
    expect(worksOf(crowns)).toEqual(['16 crown', '26 crown'])
    expect(worksOf(setWork(crowns, ['26'], 'onlay'))).toEqual(['16 crown', '26 onlay'])
  })

  it('copies the material of the last work to a new work', () => {
    const first = patchItems(setWork(blank, ['16'], 'crown'), ['16'], 0, { material: 'zirconia' })
    expect(setWork(first, ['26'], 'crown').items[1]).toMatchObject({ tooth: '26', material: 'zirconia' })
  })

  it('joins teeth to a bridge of one material, with pontics between two crowns', () => {
    const start = patchItems(setWork(blank, ['14'], 'crown'), ['14'], 0, { material: 'pfz' })
    const bridge = joinTeeth(start, ['16', '15', '14'])
    expect(worksOf(bridge)).toEqual(['16 crown', '15 pontic', '14 crown'])
    expect(bridge.items.map(({ material }) => material)).toEqual(['pfz', 'pfz', 'pfz'])
    expect(bridge.connectors).toHaveLength(2)
    expect(isValid(bridge)).toBe(true)
    const other = patchItems(bridge, ['15'], 0, { material: 'zirconia' })
    expect(other.items.map(({ material }) => material)).toEqual(['zirconia', 'zirconia', 'zirconia'])
  })

  it('removes the stump shade from pontics', () => {
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

  it('links a new pontic with both neighbours', () => {
    const value = setWork(setWork(blank, ['11', '22'], 'crown'), ['21'], 'pontic')
    expect(value.connectors).toEqual([
      { from: '11', to: '21' },
      { from: '21', to: '22' },
    ])
    expect(isValid(value)).toBe(true)
  })

  it('separates an inlay from its bridge, and replaces an inlay by a crown when its tooth is joined', () => {
    const bridge = joinTeeth(blank, ['16', '15', '14'])
    const value = setWork(bridge, ['14'], 'inlay')
    expect(value.connectors).toEqual([{ from: '16', to: '15' }])
    expect(worksOf(joinTeeth(value, ['15', '14']))).toContain('14 crown')
  })

  it('keeps the material of the first works when the second works of a bridge get another one', () => {
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

  it('removes a work with its connectors, and separates the teeth of a bridge', () => {
    const bridge = joinTeeth(blank, ['16', '15', '14'])
    expect(removeWork(bridge, ['16']).connectors).toEqual([{ from: '15', to: '14' }])
    expect(separateTeeth(bridge, ['16', '15']).connectors).toEqual([{ from: '15', to: '14' }])
    expect(separateTeeth(bridge, ['16', '15', '14']).connectors).toEqual([])
  })

  it('offers only second works that can share a tooth with the first work', () => {
    expect(secondWorks(['crown', 'inlay', 'provisional'], 'crown')).toEqual(['provisional'])
  })
})
