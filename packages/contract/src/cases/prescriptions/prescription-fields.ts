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

/** Creates a field with one of these codes; null by default. */
export const oneOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes) =>
  z._default(z.nullable(z.enum(codes)), null)

/** Creates a field with one of its codes in `prescriptionChoices`; null by default. */
export const choice = <Name extends ChoiceName>(name: Name) =>
  z._default(
    z.nullable(
      z.enum(prescriptionChoices[name] as unknown as readonly [ChoiceOf<Name>, ...ChoiceOf<Name>[]]),
    ),
    null,
  )

/** Creates a field with a number within its bounds in `prescriptionMeasures`; null by default. */
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

/** Number of teeth of both dentitions. */
export const teethMax = 52
/** Creates a field with a list of teeth, without duplicates; empty by default. */
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
/** A short text, such as a product name. */
export const ShortText = z._default(line(0, 60), '')
/** Note of the clinic on the prescription. */
export const PrescriptionNote = z._default(paragraph(0, 1_000), '')
/** Fields of a prescription with free text, which the erasure of a patient clears. No other field contains free text. */
export const freeTextFields = [
  'note',
  'scanBodyReference',
  'bracketBrand',
  'bracketHeight',
  'wire',
  'toothMould',
] as const

type Payload = { value: unknown; issues: unknown[] }
/** Turns a function that lists problems into a check of a schema. */
export const checkProblems =
  <Value>(listProblems: (value: Value) => PrescriptionProblem[]) =>
  ({ value, issues }: Payload): void => {
    for (const { path, key } of listProblems(value as Value))
      issues.push({ code: 'custom', message: key, path, input: value })
  }

/**
 * A shade: the guide with codes for the cervical, middle and incisal third, the shade of the stump, translucency, texture
 * and gloss. With `callMe` the laboratory calls the clinic about the shade.
 */
const ShadeSchema = z
  .strictObject({
    /** Guide for the three thirds, null if not chosen. */
    guide: oneOf(shadeGuideNames),
    /** Shade of the cervical third. */
    cervical: oneOf(shadeCodes),
    /** Shade of the middle third. */
    body: oneOf(shadeCodes),
    /** Shade of the incisal third. */
    incisal: oneOf(shadeCodes),
    /** Shade of the prepared tooth (natural die), null if not chosen. */
    stump: oneOf(stumpShades),
    /** Translucency of the incisal third, null if not chosen. */
    translucency: choice('translucency'),
    /** Texture of the surface, null if not chosen. */
    texture: choice('texture'),
    /** Gloss of the surface, null if not chosen. */
    gloss: choice('gloss'),
    /** Whether the laboratory should call the clinic about the shade; then no code is required. */
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
/** Shade of a tooth by zones. */
export const Shade = z._default(ShadeSchema, () => ({ ...blankShade }))

/** Preferences for all fixed works of a case; null if not chosen. People and clinics store their own as defaults. */
export const Preferences = z.strictObject({
  /** Strength of the contact with the opposing teeth. */
  occlusalContact: choice('occlusalContact'),
  /** Strength of the contact with the neighbouring teeth. */
  proximalContact: choice('proximalContact'),
  /** Teeth that guide the jaw in lateral movements. */
  occlusalScheme: choice('occlusalScheme'),
  /** Form of pontics above the gingiva. */
  ponticForm: choice('ponticForm'),
  /** Design of the margin. */
  margin: choice('margin'),
  /** What the laboratory does if there is too little space for the work. */
  noClearance: choice('noClearance'),
  /** Use of a scan from before the preparation. */
  preOp: choice('preOp'),
  /** Model that the clinic wants. */
  model: choice('model'),
  /** Try-in before the work is finished. */
  tryIn: choice('tryIn'),
})
export type Preferences = z.output<typeof Preferences>
export type PreferenceName = keyof Preferences

/** Preferences without any choice. */
export const blankPreferences: Preferences = Preferences.parse({})
export const preferenceNames = keysOf(blankPreferences)
/** Preferences of a prescription; none are chosen by default. */
export const GivenPreferences = z._default(Preferences, () => ({ ...blankPreferences }))

/** Two neighbouring teeth that are made in one piece. */
export const Connector = z.strictObject({
  from: Tooth,
  to: Tooth,
})
export type Connector = z.output<typeof Connector>
