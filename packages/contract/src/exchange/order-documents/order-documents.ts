import * as z from 'zod/mini'
import { FileName, FileRole } from '../../cases/files/files.ts'
import { orderStatuses } from '../../cases/orders/order-states.ts'
import { OrderType } from '../../cases/orders/order-types.ts'
import { Prescription } from '../../cases/prescriptions/prescription.ts'
import { Day, line, Moment, paragraph, Sha256 } from '../../fields.ts'
import { limits } from '../../limits.ts'

/** Whose order documents are read (formats §1, §3–§7); `folder`: scans without any document. */
export const documentSystems = ['pontic', 'exocad', '3shape', 'itero', 'rayteams', 'fhir', 'folder'] as const
export const DocumentSystem = z.enum(documentSystems)
export type DocumentSystem = z.output<typeof DocumentSystem>

/** Why a document, or an archive with one, is not taken (threat T41). Texts under `pull.refusals` in the messages. */
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

/** Lengths of a document's own texts; those of a case are the case's. */
export const documentLimits = { idLengthMax: 120, unmappedMax: 500, unmappedLengthMax: 2_000 } as const

/**
 * Where a case comes from: the system, its own id of the case, and the version of the document. Two documents of one
 * system with one id are the same case (rules §11).
 */
export const DocumentSource = z.strictObject({
  system: DocumentSystem,
  id: line(1, documentLimits.idLengthMax),
  version: z._default(line(0, 40), ''),
})
export type DocumentSource = z.output<typeof DocumentSource>

/** A file that belongs to the case, by its name beside the document. Size in bytes and hash where the writer knew them. */
export const DocumentFile = z.strictObject({
  name: FileName,
  role: FileRole,
  sizeBytes: z._default(z.nullable(z.int().check(z.minimum(0, 'too_small'))), null),
  sha256: z._default(z.nullable(Sha256), null),
})
export type DocumentFile = z.output<typeof DocumentFile>

/** Something that a document says and no field of ours holds: where it stood, and its words. */
export const UnmappedValue = z.strictObject({
  field: line(1, documentLimits.idLengthMax),
  value: paragraph(0, documentLimits.unmappedLengthMax),
})
export type UnmappedValue = z.output<typeof UnmappedValue>

/**
 * One case as a document: what every reader of a foreign format makes, what every writer is given, and, written as JSON,
 * the format "Pontic JSON". Teeth are FDI, work, material and shade are the codes of the contract; days are calendar
 * days, times UTC.
 * - `patient.code`: the writer's own number of the patient; empty where it has none.
 * - `clinic`, `lab`: names of the two organizations as the writer knows them.
 * - `prescription`: null where nothing was said; else of the case's type.
 * - `unmapped`: what the source said beside all this.
 */
export const OrderDocument = z
  .strictObject({
    format: z._default(z.literal('pontic.order'), 'pontic.order'),
    version: z._default(z.literal(1), 1),
    source: DocumentSource,
    number: z._default(line(0, 60), ''),
    status: z._default(z.nullable(z.enum(orderStatuses)), null),
    type: OrderType,
    patient: z.strictObject({
      name: z._default(line(0, 100), ''),
      code: z._default(line(0, 60), ''),
      bornOn: z._default(z.nullable(Day), null),
    }),
    doctor: z._default(line(0, 60), ''),
    clinic: z._default(line(0, 100), ''),
    lab: z._default(line(0, 100), ''),
    createdAt: z._default(z.nullable(Moment), null),
    scanDate: z._default(z.nullable(Day), null),
    deliveryOn: z._default(z.nullable(Day), null),
    equipmentNumber: z._default(line(0, 40), ''),
    softwareVersion: z._default(line(0, 40), ''),
    otherRequirements: z._default(paragraph(0, 2_000), ''),
    remark: z._default(paragraph(0, 1_000), ''),
    prescription: z._default(z.nullable(Prescription), null),
    files: z._default(z.array(DocumentFile).check(z.maxLength(limits.filesPerOrderMax, 'too_long')), []),
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
  )
export type OrderDocument = z.output<typeof OrderDocument>
export type OrderDocumentInput = z.input<typeof OrderDocument>
