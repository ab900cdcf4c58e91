import type { ErrorKey, FieldKey } from '@pontic/contract'
import type en from './en_US.json'

/** A catalogue, in the shape of the English one. */
export type Catalogue = typeof en

type DottedKeys<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${DottedKeys<T[K]>}`
}[keyof T & string]

/** Dotted key of a text (`order.status.pending`) in the English catalogue. */
export type MessageKey = DottedKeys<Catalogue>

/** Values of a text's placeholders. Dates and sizes are already formatted. */
export type MessageParams = Readonly<Record<string, string | number>>

/** Mails by name; each has `subject` and `sentence` under `mail` and names no patient. Its button is in `mail-buttons.ts`. */
export type MailTemplate = Exclude<keyof Catalogue['mail'], 'layout' | 'button'>

type Nested<Key extends string, Feature extends string> = Key extends `${Feature}.${infer Reason}`
  ? Reason
  : never
type Features<Key extends string> = Key extends `${infer Feature}.${string}` ? Feature : never

/** Texts that the contract requires of the English catalogue: one for each refusal and each field message. */
export type DemandedTexts = {
  errors: { [F in Features<ErrorKey>]: { [R in Nested<ErrorKey, F>]: string } }
  fields: { [K in FieldKey]: string }
}

/** Completes a catalogue with the English texts that it lacks. @param base the whole English catalogue */
export function completeCatalogue<T>(base: T, over: unknown): T {
  if (typeof base !== 'object' || base === null) return typeof over === 'string' ? (over as T) : base
  const found = typeof over === 'object' && over !== null ? (over as Record<string, unknown>) : {}
  const entries = Object.entries(base).map(([key, value]) => [key, completeCatalogue(value, found[key])])
  return Object.fromEntries(entries) as T
}
