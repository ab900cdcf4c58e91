import * as z from 'zod/mini'
import { line } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { orderTypes } from '../orders/order-types.ts'
import { implantMakerCodes } from './implant-catalogue.ts'
import {
  applianceFields,
  appliances,
  implantWorks,
  materials,
  removableKinds,
  works,
} from './prescription-codes.ts'
import {
  Connector,
  choice,
  GivenPreferences,
  measure,
  oneOf,
  PrescriptionNote,
  rules,
  Shade,
  ShortText,
  ToothNote,
  teethList,
  teethMax,
} from './prescription-fields.ts'
import { judgeConnectors, judgeImplants, judgeWorks, type PrescriptionProblem } from './prescription-rules.ts'
import { Tooth } from './teeth.ts'

const connectors = () => z._default(z.array(Connector).check(z.maxLength(teethMax, 'too_long')), [])
const itemsMax = limits.prescriptionItemsMax

/** One work on one tooth of a restoration; a tooth may have two of a known pair. */
export const RestorationItem = z.strictObject({
  tooth: Tooth,
  work: z.enum(works),
  material: oneOf(materials),
  shade: Shade,
  note: ToothNote,
})
export type RestorationItem = z.output<typeof RestorationItem>

/** Type 0. */
const RestorationSchema = z
  .strictObject({
    type: z.literal(orderTypes.restoration),
    items: z._default(z.array(RestorationItem).check(z.maxLength(itemsMax, 'too_long')), []),
    connectors: connectors(),
    preferences: GivenPreferences,
    note: PrescriptionNote,
  })
  .check(rules(judgeBridges))

/**
 * One work at one implant site: the implant by the catalogue (`implantMakers`), and how the work is held.
 * A pontic has no implant.
 */
export const ImplantItem = z.strictObject({
  tooth: Tooth,
  work: z.enum(implantWorks),
  material: oneOf(materials),
  shade: Shade,
  maker: oneOf(implantMakerCodes),
  line: z._default(z.nullable(line(1, 40)), null),
  platform: z._default(z.nullable(line(1, 40)), null),
  diameterMm: measure('diameterMm'),
  lengthMm: measure('lengthMm'),
  scanBodyMaker: oneOf(implantMakerCodes),
  scanBodyReference: ShortText,
  level: choice('level'),
  abutment: choice('abutment'),
  retention: choice('retention'),
  engaging: choice('engaging'),
  note: ToothNote,
})
export type ImplantItem = z.output<typeof ImplantItem>

/** Type 2. */
const ImplantSchema = z
  .strictObject({
    type: z.literal(orderTypes.implant),
    items: z._default(z.array(ImplantItem).check(z.maxLength(itemsMax, 'too_long')), []),
    connectors: connectors(),
    parts: choice('parts'),
    partsBy: choice('partsBy'),
    marginDepthMm: measure('marginDepthMm'),
    tissuePressure: choice('tissuePressure'),
    emergence: choice('emergence'),
    torqueNcm: measure('torqueNcm'),
    surgicalGuide: choice('surgicalGuide'),
    gingiva: choice('gingiva'),
    preferences: GivenPreferences,
    note: PrescriptionNote,
  })
  .check(rules(judgeBridges), rules(judgeImplants))

function judgeBridges(value: {
  items: { tooth: Tooth; work: string; material: string | null }[]
  connectors: Connector[]
}): PrescriptionProblem[] {
  return [...judgeWorks(value), ...judgeConnectors(value)]
}

const ContactReduction = z.strictObject({
  from: Tooth,
  to: Tooth,
  amountMm: z.number().check(z.minimum(0.1, 'too_small'), z.maximum(1, 'too_large')),
})

/** Every field that some appliance asks for (`applianceFields` says which). */
const applianceShape = {
  teeth: teethList(),
  clasps: teethList(),
  fixedTeeth: teethList(),
  extracted: teethList(),
  contacts: z._default(z.array(ContactReduction).check(z.maxLength(teethMax, 'too_long')), []),
  clasp: choice('clasp'),
  acrylicColour: choice('acrylicColour'),
  thickness: choice('thickness'),
  anchorage: choice('anchorage'),
  screw: choice('screw'),
  splintKind: choice('splintKind'),
  wireKind: choice('wireKind'),
  occlusalScheme: choice('occlusalScheme'),
  bracketBrand: ShortText,
  bracketHeight: ShortText,
  wire: ShortText,
  tray: choice('tray'),
  review: choice('review'),
  ipr: choice('ipr'),
  attachments: choice('attachments'),
  attachmentsFromStage: measure('attachmentsFromStage'),
  expansion: choice('expansion'),
  overjet: choice('overjet'),
  overbite: choice('overbite'),
  midline: choice('midline'),
  sagittal: choice('sagittal'),
  spaces: choice('spaces'),
  biteRamps: choice('biteRamps'),
  overcorrection: choice('overcorrection'),
  stepMm: choice('stepMm'),
  wearDays: choice('wearDays'),
  ofStage: measure('ofStage'),
  modelFinish: choice('modelFinish'),
  advancementMm: measure('advancementMm'),
  openingMm: measure('openingMm'),
}
/** A field of an appliance by its name. */
export type ApplianceField = keyof typeof applianceShape

/** Type 1. What the chosen appliance does not ask for is taken out. */
const OrthodonticSchema = z
  .strictObject({
    type: z.literal(orderTypes.orthodontics),
    appliance: oneOf(appliances),
    arch: choice('arch'),
    ...applianceShape,
    note: PrescriptionNote,
  })
  .check(z.overwrite(withoutForeignFields))

function withoutForeignFields<Value extends { appliance: (typeof appliances)[number] | null }>(
  value: Value,
): Value {
  const asked: readonly string[] = value.appliance === null ? [] : applianceFields[value.appliance]
  const foreign = Object.entries(applianceShape).filter(([name]) => !asked.includes(name))
  return { ...value, ...Object.fromEntries(foreign.map(([name, schema]) => [name, schema.parse(undefined)])) }
}

/** Type 7: one stage of a chain that goes back and forth. */
const RemovableSchema = z.strictObject({
  type: z.literal(orderTypes.removable),
  kind: oneOf(removableKinds),
  arch: choice('arch'),
  stage: choice('stage'),
  base: choice('base'),
  baseShade: choice('baseShade'),
  teeth: teethList(),
  shade: Shade,
  toothMould: ShortText,
  clasps: z._default(
    z
      .array(z.strictObject({ tooth: Tooth, form: choice('claspForm') }))
      .check(z.maxLength(teethMax, 'too_long')),
    [],
  ),
  rests: teethList(),
  kennedy: choice('kennedy'),
  majorConnector: choice('majorConnector'),
  postDam: choice('postDam'),
  occlusalScheme: choice('occlusalScheme'),
  verticalMm: measure('verticalMm'),
  rimLines: choice('rimLines'),
  nameInDenture: choice('nameInDenture'),
  note: PrescriptionNote,
})

/** What a clinic orders, coded: one of four by the type of the order (rules §6). */
export const Prescription = z.discriminatedUnion('type', [
  RestorationSchema,
  ImplantSchema,
  OrthodonticSchema,
  RemovableSchema,
])
export type Prescription = z.output<typeof Prescription>
export type PrescriptionInput = z.input<typeof Prescription>
export type RestorationPrescription = z.output<typeof RestorationSchema>
export type ImplantPrescription = z.output<typeof ImplantSchema>
export type OrthodonticPrescription = z.output<typeof OrthodonticSchema>
export type RemovablePrescription = z.output<typeof RemovableSchema>

/** A prescription of a type in which nothing has been said yet. */
export function blankPrescription<Type extends Prescription['type']>(
  type: Type,
): Extract<Prescription, { type: Type }> {
  return Prescription.parse({ type }) as Extract<Prescription, { type: Type }>
}
