import { type OrderDetail, OrderDocument, type OrderFile } from '@pontic/contract'

/**
 * Maps an order to a document.
 * @returns the document, and the order's verified files in the sequence in which the document names them
 * @param detail the order, limited to what the recipient may read
 */
export function toOrderDocument(
  detail: Pick<OrderDetail, 'order' | 'prescription' | 'morePrescriptions' | 'files'>,
): {
  document: OrderDocument
  files: OrderFile[]
} {
  const { order } = detail
  const files = detail.files.filter(({ state }) => state === 'verified')
  const document = OrderDocument.parse({
    source: { system: 'pontic', id: order.id, version: '1' },
    number: order.number,
    status: order.status,
    type: order.type,
    patient: { name: order.patientName },
    doctor: order.doctor,
    clinic: order.clinicName,
    lab: order.labName ?? '',
    createdAt: new Date(order.createdAt).toISOString(),
    scanDate: order.scanDate,
    deliveryOn: order.deliveryOn,
    equipmentNumber: order.equipmentNumber,
    softwareVersion: order.softwareVersion,
    otherRequirements: order.otherRequirements,
    remark: order.remark,
    prescription: detail.prescription,
    morePrescriptions: detail.morePrescriptions,
    files: files.map(({ name, role, sizeBytes, sha256 }) => ({ name, role, sizeBytes, sha256 })),
  })
  return { document, files }
}
