import type { ExportField } from '@pontic/contract'

/** Fields of a case that are not shown as plain text, or not in the same way everywhere. */
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
  | 'technician'
  | 'work'

type TextField = Exclude<ExportField, PresentedField>

/**
 * The fields of a case that are shown as plain text, in the order of the list's column menu. `isDetail`: `OrderFacts` lists the
 * field after the scan date. `OrderFacts` shows the other fields at fixed positions.
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

/** The plain text fields of a case. Their labels are in `orders.columns`. */
export const orderTexts = Object.keys(textFields) as TextField[]

/** The plain text fields that `OrderFacts` lists after the scan date. */
export const detailTexts = orderTexts.filter((field) => textFields[field].isDetail)
