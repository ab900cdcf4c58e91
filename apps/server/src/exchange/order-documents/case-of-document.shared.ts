import { type OrderDocument, OrderDraft } from '@pontic/contract'
import { fitLine, fitParagraph } from './create-document.shared.ts'

const patientLengthMax = 100
const requirementsLengthMax = 2_000

/**
 * Lists the values of a document that have no field in an order, and the missing files. Each is a line `name: value`. The first
 * line names the source. Returns an empty text if there is nothing to list.
 */
function notesOf(document: OrderDocument, missing: readonly string[]): string {
  const { patient, lab, number, source } = document
  const entries = [
    ['number', number],
    ['patient', patient.name === '' ? '' : patient.code],
    ['born', patient.bornOn ?? ''],
    ['lab', lab],
    ...document.unmapped.map(({ field, value }) => [field, value.replaceAll('\n', ' ')]),
    ['files', missing.length === 0 ? '' : `– ${missing.join(', ')}`],
  ].filter(([, value]) => value !== '')
  const head = entries.length === 0 ? [] : [`[${source.system} ${source.id}]`]
  return [...head, ...entries.map(([field, value]) => `${field}: ${value}`)].join('\n')
}

/**
 * Maps a document to an order draft. Values without a field are appended to `otherRequirements`, which is cut at its
 * maximum length. The complete values remain in the document, which is a file of the order.
 * @param name patient's name if the document has neither a name nor a code of the patient
 * @param missing names of files that the document lists but that were not found
 */
export function toOrderDraft(document: OrderDocument, name: string, missing: readonly string[]): OrderDraft {
  const { patient, otherRequirements } = document
  const patientName = fitLine(patient.name || patient.code || name, patientLengthMax)
  const requirements = [otherRequirements, notesOf(document, missing)]
    .filter((text) => text !== '')
    .join('\n\n')
  return OrderDraft.parse({
    type: document.type,
    patientName: patientName || document.source.system,
    doctor: document.doctor,
    scanDate: document.scanDate,
    deliveryOn: document.deliveryOn,
    equipmentNumber: document.equipmentNumber,
    softwareVersion: document.softwareVersion,
    otherRequirements: fitParagraph(requirements, requirementsLengthMax),
    remark: document.remark,
  })
}
