import { type OrderDocument, OrderDraft } from '@pontic/contract'
import { fitLine, fitParagraph } from '../order-documents/make-document.shared.ts'

const patientLengthMax = 100
const requirementsLengthMax = 2_000

/** What stands at a case beside what has a field of its own: a line each, in the words of the document. */
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
 * The case that a document describes, as its clinic would have typed it. What no field holds stands in the other
 * requirements; what has no room there is in the document, which is among the files.
 * @param name of its place: the patient's, where the document does not tell
 * @param missing files that the document names and nobody has seen
 */
export function draftOf(document: OrderDocument, name: string, missing: readonly string[]): OrderDraft {
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
