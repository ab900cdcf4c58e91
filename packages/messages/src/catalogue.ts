import type { ErrorKey, FieldKey } from '@pontic/contract'
import type en from './en_US.json'

/** A catalogue of texts, with the keys of the English one. */
export type Catalogue = typeof en

type DottedKeys<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${DottedKeys<T[K]>}`
}[keyof T & string]

/** Dotted key of a text (`order.status.pending`) in the English catalogue. */
export type MessageKey = DottedKeys<Catalogue>

/** Values of a text's placeholders. Dates and sizes must already be formatted. */
export type MessageParams = Readonly<Record<string, string | number>>

/**
 * Name of a mail. Its `subject` and `sentence` are under `mail` and contain no patient's name. `mail-buttons.ts` has the key of
 * its button.
 */
export type MailTemplate = Exclude<keyof Catalogue['mail'], 'layout' | 'button'>

type Nested<Key extends string, Feature extends string> = Key extends `${Feature}.${infer Reason}`
  ? Reason
  : never
type Features<Key extends string> = Key extends `${infer Feature}.${string}` ? Feature : never

/** The texts that the English catalogue must have: one for each key of the error catalogue and for each field message. */
export type RequiredTexts = {
  errors: { [F in Features<ErrorKey>]: { [R in Nested<ErrorKey, F>]: string } }
  fields: { [K in FieldKey]: string }
}

/**
 * Completes a catalogue with English texts for its missing keys. Discards keys that English does not have.
 * @param base the English catalogue
 * @param over the catalogue to complete
 */
export function completeCatalogue<T>(base: T, over: unknown): T {
  if (typeof base !== 'object' || base === null) return typeof over === 'string' ? (over as T) : base
  const found = typeof over === 'object' && over !== null ? (over as Record<string, unknown>) : {}
  const entries = Object.entries(base).map(([key, value]) => [key, completeCatalogue(value, found[key])])
  return Object.fromEntries(entries) as T
}
