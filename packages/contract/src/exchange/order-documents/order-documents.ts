import * as z from 'zod/mini'
import { FileName, FileRole } from '../../cases/files/files.ts'
import { orderStatuses } from '../../cases/orders/order-states.ts'
import { OrderType } from '../../cases/orders/order-types.ts'
import { listTypeProblems } from '../../cases/prescriptions/case-prescriptions.ts'
import { MorePrescriptions, Prescription } from '../../cases/prescriptions/prescription.ts'
import { checkProblems } from '../../cases/prescriptions/prescription-fields.ts'
import { Day, line, Moment, paragraph, Sha256 } from '../../fields.ts'
import { limits } from '../../limits.ts'

/** Systems whose order documents can be read (formats §1, §3–§7). `folder` stands for scans without a document. */
export const documentSystems = ['pontic', 'exocad', '3shape', 'itero', 'rayteams', 'fhir', 'folder'] as const
export const DocumentSystem = z.enum(documentSystems)
export type DocumentSystem = z.output<typeof DocumentSystem>

/** Reasons to refuse a document or its archive (threat T41). The texts are under `transfers.pull.reason`. */
export const documentRefusals = [
  'too_large',
  'encoding',
  'unknown_format',
  'xml_broken',
  'xml_doctype',
  'xml_too_deep',
  'xml_too_many',
  'json_broken',
  'json_too_deep',
  'fields_missing',
  'fields_wrong',
  'several_documents',
  'archive_broken',
  'archive_path',
  'archive_link',
  'archive_encrypted',
  'archive_too_many',
  'archive_too_large',
  'archive_ratio',
  'archive_overlap',
  'archive_nested',
  'archive_checksum',
] as const
export type DocumentRefusalReason = (typeof documentRefusals)[number]

/** Limits of ids, field paths and unmapped values in a document. Fields that an order has, too, have the limits of the order. */
export const documentLimits = { idLengthMax: 120, unmappedMax: 500, unmappedLengthMax: 2_000 } as const

/**
 * The source of a case. Two documents of the same system with the same id describe the same case (rules §11).
 */
export const DocumentSource = z.strictObject({
  /** Software that wrote the document. */
  system: DocumentSystem,
  /** Id of the case in that software. @example "c-4711" */
  id: line(1, documentLimits.idLengthMax),
  /** Version of that software. @example "2.4" */
  version: z._default(line(0, 40), ''),
})
export type DocumentSource = z.output<typeof DocumentSource>

/** A file of the case, in the folder of the document. */
export const DocumentFile = z.strictObject({
  name: FileName,
  role: FileRole,
  /** Size in bytes, null if unknown. */
  sizeBytes: z._default(z.nullable(z.int().check(z.minimum(0, 'too_small'))), null),
  /** SHA-256 in hex, null if unknown. */
  sha256: z._default(z.nullable(Sha256), null),
})
export type DocumentFile = z.output<typeof DocumentFile>

/** A value of the source for which an order has no field. */
export const UnmappedValue = z.strictObject({
  /** Path of the field in the document. @example "ShadeGuide" */
  field: line(1, documentLimits.idLengthMax),
  /** Value as text. @example "VITA classical" */
  value: paragraph(0, documentLimits.unmappedLengthMax),
})
export type UnmappedValue = z.output<typeof UnmappedValue>

/**
 * Pontic JSON: one dental case as a document. Teeth have FDI numbers, and times are in UTC.
 */
export const OrderDocument = z
  .strictObject({
    /** Name of the format. */
    format: z._default(z.literal('pontic.order'), 'pontic.order'),
    /** Version of the format. */
    version: z._default(z.literal(1), 1),
    /** System and case from which the document comes. */
    source: DocumentSource,
    /** Number of the case at the source. @example "C26-7F3K9Q" */
    number: z._default(line(0, 60), ''),
    /** Status of the case, null if unknown. */
    status: z._default(z.nullable(z.enum(orderStatuses)), null),
    type: OrderType,
    /** The patient. */
    patient: z.strictObject({
      /** Name of the patient. @example "Test Patient" */
      name: z._default(line(0, 100), ''),
      /** Number of the patient at the source; may be empty. @example "P-311" */
      code: z._default(line(0, 60), ''),
      /** Day of birth, null if unknown. */
      bornOn: z._default(z.nullable(Day), null),
    }),
    /** Name of the dentist. @example "Dr. Moreau" */
    doctor: z._default(line(0, 60), ''),
    /** Name of the clinic at the source. @example "Brookside Dental" */
    clinic: z._default(line(0, 100), ''),
    /** Name of the laboratory at the source. @example "Northfield Lab" */
    lab: z._default(line(0, 100), ''),
    /** Time of creation, null if unknown. */
    createdAt: z._default(z.nullable(Moment), null),
    /** Day of the scan, null if unknown. */
    scanDate: z._default(z.nullable(Day), null),
    /** Delivery day, null if none is set. */
    deliveryOn: z._default(z.nullable(Day), null),
    /** Serial number of the scanner. @example "TRI-0042" */
    equipmentNumber: z._default(line(0, 40), ''),
    /** Version of the scanner’s software. @example "5.1" */
    softwareVersion: z._default(line(0, 40), ''),
    /** Other requirements. @example "" */
    otherRequirements: z._default(paragraph(0, 2_000), ''),
    /** Remark that both parties can see. @example "" */
    remark: z._default(paragraph(0, 1_000), ''),
    /** Prescription of the same type as the case, null if there is none. */
    prescription: z._default(z.nullable(Prescription), null),
    /** Prescriptions of other types that belong to the same case. */
    morePrescriptions: z._default(MorePrescriptions, []),
    /** Files of the case. */
    files: z._default(z.array(DocumentFile).check(z.maxLength(limits.filesPerOrderMax, 'too_long')), []),
    /** Values of the source for which this format has no field. */
    unmapped: z._default(
      z.array(UnmappedValue).check(z.maxLength(documentLimits.unmappedMax, 'too_long')),
      [],
    ),
  })
  .check(
    z.refine(({ type, prescription }) => prescription === null || prescription.type === type, {
      message: 'choice',
      path: ['prescription', 'type'],
    }),
    checkProblems((document: { type: OrderType; morePrescriptions: Prescription[] }) =>
      listTypeProblems(document.type, document.morePrescriptions),
    ),
  )
export type OrderDocument = z.output<typeof OrderDocument>
export type OrderDocumentInput = z.input<typeof OrderDocument>
