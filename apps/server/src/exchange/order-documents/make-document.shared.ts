import {
  documentLimits,
  fieldMessages,
  OrderDocument,
  type OrderDocumentInput,
  type UnmappedValue,
} from '@pontic/contract'
import { refuse } from './refusal.shared.ts'

// Controls, lone surrogates, marks of direction and of byte order: what no text of ours takes.
const unfit = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A foreign text as one line of ours; longer ones are cut. */
export const fitLine = (text: string, maxLength: number): string =>
  cut(text.replaceAll(/\s+/g, ' ').replaceAll(unfit, '').trim().normalize('NFC'), maxLength)

/** A foreign text of several lines; longer ones are cut. */
export const fitParagraph = (text: string, maxLength: number): string =>
  cut(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(unfit, (letter) => (letter === '\n' || letter === '\t' ? letter : ''))
      .trim()
      .normalize('NFC'),
    maxLength,
  )

// Not within a pair of surrogates.
const cut = (text: string, maxLength: number) =>
  text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()

/** The texts of a document and how long ours are (`OrderDocument`). */
const lines = {
  number: 60,
  doctor: 60,
  clinic: 100,
  lab: 100,
  equipmentNumber: 40,
  softwareVersion: 40,
} as const
const paragraphs = { otherRequirements: 2_000, remark: 1_000 } as const

type Fit = (text: string, maxLength: number) => string
type Words = Partial<Record<keyof typeof lines | keyof typeof paragraphs, string>>

/** What a reader has found: texts of any length, `unmapped` as it goes. */
export type FoundOrder = Words &
  Omit<OrderDocumentInput, keyof Words | 'patient' | 'unmapped'> & {
    patient: { name: string; code?: string; bornOn?: string | null }
    unmapped?: readonly UnmappedValue[]
  }

/**
 * A document out of what a reader has found: texts are fitted, and what was cut off stands whole in `unmapped`, as far as
 * that goes; the rest is in the original, which is kept with the case.
 * @throws DocumentRefusal fields_wrong with the first field that is no value of ours, fields_missing for a case without id
 */
export function makeDocument(found: FoundOrder): OrderDocument {
  const unmapped: UnmappedValue[] = []
  const fit = (field: string, text: string, fitted: Fit, maxLength: number): string => {
    const short = fitted(text, maxLength)
    if (fitted(text, text.length + 1) !== short) unmapped.push({ field, value: text })
    return short
  }
  const words: Words = {}
  for (const [name, maxLength] of Object.entries(lines) as [keyof typeof lines, number][])
    words[name] = fit(name, found[name] ?? '', fitLine, maxLength)
  for (const [name, maxLength] of Object.entries(paragraphs) as [keyof typeof paragraphs, number][])
    words[name] = fit(name, found[name] ?? '', fitParagraph, maxLength)
  const { name, code = '', bornOn = null } = found.patient
  const id = fitLine(found.source.id, documentLimits.idLengthMax)
  if (id === '') refuse('fields_missing', 'id')
  const result = OrderDocument.safeParse({
    ...found,
    ...words,
    source: { ...found.source, id, version: fitLine(found.source.version ?? '', 40) },
    patient: {
      name: fit('patient.name', name, fitLine, 100),
      code: fit('patient.code', code, fitLine, 60),
      bornOn,
    },
    unmapped: fitUnmapped([...(found.unmapped ?? []), ...unmapped]),
  })
  if (result.success) return result.data
  const [wrong] = Object.entries(fieldMessages(result.error.issues))
  return refuse('fields_wrong', wrong?.join(' '))
}

const fitUnmapped = (values: readonly UnmappedValue[]): UnmappedValue[] =>
  values
    .map(({ field, value }) => ({
      field: fitLine(field, documentLimits.idLengthMax) || 'text',
      value: fitParagraph(value, documentLimits.unmappedLengthMax),
    }))
    .filter(({ value }) => value !== '')
    .slice(0, documentLimits.unmappedMax)

/** A calendar day out of year, month and day as numbers; null for one that is none. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2199) return null
  const moment = new Date(Date.UTC(year, month - 1, day))
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  return isReal ? moment.toISOString().slice(0, 10) : null
}

/** A moment as ours; null for a text that is none, or one out of the years of `dayOf`. */
export function momentOf(text: string | number): string | null {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) return null
  const year = moment.getUTCFullYear()
  return year >= 1900 && year <= 2199 ? moment.toISOString() : null
}

/** The calendar day at the start of an ISO text, as it stands there, whatever the zone; null without any. */
export function isoDayOf(text: string): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(text.trim())
  return found ? dayOf(Number(found[1]), Number(found[2]), Number(found[3])) : null
}
