import {
  type AuditActorKind,
  type AuditRow,
  auditActorOf,
  auditObjectOf,
  type Language,
} from '@pontic/contract'
import { auditSentenceKey, type MessageKey, translate } from '@pontic/messages'
import { momentIn } from '../../platform/http/reader-zone.ts'

const headings = [
  'common.label.number',
  'audit.column.at',
  'audit.column.action',
  'organizations.description',
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

const actorKeys = {
  former: 'accounts.formerName',
  staff: 'audit.platformStaff',
  portal: 'audit.itself',
  visitor: 'audit.nobody',
} as const satisfies Record<Exclude<AuditActorKind, 'person'>, MessageKey>

function actorText(row: AuditRow, language: Language): string {
  const kind = auditActorOf(row)
  return kind === 'person' ? (row.by?.name ?? '') : translate(language, actorKeys[kind])
}

/** Returns the sentence about a row, such as “Alice Brook accepted case C26-7KQ2MX”; the action's name if it has no sentence. */
function sentenceText(row: AuditRow, language: Language): string {
  const key = auditSentenceKey(row.action)
  if (key === undefined) return row.action
  return translate(language, key, { actor: actorText(row, language), object: auditObjectOf(row) })
}

const jsonOf = (facts: object | null) =>
  facts === null || Object.keys(facts).length === 0 ? '' : JSON.stringify(facts)

/** Returns the column headings in the reader's language. */
export const auditHead = (language: Language): string[] =>
  headings.map((heading) => translate(language, heading))

/**
 * Returns the CSV cells of a row. Actions and fields have their technical names, which are the same in every language; the
 * sentence is in the reader's language.
 * Control characters become visible escapes.
 * @param reader language of the texts, and time zone of the moments
 */
export function auditCells(row: AuditRow, reader: { language: Language; zone: string }): string[] {
  const { language, zone } = reader
  const platform = row.isPlatform ? translate(language, actorKeys.staff) : ''
  return [
    row.id,
    momentIn(zone, new Date(row.at)),
    row.action,
    sentenceText(row, language),
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
