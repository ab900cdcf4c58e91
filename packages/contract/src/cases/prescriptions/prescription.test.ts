import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type FieldKey, readInput } from '../../fields.ts'
import { orderTypes } from '../orders/order-types.ts'
import { implantMakers, implantName, implantOptions, wrongImplantStep } from './implant-catalogue.ts'
import {
  blankPrescription,
  Prescription,
  type PrescriptionInput,
  type RestorationPrescription,
} from './prescription.ts'
import {
  applianceFields,
  appliances,
  prescriptionChoices,
  shadeGuides,
  vitaByValue,
  workPairs,
  works,
} from './prescription-codes.ts'
import { listMissing } from './prescription-missing.ts'
import { generalRequirements, labRequirements } from './prescription-requirements.ts'
import { canShareTooth, listBridges, listConnectorProblems, listWorkProblems } from './prescription-rules.ts'
import { archOf, areNeighbours, permanentTeeth, type Tooth, teeth } from './teeth.ts'

const check = (input: unknown): Record<string, FieldKey> | 'fine' => {
  const result = readInput(Prescription, input)
  return result.isValid ? 'fine' : result.fields
}
const restoration = (input: object): RestorationPrescription =>
  Prescription.parse({ type: 0, ...input }) as RestorationPrescription
const crown = (tooth: Tooth, more: object = {}) => ({ tooth, work: 'crown', material: 'zirconia', ...more })
const pontic = (tooth: Tooth, more: object = {}) => ({ tooth, work: 'pontic', material: 'zirconia', ...more })
const link = (from: Tooth, to: Tooth) => ({ from, to })
const bridge = {
  type: 0,
  items: [crown('16'), pontic('15'), crown('14')],
  connectors: [link('16', '15'), link('15', '14')],
}

describe('the code lists of the prescription', () => {
  it('contain the shades of the manufacturers: no D1, A3.5 as the only half shade, and 29 shades of 3D-Master', () => {
    expect(shadeGuides.vita_classical).toHaveLength(16)
    expect(shadeGuides.vita_classical).not.toContain('D1')
    expect(shadeGuides.vita_classical.filter((code) => code.includes('.'))).toEqual(['A3.5'])
    expect(shadeGuides.vita_3d_master).toHaveLength(29)
    expect(shadeGuides.chromascop).toHaveLength(20)
    expect([...vitaByValue].sort()).toEqual([...shadeGuides.vita_classical].sort())
  })

  it('contain no code twice', () => {
    for (const list of [...Object.values(prescriptionChoices), works, appliances, labRequirements])
      expect(new Set(list).size).toBe(list.length)
  })

  it('list for each appliance only fields that exist in the schema', () => {
    const known = Object.keys(blankPrescription(orderTypes.orthodontics))
    for (const fields of Object.values(applianceFields))
      expect(known).toEqual(expect.arrayContaining([...fields]))
  })
})

describe('a prescription', () => {
  it.each(Object.values(orderTypes))(
    'of type %i is blank by default and stays the same when it is parsed',
    (type) => {
      const blank = blankPrescription(type)
      expect(Prescription.parse(blank)).toEqual(blank)
      expect(Prescription.parse(JSON.parse(JSON.stringify(blank)))).toEqual(blank)
    },
  )

  it('refuses fields of another type, and unknown codes', () => {
    expect(check({ type: 0, appliance: 'hawley' })).toEqual({ appliance: 'unknown' })
    expect(check({ type: 3 })).not.toBe('fine')
    expect(check({ type: 0, items: [{ ...crown('16'), material: 'cheese' }] })).toEqual({
      'items.0.material': 'choice',
    })
    expect(check({ type: 0, items: [crown('19' as Tooth)] })).toEqual({ 'items.0.tooth': 'choice' })
  })

  it('accepts only shades of the chosen guide', () => {
    const shade = (given: object) => check({ type: 0, items: [crown('16', { shade: given })] })
    expect(shade({ guide: 'vita_classical', cervical: 'A3.5', body: 'A3', incisal: 'A2' })).toBe('fine')
    expect(shade({ guide: 'vita_classical', body: '2M1' })).toEqual({ 'items.0.shade.body': 'choice' })
    expect(shade({ body: 'A3' })).toEqual({ 'items.0.shade.body': 'choice' })
    expect(shade({ callMe: true, stump: 'ND9' })).toBe('fine')
    expect(shade({ stump: 'ND10' })).toEqual({ 'items.0.shade.stump': 'choice' })
  })

  it('loses fields that the chosen appliance does not have', () => {
    const given = { type: 1, appliance: 'vacuum_retainer', thickness: '1.0', clasp: 'ball', clasps: ['16'] }
    expect(Prescription.parse(given)).toEqual({
      ...blankPrescription(1),
      appliance: 'vacuum_retainer',
      thickness: '1.0',
    })
  })

  it('lists each tooth once', () => {
    const given = { type: 1, appliance: 'bonded_retainer', teeth: ['33', '33', '43'] }
    expect(Prescription.parse(given)).toMatchObject({ teeth: ['33', '43'] })
  })
})

describe('the bridges of a prescription', () => {
  it('connect only neighbouring teeth of one arch', () => {
    expect(check(bridge)).toBe('fine')
    expect(check({ ...bridge, connectors: [link('16', '14')] })).toEqual({
      'connectors.0': 'not_neighbours',
    })
    const overMidline = { type: 0, items: [crown('11'), pontic('21')], connectors: [link('11', '21')] }
    expect(check(overMidline)).toBe('fine')
    fc.assert(
      fc.property(fc.constantFrom(...teeth), fc.constantFrom(...teeth), (one, other) => {
        const problems = listConnectorProblems({
          items: [one, other].map((tooth) => ({ tooth, work: 'crown', material: null })),
          connectors: [link(one, other)],
        })
        expect(problems.length === 0).toBe(areNeighbours(one, other))
        if (problems.length === 0) expect(archOf(one)).toBe(archOf(other))
      }),
    )
  })

  it('require a work on both teeth', () => {
    expect(check({ type: 0, items: [crown('16')], connectors: [link('16', '15')] })).toEqual({
      'connectors.0': 'tooth_without_work',
    })
  })

  it('must include every pontic and cannot include an inlay', () => {
    expect(check({ type: 0, items: [crown('16'), pontic('15')] })).toEqual({
      'items.1.work': 'pontic_unlinked',
    })
    const inlay = { tooth: '14', work: 'inlay', material: 'zirconia' }
    expect(check({ ...bridge, items: [crown('16'), pontic('15'), inlay] })).toEqual({
      'items.2.work': 'inlay_linked',
    })
  })

  it('have one material for final works and one for provisional works', () => {
    const mixed = { ...bridge, items: [crown('16'), pontic('15'), crown('14', { material: 'pfz' })] }
    expect(check(mixed)).toEqual({ 'items.2.material': 'materials_differ' })
    const open = { ...bridge, items: [crown('16'), pontic('15', { material: null }), crown('14')] }
    expect(check(open)).toBe('fine')
    const provisionals = bridge.items.map(({ tooth }) => ({ tooth, work: 'provisional', material: 'pmma' }))
    expect(check({ ...bridge, items: [...bridge.items, ...provisionals] })).toBe('fine')
    const onPost = { tooth: '16', work: 'post_core', material: 'gold' }
    expect(check({ ...bridge, items: [onPost, ...bridge.items] })).toBe('fine')
  })

  it('are found from connectors in any order', () => {
    const row: Tooth[] = ['13', '12', '11', '21', '22']
    const links = row.slice(1).map((tooth, at) => link(tooth, row[at]!))
    fc.assert(
      fc.property(fc.shuffledSubarray(links, { minLength: 4 }), (shuffled) => {
        expect(listBridges(shuffled)).toEqual([row])
      }),
    )
    expect(listBridges([link('14', '15'), link('24', '25')])).toEqual([
      ['15', '14'],
      ['24', '25'],
    ])
  })
})

describe('the works on a tooth', () => {
  it('are at most two, and two must be a pair of `workPairs`', () => {
    const on16 = (...names: string[]) =>
      listWorkProblems({ items: names.map((work) => ({ tooth: '16', work, material: null })) })
    expect(on16('crown', 'provisional')).toEqual([])
    expect(on16('post_core', 'crown')).toEqual([])
    expect(on16('crown', 'crown')).toHaveLength(1)
    expect(on16('crown', 'inlay')).toHaveLength(1)
    expect(on16('post_core', 'crown', 'provisional')).toEqual([
      { path: ['items', 2, 'work'], key: 'works_together' },
    ])
  })

  it('form a pair in either order', () => {
    for (const [one, other] of workPairs) {
      expect(canShareTooth(one, other)).toBe(true)
      expect(canShareTooth(other, one)).toBe(true)
    }
  })
})

describe('the implant catalogue', () => {
  it('refuses a choice that does not belong to the choices before it', () => {
    const item = {
      tooth: '36',
      work: 'crown',
      maker: 'straumann',
      line: 'blx',
      platform: 'RB',
      diameterMm: 4,
    }
    const checkItem = (more: object) => check({ type: 2, items: [{ ...item, ...more }] })
    expect(checkItem({})).toBe('fine')
    expect(checkItem({ maker: 'mis' })).toEqual({ 'items.0.line': 'choice' })
    expect(checkItem({ platform: 'XX' })).toEqual({ 'items.0.platform': 'choice' })
    expect(checkItem({ diameterMm: 9 })).toEqual({ 'items.0.diameterMm': 'choice' })
    expect(checkItem({ line: 'toString' })).toEqual({ 'items.0.line': 'choice' })
    expect(checkItem({ line: null })).toEqual({ 'items.0.platform': 'choice' })
    expect(checkItem({ maker: 'other', line: null, platform: null, diameterMm: null })).toBe('fine')
  })

  it('offers only valid choices and names the chosen implant', () => {
    for (const maker of Object.keys(implantMakers) as (keyof typeof implantMakers)[]) {
      const first = { maker, line: null, platform: null, diameterMm: null }
      for (const { code } of implantOptions(first).lines) {
        const second = { ...first, line: code }
        expect(implantOptions(second).platforms.length).toBeGreaterThan(0)
        for (const platform of implantOptions(second).platforms)
          for (const diameterMm of implantOptions({ ...second, platform }).diametersMm)
            expect(wrongImplantStep({ ...second, platform, diameterMm })).toBeUndefined()
      }
    }
    const chosen = { maker: 'straumann', line: 'blx', platform: 'RB', diameterMm: 4 } as const
    expect(implantName(chosen)).toBe('Straumann BLX, RB, Ø 4 mm')
  })
})

describe('the missing fields of a prescription', () => {
  const whatOf = (...given: Parameters<typeof listMissing>) => listMissing(...given).map(({ path }) => path)

  it('are the fields that every case of the type requires, if there is no prescription', () => {
    expect(whatOf(0, null)).toEqual(['items'])
    expect(whatOf(2, undefined)).toEqual(['items'])
    expect(whatOf(1, null)).toEqual(['appliance', 'arch'])
    expect(whatOf(7, null)).toEqual(['kind', 'arch'])
    for (const type of Object.values(orderTypes))
      expect(listMissing(type, blankPrescription(type))).toEqual(listMissing(type, null))
    expect(whatOf(1, restoration({ items: [crown('16')] }))).toEqual(['appliance', 'arch'])
  })

  it('include the material of a restoration, and its shade unless the laboratory should call', () => {
    const one = (more: object) => listMissing(0, restoration({ items: [crown('16', more)] }))
    const shade = { guide: 'vita_classical', body: 'A3' }
    expect(one({ shade })).toEqual([])
    expect(one({ shade: { callMe: true } })).toEqual([])
    expect(one({ shade, material: null })).toEqual([
      { path: 'items.0.material', what: 'material', tooth: '16' },
    ])
    expect(one({})).toEqual([{ path: 'items.0.shade.body', what: 'shade', tooth: '16' }])
    expect(one({ material: 'gold' })).toEqual([])
    expect(one({ work: 'post_core', material: 'titanium' })).toEqual([])
  })

  it('include what the laboratory requires of an implant, in addition to what every implant needs', () => {
    const item = {
      ...{ tooth: '36', work: 'crown', material: 'zirconia', shade: { callMe: true }, retention: 'screw' },
      ...{ maker: 'neodent', line: 'grand_morse', platform: 'GM' },
    }
    const given = Prescription.parse({ type: 2, items: [item] } as PrescriptionInput)
    expect(listMissing(2, given)).toEqual([])
    const asked = ['implant.scanBody', 'restoration.stump', 'implant.parts'] as const
    expect(whatOf(2, given, asked)).toEqual(['items.0.scanBodyMaker', 'parts'])
    const complete = { type: 2, items: [{ ...item, scanBodyMaker: 'other' }], parts: 'original' }
    expect(listMissing(2, Prescription.parse(complete as PrescriptionInput), asked)).toEqual([])
  })

  it('include the form of pontics only if there is a pontic', () => {
    const shade = { callMe: true }
    const single = restoration({ items: [crown('16', { shade })] })
    expect(listMissing(0, single, ['restoration.ponticForm'])).toEqual([])
    const units = bridge.items.map((item) => ({ ...item, shade }))
    expect(whatOf(0, restoration({ ...bridge, items: units }), ['restoration.ponticForm'])).toEqual([
      'preferences.ponticForm',
    ])
  })

  it('include only fields of the chosen appliance', () => {
    const given = (appliance: string) => Prescription.parse({ type: 1, appliance, arch: 'upper' })
    const asked = ['orthodontics.teeth', 'orthodontics.thickness'] as const
    expect(whatOf(1, given('bonded_retainer'), asked)).toEqual(['teeth'])
    expect(whatOf(1, given('night_guard'), asked)).toEqual(['thickness'])
    expect(whatOf(1, given('study_models'), asked)).toEqual([])
  })

  // The requirements for scans are tested in readiness.test.ts.
  const ofPrescriptions = labRequirements.filter(
    (one) => !/Scans?$/.test(one) && !generalRequirements.includes(one),
  )
  it.each(ofPrescriptions)('include %s if the laboratory requires it', (requirement) => {
    const [name, word] = requirement.split('.') as [keyof typeof orderTypes, string]
    const type = orderTypes[name]
    const fixed = { items: [crown('16'), pontic('15')], connectors: [link('16', '15')] }
    const about = {
      restoration: fixed,
      implant: {
        ...fixed,
        items: [
          { tooth: '16', work: 'crown' },
          { tooth: '15', work: 'pontic' },
        ],
      },
      orthodontics: {
        appliance: appliances.find((one) => (applianceFields[one] as readonly string[]).includes(word)),
        arch: 'upper',
      },
      removable: { kind: 'repair', arch: 'upper' },
    }[name]
    const given = Prescription.parse({ type, ...about, ...(word === 'note' ? { appliance: 'nance' } : {}) })
    const without = listMissing(type, given)
    const missing = listMissing(type, given, [requirement])
    expect(missing.length).toBeGreaterThan(without.length)
    for (const { path } of missing) {
      const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], given)
      expect([null, '', undefined].includes(found as null) || (found as unknown[]).length === 0).toBe(true)
    }
  })

  it('are listed in the order of the teeth in the prescription', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...permanentTeeth], { minLength: 1, maxLength: 6 }), (chosen) => {
        const given = restoration({ items: chosen.map((tooth) => crown(tooth)) })
        expect(listMissing(0, given).map(({ tooth }) => tooth)).toEqual(chosen)
      }),
    )
  })
})

it('the schema of prescriptions can be printed as JSON Schema', () => {
  expect(JSON.stringify(z.toJSONSchema(Prescription, { io: 'input' }))).toContain('zirconia_multilayer')
})
