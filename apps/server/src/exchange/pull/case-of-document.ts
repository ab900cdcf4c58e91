import { type OrderDocument, OrderDraft } from '@pontic/contract'
import { fitLine, fitParagraph } from '../order-documents/create-document.shared.ts'

const patientLengthMax = 100
const requirementsLengthMax = 2_000

/** Document values without a field of their own: one line each, in the document's words. */
function notesOf(document: OrderDocument, missing: readonly string[]): string {
  const { patient, lab, number, source } = document
  const said = [
    ['number', number],
    ['patient', patient.name === '' ? '' : patient.code],
    ['born', patient.bornOn ?? ''],
    ['lab', lab],
    ...document.unmapped.map(({ field, value }) => [field, value.replaceAll('\n', ' ')]),
    ['files', missing.length === 0 ? '' : `– ${missing.join(', ')}`],
  ].filter(([, value]) => value !== '')
  const head = said.length === 0 ? [] : [`[${source.system} ${source.id}]`]
  return [...head, ...said.map(([field, value]) => `${field}: ${value}`)].join('\n')
}

/**
 * Maps a document to an order draft, as its clinic would type it. Values without a field go to the other
 * requirements; what exceeds their length is only in the document, which is among the files.
 * @param name of its location: the patient's name if the document has none
 * @param missing files named in the document but not found
 */
export function toOrderDraft(document: OrderDocument, name: string, missing: readonly string[]): OrderDraft {
  const { patient, otherRequirements } = document
  const patientName = fitLine(patient.name || patient.code || name, patientLengthMax)
  const whole = [otherRequirements, notesOf(document, missing)].filter((text) => text !== '').join('\n\n')
  return OrderDraft.parse({
    type: document.type,
    patientName: patientName || document.source.system,
    doctor: document.doctor,
    scanDate: document.scanDate,
    deliveryOn: document.deliveryOn,
    equipmentNumber: document.equipmentNumber,
    softwareVersion: document.softwareVersion,
    otherRequirements: fitParagraph(whole, requirementsLengthMax),
    remark: document.remark,
  })
}
