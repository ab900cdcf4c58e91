import type { ExportField } from '@pontic/contract'

/** Fields of a case with a presentation of their own. */
type PresentedField =
  | 'number'
  | 'type'
  | 'status'
  | 'patientName'
  | 'clinicName'
  | 'labName'
  | 'createdAt'
  | 'updatedAt'
  | 'scanDate'
  | 'deliveryOn'

type TextField = Exclude<ExportField, PresentedField>

/**
 * The fields of a case that are shown as text, in the order of the list's column menu. `isDetail`: the details of a case list
 * them after the day of the scan; the others have a place of their own there.
 */
const textFields: Readonly<Record<TextField, { isDetail: boolean }>> = {
  doctor: { isDetail: false },
  senderOperator: { isDetail: false },
  updater: { isDetail: false },
  operator: { isDetail: false },
  equipmentNumber: { isDetail: true },
  softwareVersion: { isDetail: true },
  otherRequirements: { isDetail: false },
  remark: { isDetail: false },
  expressNumber: { isDetail: false },
  carrier: { isDetail: false },
  trackingNote: { isDetail: false },
}

/** The text fields of a case; their labels are in `orders.columns`. */
export const orderTexts = Object.keys(textFields) as TextField[]

/** The text fields that the details of a case list after the day of the scan. */
export const detailTexts = orderTexts.filter((field) => textFields[field].isDetail)
