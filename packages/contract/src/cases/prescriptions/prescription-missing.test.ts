import { describe, expect, it } from 'vitest'
import { type OrderType, orderTypes } from '../orders/order-types.ts'
import { Prescription } from './prescription.ts'
import { listMissing } from './prescription-missing.ts'
import { generalRequirements } from './prescription-requirements.ts'

const pathsOf = (type: OrderType, given: object) =>
  listMissing(type, Prescription.parse({ type, ...given })).map(({ path }) => path)
const ofImplant = (...items: object[]) => pathsOf(orderTypes.implant, { items })
const ofAligners = (given: object) =>
  pathsOf(orderTypes.orthodontics, { appliance: 'aligners', arch: 'both', ...given })
const ofDenture = (given: object) => pathsOf(orderTypes.removable, { arch: 'upper', ...given })

const shade = { guide: 'vita_classical', body: 'A2' }
const system = { maker: 'straumann', line: 'blx', platform: 'RB' }

describe('a work of a restoration', () => {
  it('needs a shade only if work and material have one, and a material unless it is a wax-up', () => {
    const ofWork = (work: string, more: object = {}) =>
      pathsOf(orderTypes.restoration, { items: [{ tooth: '16', work, ...more }] })
    expect(ofWork('crown')).toEqual(['items.0.material', 'items.0.shade.body'])
    expect(ofWork('post_core')).toEqual(['items.0.material'])
    expect(ofWork('wax_up')).toEqual([])
    expect(ofWork('crown', { material: 'gold' })).toEqual([])
    expect(ofWork('veneer', { material: 'lithium_disilicate', shade })).toEqual([])
  })
})

describe('a work on an implant', () => {
  const crown = { tooth: '36', work: 'crown' }

  it('needs system, connection, material, shade and retention', () => {
    expect(ofImplant(crown)).toEqual([
      ...['items.0.maker', 'items.0.material', 'items.0.shade.body', 'items.0.retention'],
    ])
    expect(ofImplant({ ...crown, maker: 'straumann' })).toContain('items.0.line')
    expect(ofImplant({ ...crown, maker: 'straumann', line: 'blx' })).toContain('items.0.platform')
    const complete = { ...crown, ...system, material: 'zirconia', shade, retention: 'screw' }
    expect(ofImplant(complete)).toEqual([])
  })

  it('needs none of them that the laboratory decides', () => {
    const open = {
      ...crown,
      maker: 'by_lab',
      material: 'by_lab',
      retention: 'by_lab',
      shade: { callMe: true },
    }
    expect(ofImplant(open)).toEqual([])
  })

  it('needs a note if the catalogue does not have the implant', () => {
    const other = { ...crown, maker: 'other', material: 'zirconia', shade, retention: 'screw' }
    expect(ofImplant(other)).toEqual(['items.0.note'])
    expect(ofImplant({ ...other, note: 'Bego Semados, 4.1' })).toEqual([])
    const given = { items: [other], note: 'All implants are Bego Semados, 4.1' }
    expect(pathsOf(orderTypes.implant, given)).toEqual([])
  })

  it('needs the implant once for two works on it, and no implant for a pontic', () => {
    const abutment = { tooth: '36', work: 'abutment', ...system }
    const onAbutment = { ...crown, material: 'zirconia', shade, retention: 'cement' }
    expect(ofImplant(abutment, onAbutment)).toEqual([])
    expect(ofImplant({ ...abutment, maker: null, line: null, platform: null }, onAbutment)).toEqual([
      'items.0.maker',
    ])
    const bridge = {
      items: [
        { ...crown, ...system, material: 'zirconia', shade, retention: 'screw' },
        { tooth: '35', work: 'pontic', material: 'zirconia', shade },
      ],
      connectors: [{ from: '36', to: '35' }],
    }
    expect(pathsOf(orderTypes.implant, bridge)).toEqual([])
  })
})

describe('aligners', () => {
  it('need goal, movements and the course of the treatment', () => {
    const names = ['course', 'goal', 'ipr', 'attachments', 'expansion', 'spaces']
    expect(ofAligners({})).toEqual(names)
    const movements = { ipr: 'if_needed', attachments: 'allowed', expansion: 'none', spaces: 'close' }
    expect(ofAligners({ course: 'refinement', goal: 'front', ...movements })).toEqual([])
  })

  it('need the goals for the bite only if they correct the whole bite', () => {
    expect(ofAligners({ goal: 'full' })).toEqual(
      expect.arrayContaining(['overjet', 'overbite', 'midline', 'sagittal']),
    )
    expect(ofAligners({ goal: 'relapse' })).not.toContain('overjet')
    expect(pathsOf(orderTypes.orthodontics, { appliance: 'hawley', arch: 'upper' })).toEqual([])
  })
})

describe('a denture', () => {
  it('needs material, and mould and shade of the teeth unless the laboratory decides', () => {
    expect(ofDenture({ kind: 'full' })).toEqual(['base', 'toothMould', 'shade.body'])
    expect(ofDenture({ kind: 'full', base: 'acrylic', toothMould: 'PM12', shade })).toEqual([])
    expect(ofDenture({ kind: 'full', base: 'by_lab', teethByLab: true })).toEqual([])
    expect(ofDenture({ kind: 'full', base: 'acrylic', toothMould: 'PM12', shade: { callMe: true } })).toEqual(
      [],
    )
  })

  it('needs the replaced teeth and the clasps if it is partial', () => {
    const partial = { kind: 'partial', base: 'metal_cocr', teethByLab: true }
    expect(ofDenture(partial)).toEqual(['teeth', 'clasps'])
    const marked = { ...partial, teeth: ['14', '15'], clasps: [{ tooth: '13' }] }
    expect(ofDenture(marked)).toEqual([])
    for (const claspPlan of ['by_lab', 'none'])
      expect(ofDenture({ ...marked, clasps: [], claspPlan })).toEqual([])
    expect(ofDenture({ kind: 'flexible', teeth: ['14'], teethByLab: true })).toEqual([])
  })

  it('needs only what its stage uses', () => {
    expect(ofDenture({ kind: 'full', stage: 'special_tray' })).toEqual([])
    expect(ofDenture({ kind: 'partial', stage: 'bite_rim' })).toEqual([])
    expect(ofDenture({ kind: 'partial', stage: 'framework_try_in' })).toEqual(['teeth', 'base', 'clasps'])
    expect(ofDenture({ kind: 'full', stage: 'tooth_set_up' })).toContain('toothMould')
    expect(ofDenture({ kind: 'reline' })).toEqual([])
  })
})

it('a requirement of a laboratory that became general is not listed twice', () => {
  const given = Prescription.parse({ type: 2, items: [{ tooth: '36', work: 'crown' }] })
  expect(listMissing(2, given, generalRequirements)).toEqual(listMissing(2, given))
})
