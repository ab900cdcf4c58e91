import type { AuditRow, Language } from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import { momentIn } from '../../platform/http/reader-zone.ts'

const headings = [
  'common.label.number',
  'audit.column.at',
  'audit.column.action',
  'audit.column.by',
  'common.label.account',
  'common.label.organization',
  'audit.column.objectType',
  'audit.column.object',
  'audit.column.subjects',
  'common.label.cases',
  'audit.column.before',
  'audit.column.after',
  'audit.column.withheld',
  'common.label.details',
  'audit.column.address',
  'audit.column.request',
] as const satisfies readonly MessageKey[]

// Characters with which a value could forge or hide lines when the file is shown in a terminal (threat T62).
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const escapeControls = (text: string) =>
  text.replace(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const jsonOf = (facts: object | null) =>
  facts === null || Object.keys(facts).length === 0 ? '' : JSON.stringify(facts)

/** Returns the column headings in the reader's language. */
export const auditHead = (language: Language): string[] =>
  headings.map((heading) => translate(language, heading))

/**
 * Returns the CSV cells of a row. Actions and fields have their technical names, which are the same in every language.
 * Control characters become visible escapes.
 * @param reader language of the texts, and time zone of the moments
 */
export function auditCells(row: AuditRow, reader: { language: Language; zone: string }): string[] {
  const platform = row.isPlatform ? translate(reader.language, 'audit.platformStaff') : ''
  return [
    row.id,
    momentIn(reader.zone, new Date(row.at)),
    row.action,
    row.by?.name ?? platform,
    row.by?.id ?? '',
    row.organization?.name ?? row.organization?.id ?? '',
    row.objectType,
    row.objectId,
    row.subjects.map(({ id, name }) => name ?? id).join('; '),
    row.orderIds.join('; '),
    jsonOf(row.before),
    jsonOf(row.after),
    row.withheld.join('; '),
    jsonOf(row.facts),
    row.address,
    row.requestId,
  ].map(escapeControls)
}
