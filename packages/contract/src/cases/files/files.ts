import * as z from 'zod/mini'
import { Done, Id, Sha256, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { MeshFacts } from '../meshes/mesh-facts.ts'
import { chosenUnits } from '../meshes/scan-units.ts'

/**
 * The roles of files in a case (rules §1). Whether a file is a scan depends on its kind and not on its role.
 */
export const fileRoles = [
  'upper',
  'lower',
  'bite',
  'preparation',
  'scanBody',
  'gingiva',
  'antagonist',
  'design',
  'photo',
  'document',
  'other',
] as const
/** Role of a file in its case: a kind of scan, or a kind of attachment. */
export const FileRole = z.enum(fileRoles)
export type FileRole = z.output<typeof FileRole>

/** Roles of a laboratory's files (rules §7). */
export const labFileRoles = ['design', 'other'] as const satisfies readonly FileRole[]

/**
 * Kinds of files, recognized by content (rules §7). `cbct` is a ZIP with the DICOM slices of a volume. A file of kind
 * `unknown` can be downloaded but not viewed.
 */
export const fileKinds = [
  'stl',
  'ply',
  'obj',
  'mesh3shape',
  '3mf',
  'glb',
  'off',
  'jpeg',
  'png',
  'webp',
  'heic',
  'pdf',
  'dicom',
  'zip',
  'cbct',
  'xml',
  'json',
  'html',
  'svg',
  'text',
  'unknown',
] as const
export type FileKind = (typeof fileKinds)[number]

/** Kinds that the viewer can open. */
export const viewableKinds = ['stl', 'ply', 'obj', 'off', '3mf', 'glb'] as const satisfies readonly FileKind[]

/**
 * States of a file: `announced` (no byte yet), `uploading`, `received` (all bytes, but the client has not declared the digest),
 * `verified`, `refused`, and `released` (the clinic or an erasure has deleted the bytes, and the entry stays).
 */
export const fileStates = ['announced', 'uploading', 'received', 'verified', 'refused', 'released'] as const
export type FileState = (typeof fileStates)[number]

const unfinishedStates: readonly FileState[] = ['announced', 'uploading', 'received']

/** Whether the client still has to send bytes of a file or to declare its digest. */
export const isUnfinishedFile = (state: FileState): boolean => unfinishedStates.includes(state)

/**
 * Original name of a file: 1–200 characters, without control characters, slashes and bidirectional
 * formatting; `.` and `..` are refused. Downloads replace characters that file systems do not allow.
 * @example "upper.stl"
 */
export const FileName = z.string().check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(limits.fileNameLengthMax, 'too_long'),
  z.refine((name) => !/[\p{Cc}\p{Cs}/\\\u202a-\u202e\u2066-\u2069]/u.test(name), 'file_name'),
  z.refine((name) => !/^\.{1,2}$/.test(name), 'file_name'),
)

/** A file of a case. */
export const OrderFile = z.strictObject({
  id: Id,
  /** Name of the file. @example "upper.stl" */
  name: z.string(),
  role: FileRole,
  /** Kind of the file, null until its first 64 KiB have arrived. */
  kind: z.nullable(z.enum(fileKinds)),
  /** State of the upload; only a verified file can be downloaded. */
  state: z.enum(fileStates),
  /** Announced size; an upload of another size is refused. */
  sizeBytes: z.int(),
  /** Bytes that have arrived; an interrupted upload continues at this offset. */
  receivedBytes: z.int(),
  /** SHA-256 of the contents in hex, null until verified. @example null */
  sha256: z.nullable(z.string()),
  /** Party that uploaded it. */
  party: z.enum(['clinic', 'lab']),
  /** Person who uploaded it. @example "Alice Moreau" */
  by: z.string(),
  /** Time of the announcement. */
  createdAt: Time,
  /** Error key of the refusal, null if it was not refused. @example null */
  refusal: z.nullable(z.string()),
  /** Measurements of a scan, null for other files. */
  mesh: z.nullable(MeshFacts),
})
export type OrderFile = z.output<typeof OrderFile>

const AnnouncedFile = z.strictObject({
  name: FileName,
  /** Announced size; an upload of another size is refused. */
  sizeBytes: z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.fileBytesMax, 'too_large')),
  role: FileRole,
})

/** A case in which files of the caller’s organization are not complete. */
export const UnfinishedUpload = z.strictObject({
  orderId: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  /** Name of the patient. @example "Test Patient" */
  patientName: z.string(),
  /** Files of the organization whose bytes have not all arrived. */
  filesUnfinished: z.int(),
  /** All files of the organization in this case, without removed and refused ones. */
  filesTotal: z.int(),
  /** Whether the caller has announced at least one of the unfinished files. */
  isOwn: z.boolean(),
  /** Seconds since bytes of these files last arrived. From `uploadQuietSeconds` on, the upload has stopped. */
  quietSeconds: z.int(),
})
export type UnfinishedUpload = z.output<typeof UnfinishedUpload>

/**
 * Routes of the files of a case (rules §7). The bytes of a file are uploaded by tus 1.0 to `/restful/uploads/{id}`, where
 * `id` is that of the file.
 */
export const fileRoutes = {
  'files.announce': {
    method: 'POST',
    path: '/orders/files',
    permission: 'file.write',
    audit: 'files.announce',
    summary: 'Announce files before their upload; the id of each file is also its upload id',
    body: z.strictObject({
      id: Id,
      /** All files of the upload: quota and names are checked before the first byte. */
      files: z
        .array(AnnouncedFile)
        .check(z.minLength(1, 'required'), z.maxLength(limits.filesPerCallMax, 'too_long')),
    }),
    reply: z.strictObject({
      /** The files with their ids, in the order of the body. */
      files: z.array(OrderFile),
    }),
    errors: [
      'order.not_found',
      'order.wrong_status',
      'file.quota_full',
      'file.too_many',
      'file.too_large',
      'file.name_refused',
    ],
    example: {
      body: {
        id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
        files: [{ name: 'upper.stl', sizeBytes: 12_400_084, role: 'upper' }],
      },
    },
  },
  'files.listUnfinished': {
    method: 'GET',
    path: '/orders/files/unfinished',
    permission: 'file.write',
    reads: true,
    summary: 'List the cases in which files of the caller’s organization are not complete',
    query: z.strictObject({
      /** Only this case. */
      id: z.optional(Id),
    }),
    reply: z.strictObject({
      /** Cases with unfinished files, the newest upload first, at most `unfinishedUploadsMax`. */
      list: z.array(UnfinishedUpload),
    }),
    errors: [],
  },
  'files.listHeads': {
    method: 'GET',
    path: '/orders/files/heads',
    permission: 'file.write',
    reads: true,
    summary:
      'Get digests of the first bytes of the caller’s unfinished uploads in a case, to recognize their files',
    query: z.strictObject({
      id: Id,
    }),
    reply: z.strictObject({
      /** Unfinished files of which bytes have arrived. */
      list: z.array(
        z.strictObject({
          fileId: Id,
          /** Number of bytes that the digest covers, at most `uploadHeadBytes`. */
          sizeBytes: z.int(),
          /** SHA-256 of these bytes in hex. */
          sha256: Sha256,
        }),
      ),
    }),
    errors: [],
  },
  'files.finish': {
    method: 'PUT',
    path: '/orders/files/finish',
    permission: 'file.write',
    audit: ['files.finish', 'orders.reviewRequested'],
    summary: 'Declare the SHA-256 of a received file; a file with another digest is refused and quarantined',
    body: z.strictObject({
      fileId: Id,
      /** SHA-256 that the client computed over what it sent. */
      sha256: Sha256,
    }),
    reply: OrderFile,
    errors: ['file.not_found', 'file.not_finished', 'file.digest_mismatch', 'file.wrong_state'],
  },
  'files.setRole': {
    method: 'PUT',
    path: '/orders/files/role',
    permission: 'file.write',
    audit: ['files.setRole', 'orders.reviewRequested'],
    summary: 'Change the role of a file',
    body: z.strictObject({
      fileId: Id,
      role: FileRole,
    }),
    reply: OrderFile,
    errors: ['file.not_found', 'order.wrong_status', 'review.file_locked'],
  },
  'files.setUnit': {
    method: 'PUT',
    path: '/orders/files/unit',
    permission: 'file.write',
    audit: 'files.setUnit',
    summary:
      'Choose the unit of a scan whose format declares none: measures, levels and pictures are computed again, the file does not change',
    body: z.strictObject({
      fileId: Id,
      /** Unit of the coordinates in the file. */
      unit: z.enum(chosenUnits),
    }),
    reply: OrderFile,
    errors: ['file.not_found', 'file.wrong_state', 'order.wrong_status'],
    example: { body: { fileId: '0193b0c5-2b11-7a0c-8f5e-1d2c3b4a5f60', unit: 'cm' } },
  },
  'files.remove': {
    method: 'DELETE',
    path: '/orders/files/:fileId',
    permission: 'file.write',
    audit: 'files.remove',
    summary: 'Remove a file from a case that is still with the party that uploaded it',
    params: z.strictObject({
      fileId: Id,
    }),
    reply: Done,
    errors: ['file.not_found', 'order.wrong_status', 'review.file_locked'],
  },
  'files.download': {
    method: 'GET',
    path: '/orders/:id/files/:fileId',
    permission: 'file.read',
    audit: 'files.download',
    summary: 'Download a verified file (Range, ETag)',
    params: z.strictObject({
      id: Id,
      fileId: Id,
    }),
    reply: 'stream',
    errors: ['file.not_found', 'file.range_invalid'],
  },
  'files.createTicket': {
    method: 'POST',
    path: '/orders/files/ticket',
    permission: 'file.read',
    audit: { none: 'Creates a ticket that expires in a minute; the download is recorded.' },
    summary: 'Create a ticket, bound to the session, to download one file or all files of a case as ZIP',
    body: z.strictObject({
      id: Id,
      /** Id of the file, null for a ZIP of all files. */
      fileId: z._default(z.nullable(Id), null),
    }),
    reply: z.strictObject({
      /** Ticket, to be used within a minute. Later it only continues an interrupted download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string(),
      /** Path of the download. @example "/restful/downloads/AAAAAAAAAAAAAAAAAAAAAA" */
      path: z.string(),
    }),
    secretReply: true,
    errors: ['order.not_found', 'file.not_found'],
  },
  'files.downloadByTicket': {
    method: 'GET',
    path: '/downloads/:ticket',
    permission: 'public',
    audit: ['files.downloadCase', 'files.download'],
    summary:
      'Download the file or case of a ticket: start within 60 seconds, continue by Range (a case with If-Range) for 24 hours',
    params: z.strictObject({
      /** Ticket from the call that created the download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'pattern')),
    }),
    reply: 'stream',
    errors: ['file.ticket_invalid', 'file.range_invalid'],
  },
} as const satisfies RouteTable
