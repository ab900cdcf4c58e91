import {
  type ApplianceField,
  applianceFields,
  byLab,
  type ChoiceName,
  type ImplantPrescription,
  listBridges,
  type MeasureName,
  type OrthodonticPrescription,
  orderTypes,
  type Prescription,
  preferenceNames,
  prescriptionChoices,
  prescriptionMeasures,
  type RemovablePrescription,
  type RestorationPrescription,
  type Tooth,
} from '@pontic/contract'
import type { PrescriptionWords } from './words.ts'

/** A name and its value as text. */
type Fact = readonly [name: string, value: string]

/** A work as texts, and the teeth that have exactly this work. */
export type ToothRow = {
  readonly teeth: readonly Tooth[]
  readonly work: string
  readonly material: string
  readonly shade: string
  readonly note: string
  /** The implant, its scan body and the retention of the work. */
  readonly more: readonly Fact[]
}

/** A prescription of fixed work: a restoration or implants. */
export type FixedPrescription = RestorationPrescription | ImplantPrescription

/** Whether a prescription is of fixed work. */
export const isFixed = (prescription: Prescription): prescription is FixedPrescription =>
  prescription.type === orderTypes.restoration || prescription.type === orderTypes.implant

/** Whether the contract lists the choices of a field. */
export const isChoice = (name: string): name is ChoiceName => Object.hasOwn(prescriptionChoices, name)
/** Whether the contract has bounds for a field. The field is then a number. */
export const isMeasure = (name: string): name is MeasureName => Object.hasOwn(prescriptionMeasures, name)

/** Returns the non-empty fields of an object, as names and texts. @param names the fields, in their order */
function factsOf(value: object, names: readonly string[], words: PrescriptionWords): Fact[] {
  const values = value as Record<string, unknown>
  return names.flatMap((name): Fact[] => {
    const text = textOf(name, values[name], words)
    return text === '' ? [] : [[words.field(name), text]]
  })
}

function textOf(name: string, value: unknown, words: PrescriptionWords): string {
  if (value === null || value === undefined || value === '') return ''
  if (isChoice(name)) return words.option(name, value as string)
  if (isMeasure(name)) return words.amount(name, value as number)
  if (!Array.isArray(value)) return String(value)
  return value.length === 0 ? '' : words.teeth(value as Tooth[])
}

const implantNames = ['lengthMm', 'scanBodyReference', 'level', 'abutment', 'retention', 'engaging'] as const

/** Returns the works of a prescription in the order of their first tooth. Teeth with equal works share a row. */
export function rowsOf(prescription: FixedPrescription, words: PrescriptionWords): ToothRow[] {
  const rows = new Map<string, ToothRow>()
  for (const item of prescription.items) {
    const { tooth, ...rest } = item
    const key = JSON.stringify(rest)
    const row = rows.get(key)
    rows.set(key, {
      teeth: [...(row?.teeth ?? []), tooth],
      work: words.work(item.work),
      material: item.material === null || item.material === byLab ? '' : words.material(item.material),
      shade: words.shade(item.shade),
      note: item.note,
      more: 'maker' in item ? implantFacts(item, words) : [],
    })
  }
  return [...rows.values()]
}

function implantFacts(item: ImplantPrescription['items'][number], words: PrescriptionWords): Fact[] {
  const system = words.implant(item)
  const material = item.material === byLab ? [[words.field('material'), words.material(byLab)] as const] : []
  const [length, reference, ...retention] = implantNames
  return [
    ...material,
    ...(system === '' ? [] : [[words.field('implant'), system] as const]),
    ...factsOf(item, [length], words),
    ...(item.scanBodyMaker === null
      ? factsOf(item, [reference], words)
      : [
          [
            words.field('scanBody'),
            [words.maker(item.scanBodyMaker), item.scanBodyReference].filter(Boolean).join(', '),
          ] as const,
        ]),
    ...factsOf(item, retention, words),
  ]
}

const implantCaseNames = [
  ...(['parts', 'partsBy', 'marginDepthMm', 'tissuePressure', 'emergence', 'torqueNcm'] as const),
  ...(['surgicalGuide', 'gingiva'] as const),
]

/** Returns all facts of a prescription except its note and the works that `rowsOf` returns. */
export function caseFacts(prescription: Prescription, words: PrescriptionWords): Fact[] {
  switch (prescription.type) {
    case orderTypes.restoration:
    case orderTypes.implant:
      return [
        ...bridgeFacts(prescription, words),
        ...(prescription.type === orderTypes.implant ? factsOf(prescription, implantCaseNames, words) : []),
        ...factsOf(prescription.preferences, preferenceNames, words),
      ]
    case orderTypes.orthodontics:
      return orthodonticFacts(prescription, words)
    case orderTypes.removable:
      return removableFacts(prescription, words)
  }
}

function bridgeFacts(prescription: FixedPrescription, words: PrescriptionWords): Fact[] {
  const bridges = listBridges(prescription.connectors)
  return bridges.length === 0
    ? []
    : [[words.field('bridges'), bridges.map((teeth) => words.teeth(teeth)).join('; ')]]
}

function orthodonticFacts(prescription: OrthodonticPrescription, words: PrescriptionWords): Fact[] {
  const names: readonly ApplianceField[] =
    prescription.appliance === null ? [] : applianceFields[prescription.appliance]
  const contacts = prescription.contacts.map(({ from, to, amountMm }) =>
    words.reduction([from, to], amountMm),
  )
  return [
    ...(prescription.appliance === null
      ? []
      : [[words.field('appliance'), words.appliance(prescription.appliance)] as const]),
    ...factsOf(prescription, ['arch', ...names.filter((name) => name !== 'contacts')], words),
    ...(contacts.length === 0 ? [] : [[words.field('contacts'), contacts.join('; ')] as const]),
  ]
}

/** Returns shade and mould of the denture teeth, or that the laboratory decides them. */
function teethFacts(prescription: RemovablePrescription, words: PrescriptionWords): Fact[] {
  const { teethByLab, toothMould } = prescription
  const open = teethByLab ? words.option('base', byLab) : ''
  const shade = words.shade(prescription.shade) || open
  const mould = toothMould || open
  return [
    ...(shade === '' ? [] : [[words.field('shade'), shade] as const]),
    ...(mould === '' ? [] : [[words.field('toothMould'), mould] as const]),
  ]
}

function removableFacts(prescription: RemovablePrescription, words: PrescriptionWords): Fact[] {
  const clasps = prescription.clasps.map(({ tooth, form }) =>
    form === null ? words.tooth(tooth) : `${words.tooth(tooth)} ${words.option('claspForm', form)}`,
  )
  return [
    ...(prescription.kind === null ? [] : [[words.field('kind'), words.kind(prescription.kind)] as const]),
    ...factsOf(prescription, ['arch', 'stage', 'base', 'baseShade'], words),
    ...(prescription.teeth.length === 0
      ? []
      : [[words.field('replaced'), words.teeth(prescription.teeth)] as const]),
    ...teethFacts(prescription, words),
    ...(clasps.length === 0 ? [] : [[words.field('clasps'), clasps.join('; ')] as const]),
    ...factsOf(
      prescription,
      [
        ...(clasps.length === 0 ? (['claspPlan'] as const) : []),
        ...(['rests', 'kennedy', 'majorConnector', 'postDam', 'occlusalScheme', 'verticalMm'] as const),
        ...(['rimLines', 'nameInDenture'] as const),
      ],
      words,
    ),
  ]
}
