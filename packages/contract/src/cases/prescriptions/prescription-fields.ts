import * as z from 'zod/mini'
import { line, paragraph } from '../../fields.ts'
import { keysOf } from '../../keys.ts'
import {
  type ChoiceName,
  type ChoiceOf,
  type MeasureName,
  prescriptionChoices,
  prescriptionMeasures,
  shadeCodes,
  shadeGuideNames,
  shadeGuides,
  stumpShades,
} from './prescription-codes.ts'
import type { PrescriptionProblem } from './prescription-rules.ts'
import { Tooth } from './teeth.ts'

/** A field with one of these codes, or open. */
export const oneOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z._default(z.nullable(z.enum(codes)), null)

/** A field with one of its codes (`prescriptionChoices`), or open. */
export const choice = <Name extends ChoiceName>(name: Name) =>
  z._default(
    z.nullable(
      z.enum(prescriptionChoices[name] as unknown as readonly [ChoiceOf<Name>, ...ChoiceOf<Name>[]]),
    ),
    null,
  )

/** A number within its bounds (`prescriptionMeasures`), or open. */
export const measure = (name: MeasureName) =>
  z._default(
    z.nullable(
      z
        .number()
        .check(
          z.minimum(prescriptionMeasures[name].min, 'too_small'),
          z.maximum(prescriptionMeasures[name].max, 'too_large'),
        ),
    ),
    null,
  )

/** Teeth of both dentitions. */
export const teethMax = 52
/** Teeth, each once. */
export const teethList = () =>
  z._default(
    z.array(Tooth).check(
      z.maxLength(teethMax, 'too_long'),
      z.overwrite((list) => [...new Set(list)]),
    ),
    [],
  )

/** Note of the clinic on one tooth. */
export const ToothNote = z._default(line(0, 300), '')
/** A short text, such as a name or number of the trade. */
export const ShortText = z._default(line(0, 60), '')
/** Note of the clinic on the whole prescription. */
export const PrescriptionNote = z._default(paragraph(0, 1_000), '')
/** Fields of a prescription with free text; all others contain codes. They are cleared when a patient is erased. */
export const freeTextFields = [
  'note',
  'scanBodyReference',
  'bracketBrand',
  'bracketHeight',
  'wire',
  'toothMould',
] as const

type Payload = { value: unknown; issues: unknown[] }
/** Rules over several fields as a check for their schema. */
export const checkProblems =
  <Value>(listProblems: (value: Value) => PrescriptionProblem[]) =>
  ({ value, issues }: Payload): void => {
    for (const { path, key } of listProblems(value as Value))
      issues.push({ code: 'custom', message: key, path, input: value })
  }

/**
 * A shade: guide, and its code at cervical, body and incisal third; the stump's own shade; translucency, texture and
 * gloss. `callMe`: the laboratory calls, or sees the patient, instead.
 */
const ShadeSchema = z
  .strictObject({
    /** Shade guide. */
    guide: oneOf(shadeGuideNames),
    /** Shade of the cervical third. */
    cervical: oneOf(shadeCodes),
    /** Shade of the body. */
    body: oneOf(shadeCodes),
    /** Shade of the incisal third. */
    incisal: oneOf(shadeCodes),
    /** Stump shade. */
    stump: oneOf(stumpShades),
    /** Translucency. */
    translucency: choice('translucency'),
    /** Texture. */
    texture: choice('texture'),
    /** Gloss. */
    gloss: choice('gloss'),
    /** Whether the laboratory is asked to call about the shade. */
    callMe: z._default(z.boolean(), false),
  })
  .check(checkProblems(listShadeProblems))
export type Shade = z.output<typeof ShadeSchema>

function listShadeProblems(shade: Shade): PrescriptionProblem[] {
  const codes: readonly string[] = shade.guide === null ? [] : shadeGuides[shade.guide]
  const zones = ['cervical', 'body', 'incisal'] as const
  return zones
    .filter((zone) => shade[zone] !== null && !codes.includes(shade[zone]))
    .map((zone) => ({ path: [zone], key: 'choice' as const }))
}

/** A shade without any choice. */
export const blankShade: Shade = {
  guide: null,
  cervical: null,
  body: null,
  incisal: null,
  stump: null,
  translucency: null,
  texture: null,
  gloss: null,
  callMe: false,
}
/** Shade of a tooth, by zones of a guide. */
export const Shade = z._default(ShadeSchema, () => ({ ...blankShade }))

/** Preferences for fixed work in the whole case. People and clinics store theirs as defaults. */
export const Preferences = z.strictObject({
  /** Occlusal contact. */
  occlusalContact: choice('occlusalContact'),
  /** Proximal contact. */
  proximalContact: choice('proximalContact'),
  /** Occlusal scheme. */
  occlusalScheme: choice('occlusalScheme'),
  /** Pontic form. */
  ponticForm: choice('ponticForm'),
  /** Margin. */
  margin: choice('margin'),
  /** If there is no clearance. */
  noClearance: choice('noClearance'),
  /** Pre-op scan. */
  preOp: choice('preOp'),
  /** Model. */
  model: choice('model'),
  /** Try-in. */
  tryIn: choice('tryIn'),
})
export type Preferences = z.output<typeof Preferences>
export type PreferenceName = keyof Preferences

/** Preferences without any choice. */
export const blankPreferences: Preferences = Preferences.parse({})
export const preferenceNames = keysOf(blankPreferences)
/** Preferences within a prescription. */
export const GivenPreferences = z._default(Preferences, () => ({ ...blankPreferences }))

/** Two neighbouring teeth that are connected. */
export const Connector = z.strictObject({
  /** First tooth. */
  from: Tooth,
  /** Neighbouring tooth. */
  to: Tooth,
})
export type Connector = z.output<typeof Connector>
