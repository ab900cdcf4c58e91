import {
  documentLimits,
  fieldMessages,
  OrderDocument,
  type OrderDocumentInput,
  type UnmappedValue,
} from '@pontic/contract'
import { refuse } from './refusal.shared.ts'

// Characters that no field of an order accepts: control characters, lone surrogates, direction marks, byte order marks.
const disallowed = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Converts a text of other software to one line of limited length. */
export const fitLine = (text: string, maxLength: number): string =>
  cut(text.replaceAll(/\s+/g, ' ').replaceAll(disallowed, '').trim().normalize('NFC'), maxLength)

/** Converts a text of other software to lines of limited total length. */
export const fitParagraph = (text: string, maxLength: number): string =>
  cut(
    text
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(disallowed, (letter) => (letter === '\n' || letter === '\t' ? letter : ''))
      .trim()
      .normalize('NFC'),
    maxLength,
  )

// Cuts a text without splitting a surrogate pair.
const cut = (text: string, maxLength: number) =>
  text.length <= maxLength
    ? text
    : text
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd()

/** Maximum lengths of the one-line text fields of `OrderDocument`. */
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

/** Values parsed from a document, with texts of any length. */
export type ParsedOrder = Words &
  Omit<OrderDocumentInput, keyof Words | 'patient' | 'unmapped'> & {
    patient: { name: string; code?: string; bornOn?: string | null }
    unmapped?: readonly UnmappedValue[]
  }

/**
 * Creates a document from parsed values. A text that is too long is cut, and its full value is added to `unmapped`, up to
 * the limits of `unmapped`. The original document remains a file of the order.
 * @throws DocumentRefusal fields_wrong with the first invalid field, fields_missing for an order without an id
 */
export function createDocument(found: ParsedOrder): OrderDocument {
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

/** Converts year, month and day to `YYYY-MM-DD`. Null if the day does not exist or the year is not in 1900–2199. */
export function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1900 || year > 2199) return null
  const moment = new Date(Date.UTC(year, month - 1, day))
  const isReal = moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  return isReal ? moment.toISOString().slice(0, 10) : null
}

/** Converts a time to ISO 8601 in UTC. Null if it can't be parsed or the year is not in 1900–2199. */
export function toTimestamp(text: string | number): string | null {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) return null
  const year = moment.getUTCFullYear()
  return year >= 1900 && year <= 2199 ? moment.toISOString() : null
}

/** Parses the calendar day at the start of an ISO 8601 text, regardless of the time zone. Null if there is none. */
export function parseIsoDay(text: string): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(text.trim())
  return found ? dayOf(Number(found[1]), Number(found[2]), Number(found[3])) : null
}
