import {
  type ExportField,
  exportFields,
  type Language,
  type Order,
  type TeethNumbering,
} from '@pontic/contract'
import { type MessageKey, translate } from '@pontic/messages'
import { momentIn } from '../../platform/http/reader-zone.ts'
import type { OrderSide } from '../access/order-side.shared.ts'
import { workText } from './work-text.ts'

/** The language and time zone of the reader. */
type Reader = { language: Language; zone: string }

/** Fields whose headings other lists share. All other fields have a heading in `orders.columns`. */
const sharedHeadings = {
  number: 'common.label.number',
  type: 'common.label.type',
  status: 'common.label.status',
  patientName: 'common.label.patient',
  clinicName: 'common.label.clinic',
  labName: 'common.label.lab',
  createdAt: 'common.label.createdAt',
  work: 'prescription.fields.work',
} as const satisfies Partial<Record<ExportField, MessageKey>>

const hasSharedHeading = (field: ExportField): field is keyof typeof sharedHeadings => field in sharedHeadings

const headingOf = (field: ExportField): MessageKey =>
  hasSharedHeading(field) ? sharedHeadings[field] : `orders.columns.${field}`

type Party = OrderSide['party']

/** Only a laboratory reads to whom it has assigned a case (rules §16). */
const fieldsOf = (party: Party): ExportField[] =>
  exportFields.filter((field) => field !== 'technician' || party === 'lab')

/** A row of the export, with the tooth notation of its reader. */
export type ExportedOrder = { order: Order; notation: TeethNumbering }

/** Returns the headings in the reader's language. */
export const orderHead = ({ language }: Reader, party: Party): string[] =>
  fieldsOf(party).map((field) => translate(language, headingOf(field)))

/** Returns the cells of an order. If the laboratory has lost the order, the status is shown as "Withdrawn". */
export const orderCells = (row: ExportedOrder, reader: Reader, party: Party): string[] =>
  fieldsOf(party).map((field) => textOf(row, field, reader))

function textOf({ order, notation }: ExportedOrder, field: ExportField, reader: Reader): string {
  const { language, zone } = reader
  if (field === 'type') return translate(language, `order.type.${order.type}`)
  if (field === 'status' && order.isWithdrawn) return translate(language, 'orders.withdrawn')
  if (field === 'status') return translate(language, `order.status.${order.status}`)
  if (field === 'createdAt' || field === 'updatedAt') return momentIn(zone, new Date(order[field]))
  if (field === 'work') return workText(order.work, { language, notation })
  return order[field] ?? ''
}
