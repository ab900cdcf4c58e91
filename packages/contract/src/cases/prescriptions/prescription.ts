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
  checkProblems,
  choice,
  GivenPreferences,
  measure,
  oneOf,
  PrescriptionNote,
  Shade,
  ShortText,
  ToothNote,
  teethList,
  teethMax,
} from './prescription-fields.ts'
import {
  listConnectorProblems,
  listImplantProblems,
  listWorkProblems,
  type PrescriptionProblem,
} from './prescription-rules.ts'
import { Tooth } from './teeth.ts'

const connectors = () => z._default(z.array(Connector).check(z.maxLength(teethMax, 'too_long')), [])
const itemsMax = limits.prescriptionItemsMax

/** One work on one tooth. */
export const RestorationItem = z.strictObject({
  tooth: Tooth,
  /** Kind of the work. */
  work: z.enum(works),
  /** Material. */
  material: oneOf(materials),
  shade: Shade,
  note: ToothNote,
})
export type RestorationItem = z.output<typeof RestorationItem>

/** Type 0. */
const RestorationSchema = z
  .strictObject({
    /** Type of the case: restoration. */
    type: z.literal(orderTypes.restoration),
    /** Works, tooth by tooth. */
    items: z._default(z.array(RestorationItem).check(z.maxLength(itemsMax, 'too_long')), []),
    /** Teeth that are connected as one piece. */
    connectors: connectors(),
    preferences: GivenPreferences,
    note: PrescriptionNote,
  })
  .check(checkProblems(listBridgeProblems))

/** One work at one implant site. A pontic has no implant. */
export const ImplantItem = z.strictObject({
  tooth: Tooth,
  /** Kind of the work. */
  work: z.enum(implantWorks),
  /** Material. */
  material: oneOf(materials),
  shade: Shade,
  /** Maker of the implant. */
  maker: oneOf(implantMakerCodes),
  /** Implant line. @example null */
  line: z._default(z.nullable(line(1, 40)), null),
  /** Platform of the implant. @example null */
  platform: z._default(z.nullable(line(1, 40)), null),
  /** Diameter. */
  diameterMm: measure('diameterMm'),
  /** Length (mm). */
  lengthMm: measure('lengthMm'),
  /** Scan body maker. */
  scanBodyMaker: oneOf(implantMakerCodes),
  /** Reference of the scan body. */
  scanBodyReference: ShortText,
  /** Level. */
  level: choice('level'),
  /** Abutment. */
  abutment: choice('abutment'),
  /** Retention. */
  retention: choice('retention'),
  /** Connection. */
  engaging: choice('engaging'),
  note: ToothNote,
})
export type ImplantItem = z.output<typeof ImplantItem>

/** Type 2. */
const ImplantSchema = z
  .strictObject({
    /** Type of the case: implant. */
    type: z.literal(orderTypes.implant),
    /** Works, site by site. */
    items: z._default(z.array(ImplantItem).check(z.maxLength(itemsMax, 'too_long')), []),
    /** Teeth that are connected as one piece. */
    connectors: connectors(),
    /** Parts. */
    parts: choice('parts'),
    /** Parts supplied by. */
    partsBy: choice('partsBy'),
    /** Margin depth (mm). */
    marginDepthMm: measure('marginDepthMm'),
    /** Tissue pressure. */
    tissuePressure: choice('tissuePressure'),
    /** Emergence. */
    emergence: choice('emergence'),
    /** Torque (Ncm). */
    torqueNcm: measure('torqueNcm'),
    /** Surgical guide. */
    surgicalGuide: choice('surgicalGuide'),
    /** Gingiva shade. */
    gingiva: choice('gingiva'),
    preferences: GivenPreferences,
    note: PrescriptionNote,
  })
  .check(checkProblems(listBridgeProblems), checkProblems(listImplantProblems))

function listBridgeProblems(value: {
  items: { tooth: Tooth; work: string; material: string | null }[]
  connectors: Connector[]
}): PrescriptionProblem[] {
  return [...listWorkProblems(value), ...listConnectorProblems(value)]
}

const ContactReduction = z.strictObject({
  /** First tooth. */
  from: Tooth,
  /** Neighbouring tooth. */
  to: Tooth,
  /** Amount in millimetres. */
  amountMm: z.number().check(z.minimum(0.1, 'too_small'), z.maximum(1, 'too_large')),
})

/** All fields of appliances (`applianceFields` assigns them). */
const applianceShape = {
  /** Teeth. */
  teeth: teethList(),
  /** Clasps on. */
  clasps: teethList(),
  /** Teeth not to move. */
  fixedTeeth: teethList(),
  /** Extracted or to extract. */
  extracted: teethList(),
  /** Interproximal reductions. */
  contacts: z._default(z.array(ContactReduction).check(z.maxLength(teethMax, 'too_long')), []),
  /** Clasp. */
  clasp: choice('clasp'),
  /** Acrylic colour. */
  acrylicColour: choice('acrylicColour'),
  /** Thickness. */
  thickness: choice('thickness'),
  /** Anchorage. */
  anchorage: choice('anchorage'),
  /** Screw. */
  screw: choice('screw'),
  /** Kind of splint. */
  splintKind: choice('splintKind'),
  /** Wire. */
  wireKind: choice('wireKind'),
  /** Occlusal scheme. */
  occlusalScheme: choice('occlusalScheme'),
  /** Brand of the brackets. */
  bracketBrand: ShortText,
  /** Height of the brackets. */
  bracketHeight: ShortText,
  /** Wire. */
  wire: ShortText,
  /** Tray. */
  tray: choice('tray'),
  /** Before making. */
  review: choice('review'),
  /** Interproximal reduction. */
  ipr: choice('ipr'),
  /** Attachments. */
  attachments: choice('attachments'),
  /** Attachments from stage. */
  attachmentsFromStage: measure('attachmentsFromStage'),
  /** Expansion. */
  expansion: choice('expansion'),
  /** Overjet. */
  overjet: choice('overjet'),
  /** Overbite. */
  overbite: choice('overbite'),
  /** Midline. */
  midline: choice('midline'),
  /** A-P relation. */
  sagittal: choice('sagittal'),
  /** Spaces. */
  spaces: choice('spaces'),
  /** Bite ramps. */
  biteRamps: choice('biteRamps'),
  /** Overcorrection. */
  overcorrection: choice('overcorrection'),
  /** Movement per step. */
  stepMm: choice('stepMm'),
  /** Wear per step. */
  wearDays: choice('wearDays'),
  /** Of stage. */
  ofStage: measure('ofStage'),
  /** Finish of models. */
  modelFinish: choice('modelFinish'),
  /** Advancement (mm). */
  advancementMm: measure('advancementMm'),
  /** Opening (mm). */
  openingMm: measure('openingMm'),
}
/** A field of an appliance by its name. */
export type ApplianceField = keyof typeof applianceShape

/** Type 1. Fields that the chosen appliance does not have are dropped. */
const OrthodonticSchema = z
  .strictObject({
    /** Type of the case: orthodontics. */
    type: z.literal(orderTypes.orthodontics),
    /** Appliance. */
    appliance: oneOf(appliances),
    /** Arch. */
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

/** Type 7: one stage of a case that goes back and forth. */
const RemovableSchema = z.strictObject({
  /** Type of the case: removable denture. */
  type: z.literal(orderTypes.removable),
  /** Kind of the denture. */
  kind: oneOf(removableKinds),
  /** Arch. */
  arch: choice('arch'),
  /** Stage. */
  stage: choice('stage'),
  /** Base. */
  base: choice('base'),
  /** Base shade. */
  baseShade: choice('baseShade'),
  /** Teeth. */
  teeth: teethList(),
  shade: Shade,
  /** Mould of the denture teeth. */
  toothMould: ShortText,
  /** Clasps. */
  clasps: z._default(
    z
      .array(
        z.strictObject({
          tooth: Tooth,
          /** Form of the clasp. */
          form: choice('claspForm'),
        }),
      )
      .check(z.maxLength(teethMax, 'too_long')),
    [],
  ),
  /** Rests on. */
  rests: teethList(),
  /** Kennedy class. */
  kennedy: choice('kennedy'),
  /** Major connector. */
  majorConnector: choice('majorConnector'),
  /** Post dam. */
  postDam: choice('postDam'),
  /** Occlusal scheme. */
  occlusalScheme: choice('occlusalScheme'),
  /** Vertical dimension (mm). */
  verticalMm: measure('verticalMm'),
  /** Midline, smile and canine lines. */
  rimLines: choice('rimLines'),
  /** Name in the denture. */
  nameInDenture: choice('nameInDenture'),
  note: PrescriptionNote,
})

/** The coded prescription: one of four variants by order type (rules §6). */
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

/** An empty prescription of a type. */
export function blankPrescription<Type extends Prescription['type']>(
  type: Type,
): Extract<Prescription, { type: Type }> {
  return Prescription.parse({ type }) as Extract<Prescription, { type: Type }>
}
