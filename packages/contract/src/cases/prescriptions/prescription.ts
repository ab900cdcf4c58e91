import * as z from 'zod/mini'
import { line } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { orderTypes } from '../orders/order-types.ts'
import { implantMakerCodes, scanBodyMakerCodes } from './implant-catalogue.ts'
import {
  applianceFields,
  appliances,
  implantMaterials,
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

/** A work on a tooth of a restoration. */
export const RestorationItem = z.strictObject({
  tooth: Tooth,
  /** Kind of work. */
  work: z.enum(works),
  /** Null if not chosen. */
  material: oneOf(materials),
  shade: Shade,
  note: ToothNote,
})
export type RestorationItem = z.output<typeof RestorationItem>

/** Prescription of type 0. */
const RestorationSchema = z
  .strictObject({
    /** Type of the case: restoration. */
    type: z.literal(orderTypes.restoration),
    /** Works; a tooth has at most two. */
    items: z._default(z.array(RestorationItem).check(z.maxLength(itemsMax, 'too_long')), []),
    /** Connections of neighbouring teeth, which form bridges. */
    connectors: connectors(),
    preferences: GivenPreferences,
    note: PrescriptionNote,
  })
  .check(checkProblems(listBridgeProblems))

/** A work at a site of an implant case. The fields of the implant stay null for a pontic. */
export const ImplantItem = z.strictObject({
  tooth: Tooth,
  /** Kind of work. */
  work: z.enum(implantWorks),
  /** Null if not chosen. */
  material: oneOf(implantMaterials),
  shade: Shade,
  /** Manufacturer of the implant, null if not chosen. */
  maker: oneOf(implantMakerCodes),
  /** Product line of that manufacturer. @example null */
  line: z._default(z.nullable(line(1, 40)), null),
  /** Size of the connection in that line. @example null */
  platform: z._default(z.nullable(line(1, 40)), null),
  /** Diameter of the implant in millimetres. */
  diameterMm: measure('diameterMm'),
  /** Length of the implant in millimetres. */
  lengthMm: measure('lengthMm'),
  /** Manufacturer of the scan body, null if not chosen. */
  scanBodyMaker: oneOf(scanBodyMakerCodes),
  /** Article number of the scan body. */
  scanBodyReference: ShortText,
  /** Whether the work is screwed onto the implant or onto a multi-unit abutment. */
  level: choice('level'),
  /** Kind of abutment. */
  abutment: choice('abutment'),
  /** How the work is fixed to the abutment. */
  retention: choice('retention'),
  /** Whether the connection prevents rotation. */
  engaging: choice('engaging'),
  note: ToothNote,
})
export type ImplantItem = z.output<typeof ImplantItem>

/** Prescription of type 2. */
const ImplantSchema = z
  .strictObject({
    /** Type of the case: implant. */
    type: z.literal(orderTypes.implant),
    /** Works; a site has at most two. */
    items: z._default(z.array(ImplantItem).check(z.maxLength(itemsMax, 'too_long')), []),
    /** Connections of neighbouring teeth, which form bridges. */
    connectors: connectors(),
    /** Whether parts come from the manufacturer of the implant. */
    parts: choice('parts'),
    /** Party that supplies the parts. */
    partsBy: choice('partsBy'),
    /** Depth of the margin below the gingiva in millimetres. */
    marginDepthMm: measure('marginDepthMm'),
    /** Pressure of the work on the gingiva. */
    tissuePressure: choice('tissuePressure'),
    /** Profile with which the work leaves the gingiva. */
    emergence: choice('emergence'),
    /** Torque of the screws in Ncm. */
    torqueNcm: measure('torqueNcm'),
    /** Surgical guide that the clinic wants. */
    surgicalGuide: choice('surgicalGuide'),
    /** Shade of artificial gingiva. */
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
  from: Tooth,
  to: Tooth,
  /** Enamel to remove between the teeth, in millimetres. */
  amountMm: z.number().check(z.minimum(0.1, 'too_small'), z.maximum(1, 'too_large')),
})

/** Fields of all appliances. `applianceFields` lists those of each appliance. */
const applianceShape = {
  /** Teeth with a bracket, bond or band. */
  teeth: teethList(),
  /** Teeth with a clasp. */
  clasps: teethList(),
  /** Teeth that must not move. */
  fixedTeeth: teethList(),
  /** Teeth that are or will be extracted. */
  extracted: teethList(),
  /** Reductions between neighbouring teeth. */
  contacts: z._default(z.array(ContactReduction).check(z.maxLength(teethMax, 'too_long')), []),
  /** Kind of clasps. */
  clasp: choice('clasp'),
  /** Colour of the acrylic. */
  acrylicColour: choice('acrylicColour'),
  /** Thickness of the material in millimetres. */
  thickness: choice('thickness'),
  /** How the appliance is fixed to the teeth. */
  anchorage: choice('anchorage'),
  /** Kind of expansion screw. */
  screw: choice('screw'),
  /** Hardness of the splint. */
  splintKind: choice('splintKind'),
  /** Kind of retainer wire. */
  wireKind: choice('wireKind'),
  /** Teeth that guide the jaw in lateral movements. */
  occlusalScheme: choice('occlusalScheme'),
  /** Brand of the brackets. */
  bracketBrand: ShortText,
  /** Height at which the brackets are bonded. */
  bracketHeight: ShortText,
  /** Arch wire for the brackets. */
  wire: ShortText,
  /** Kind of transfer tray. */
  tray: choice('tray'),
  /** What the clinic wants to see before production. */
  review: choice('review'),
  /** Whether aligners begin a treatment or refine one. */
  course: choice('course'),
  /** Goal of the treatment with aligners. */
  goal: choice('goal'),
  /** Whether enamel between teeth may be reduced. */
  ipr: choice('ipr'),
  /** Whether attachments may be bonded to teeth. */
  attachments: choice('attachments'),
  /** First stage with attachments. */
  attachmentsFromStage: measure('attachmentsFromStage'),
  /** Whether the arch may be widened. */
  expansion: choice('expansion'),
  /** Treatment of the overjet. */
  overjet: choice('overjet'),
  /** Treatment of the overbite. */
  overbite: choice('overbite'),
  /** Treatment of the midline. */
  midline: choice('midline'),
  /** Treatment of the front-to-back relation of the jaws. */
  sagittal: choice('sagittal'),
  /** Treatment of spaces between teeth. */
  spaces: choice('spaces'),
  /** Teeth with bite ramps. */
  biteRamps: choice('biteRamps'),
  /** Whether stages for overcorrection are added. */
  overcorrection: choice('overcorrection'),
  /** Movement of each aligner in millimetres. */
  stepMm: choice('stepMm'),
  /** Days for which each aligner is worn. */
  wearDays: choice('wearDays'),
  /** Number of the aligner stage. */
  ofStage: measure('ofStage'),
  /** Form of the models. */
  modelFinish: choice('modelFinish'),
  /** Advancement of the lower jaw in millimetres. */
  advancementMm: measure('advancementMm'),
  /** Opening of the bite in millimetres. */
  openingMm: measure('openingMm'),
}
/** A field of an appliance by its name. */
export type ApplianceField = keyof typeof applianceShape

/** Prescription of type 1. Fields that the chosen appliance does not have get their default. */
const OrthodonticSchema = z
  .strictObject({
    /** Type of the case: orthodontics. */
    type: z.literal(orderTypes.orthodontics),
    /** Kind of appliance, null if not chosen. */
    appliance: oneOf(appliances),
    /** Arch of the appliance. */
    arch: choice('arch'),
    ...applianceShape,
    note: PrescriptionNote,
  })
  .check(z.overwrite(withoutForeignFields))

function withoutForeignFields<Value extends { appliance: (typeof appliances)[number] | null }>(
  value: Value,
): Value {
  const applicable: readonly string[] = value.appliance === null ? [] : applianceFields[value.appliance]
  const foreign = Object.entries(applianceShape).filter(([name]) => !applicable.includes(name))
  return { ...value, ...Object.fromEntries(foreign.map(([name, schema]) => [name, schema.parse(undefined)])) }
}

/** Prescription of type 7: one stage of a denture, which returns to the clinic after each stage. */
const RemovableSchema = z.strictObject({
  /** Type of the case: removable denture. */
  type: z.literal(orderTypes.removable),
  /** Kind of work, null if not chosen. */
  kind: oneOf(removableKinds),
  /** Arch of the denture. */
  arch: choice('arch'),
  /** Stage that the laboratory delivers. */
  stage: choice('stage'),
  /** Material of the base. */
  base: choice('base'),
  /** Shade of the base. */
  baseShade: choice('baseShade'),
  /** Teeth that the denture replaces. */
  teeth: teethList(),
  shade: Shade,
  /** Product name of the denture teeth. */
  toothMould: ShortText,
  /** Whether the laboratory chooses mould and shade of the teeth. */
  teethByLab: z._default(z.boolean(), false),
  /** Clasps of a partial denture. */
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
  /** What the laboratory does if no tooth with a clasp is marked. */
  claspPlan: choice('claspPlan'),
  /** Teeth with a rest. */
  rests: teethList(),
  /** Kennedy class of the gaps. */
  kennedy: choice('kennedy'),
  /** Bar or plate that joins the two sides. */
  majorConnector: choice('majorConnector'),
  /** Seal at the back of an upper denture. */
  postDam: choice('postDam'),
  /** Teeth that guide the jaw in lateral movements. */
  occlusalScheme: choice('occlusalScheme'),
  /** Vertical dimension of the face in millimetres. */
  verticalMm: measure('verticalMm'),
  /** Whether the bite rim marks midline, smile line and canine lines. */
  rimLines: choice('rimLines'),
  /** Whether the denture contains the patient’s name. */
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

/** Further prescriptions of a case. `listTypeProblems` checks their types. */
export const MorePrescriptions = z
  .array(Prescription)
  .check(z.maxLength(limits.morePrescriptionsMax, 'too_long'))

/** Creates an empty prescription of a type. */
export function blankPrescription<Type extends Prescription['type']>(
  type: Type,
): Extract<Prescription, { type: Type }> {
  return Prescription.parse({ type }) as Extract<Prescription, { type: Type }>
}
