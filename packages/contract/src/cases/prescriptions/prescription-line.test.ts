import { expect, test } from 'vitest'
import { Prescription, type PrescriptionInput } from './prescription.ts'
import { listWorkParts } from './prescription-line.ts'

const shade = (body: string) => ({ guide: 'vita_classical', body })
const a2 = shade('A2')

/** Returns the parts of a prescription as short texts: `24,25,26 bridge zirconia A2`. */
const partsOf = (prescription: object) =>
  listWorkParts(Prescription.parse(prescription as PrescriptionInput)).map(
    ({ teeth, work, arch, material, base, shade }) =>
      [teeth.join(), 'code' in work ? work.code : work.kind, arch, material, base, shade]
        .filter(Boolean)
        .join(' '),
  )

const crown = (tooth: string, more: object = {}) => ({
  tooth,
  work: 'crown',
  material: 'zirconia',
  shade: a2,
  ...more,
})
const threeUnits = {
  type: 0,
  items: [crown('26'), crown('25', { work: 'pontic' }), crown('24')],
  connectors: [
    { from: '24', to: '25' },
    { from: '26', to: '25' },
  ],
}

test('a bridge is one part with its teeth, the material and the shade', () => {
  expect(partsOf(threeUnits)).toEqual(['24,25,26 bridge zirconia A2'])
})

test('equal works of single teeth share a part, and parts are in the order of their first tooth', () => {
  const items = [...threeUnits.items, crown('16'), crown('14'), crown('46', { shade: shade('A3') })]
  expect(partsOf({ ...threeUnits, items })).toEqual([
    '16,14 crown zirconia A2',
    '24,25,26 bridge zirconia A2',
    '46 crown zirconia A3',
  ])
})

test('a shade that differs within a bridge is left out', () => {
  const items = [
    crown('24', { shade: shade('A3') }),
    crown('25', { work: 'pontic' }),
    crown('26', { shade: shade('A3') }),
  ]
  expect(partsOf({ ...threeUnits, items })).toEqual(['24,25,26 bridge zirconia'])
})

test('posts, abutments and provisionals of a bridge are parts of their own', () => {
  const items = [
    ...threeUnits.items,
    { tooth: '24', work: 'post_core', material: 'cocr' },
    ...['24', '25', '26'].map((tooth) => ({ tooth, work: 'provisional', material: 'pmma' })).slice(1),
  ]
  expect(partsOf({ ...threeUnits, items })).toEqual([
    '24,25,26 bridge zirconia A2',
    '24 post_core cocr',
    '25,26 provisional pmma',
  ])
})

test('connected works of one kind other than crowns keep their name', () => {
  const items = ['24', '25', '26'].map((tooth) => ({ tooth, work: 'provisional', material: 'pmma' }))
  expect(partsOf({ ...threeUnits, items })).toEqual(['24,25,26 provisional pmma'])
  expect(partsOf({ ...threeUnits, type: 2, items: items.map((item) => ({ ...item, work: 'bar' })) })).toEqual(
    ['24,25,26 bar pmma'],
  )
})

test('an appliance has its arch, a denture its teeth, base and shade', () => {
  expect(partsOf({ type: 1, appliance: 'aligners', arch: 'both' })).toEqual(['aligners both'])
  expect(
    partsOf({ type: 7, kind: 'partial', arch: 'lower', base: 'metal_cocr', teeth: ['36', '46'], shade: a2 }),
  ).toEqual(['46,36 partial lower metal_cocr A2'])
})

test('an empty prescription has no parts', () => {
  for (const type of [0, 1, 2, 7]) expect(partsOf({ type })).toEqual([])
})
