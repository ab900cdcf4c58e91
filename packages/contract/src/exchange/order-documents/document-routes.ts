import * as z from 'zod/mini'
import { FileRole } from '../../cases/files/files.ts'
import { OrderType } from '../../cases/orders/order-types.ts'
import { Prescription } from '../../cases/prescriptions/prescription.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { DocumentSystem, documentRefusals } from './order-documents.ts'

/** The values of an order document that fill in a new case. Texts are cut to the length that a case allows. */
export const DocumentValues = z.strictObject({
  /** Software that wrote the document. */
  system: DocumentSystem,
  type: OrderType,
  /** Name or number of the patient; empty if the document has neither. @example "Test Patient" */
  patientName: z.string(),
  /** Name of the dentist; may be empty. @example "Dr. Moreau" */
  doctor: z.string(),
  /** Day of the scan, null if unknown. @example "2026-11-20" */
  scanDate: z.nullable(z.string()),
  /** Delivery day, null if none is set. @example "2026-12-04" */
  deliveryOn: z.nullable(z.string()),
  /** Serial number of the scanner; may be empty. @example "TRI-0042" */
  equipmentNumber: z.string(),
  /** Version of the scanner’s software; may be empty. @example "5.1" */
  softwareVersion: z.string(),
  /** Other requirements, and values of the document that have no field; may be empty. @example "" */
  otherRequirements: z.string(),
  /** Remark; may be empty. @example "" */
  remark: z.string(),
  /** Prescription, null if the document has none. */
  prescription: z.nullable(Prescription),
  /** Files that the document names, with their roles. */
  files: z.array(
    z.strictObject({
      /** Name of the file. @example "upper.stl" */
      name: z.string(),
      role: FileRole,
    }),
  ),
})
export type DocumentValues = z.output<typeof DocumentValues>

/** Routes of order documents. */
export const documentRoutes = {
  'documents.read': {
    method: 'POST',
    path: '/documents/read',
    permission: 'draft.manage',
    reads: true,
    summary:
      'Read an order document of a scanner or laboratory program, to fill in a new case; nothing is stored',
    bytes: { max: limits.documentBytesMax, tooLarge: 'document.too_large' },
    reply: z.strictObject({
      /** Values of the document; null for a file that is not an order, and for a refused one. */
      values: z.nullable(DocumentValues),
      /** Why the document can’t be read, null if it can. @example null */
      refusal: z.nullable(z.enum(documentRefusals)),
    }),
    errors: ['document.too_large'],
  },
} as const satisfies RouteTable
