import { type ExportField, exportFields, type Language, type Order } from '@pontic/contract'
import { translate } from '@pontic/messages'
import { momentIn } from '../http/reader-zone.ts'

/** Excel takes a file without it for one in the system's old encoding. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'
// What a spreadsheet reads as the start of a formula; the wide signs in Chinese and Japanese ones.
const formulaStart = /^[=+\-@\t\r＝＋－＠]/u

/** A text as a cell that no spreadsheet computes (threat T46): a quote before what looks like a formula. */
export function toCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const toLine = (cells: readonly string[]) => cells.map(toCell).join(',') + lineEnd

/** The first line: the names of the fields in the reader's language. */
export function csvHead(language: Language): string {
  return byteOrderMark + toLine(exportFields.map((field) => translate(language, `orders.columns.${field}`)))
}

/** An order as a line. A row that its reader lost says so where the status stands. @param reader his language and zone */
export function csvLine(order: Order, reader: { language: Language; zone: string }): string {
  return toLine(exportFields.map((field) => textOf(order, field, reader)))
}

function textOf(order: Order, field: ExportField, reader: { language: Language; zone: string }): string {
  const { language, zone } = reader
  if (field === 'type') return translate(language, `order.type.${order.type}`)
  if (field === 'status' && order.isWithdrawn) return translate(language, 'orders.withdrawn')
  if (field === 'status') return translate(language, `order.status.${order.status}`)
  if (field === 'createdAt' || field === 'updatedAt') return momentIn(zone, new Date(order[field]))
  return order[field] ?? ''
}
