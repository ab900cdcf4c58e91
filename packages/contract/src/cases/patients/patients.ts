import * as z from 'zod/mini'
import { Done, Id, line, pageOf, paging, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { orderStatuses } from '../orders/order-states.ts'
import { OrderType } from '../orders/order-types.ts'

/** Name of a patient. Names that differ only in case are the same patient. @example "Test Patient" */
export const PatientName = line(1, 200)

/** A patient found by name. A patient consists of all cases of a clinic with the same patient name. */
export const FoundPatient = z.strictObject({
  /** Name of the patient. @example "Test Patient" */
  name: z.string(),
  /** Number of cases. */
  cases: z.int(),
  /** Time of the first case. */
  firstAt: Time,
  /** Time of the last case. */
  lastAt: Time,
})
export type FoundPatient = z.output<typeof FoundPatient>

/**
 * The part of a case that a laboratory can read: `none`, `row` (number, clinic and dates, after the clinic took the case
 * back), or `case` (everything).
 */
export const labHoldings = ['none', 'row', 'case'] as const
export type LabHolding = (typeof labHoldings)[number]

/** A case of a patient, with the amount of data in it. */
export const HeldCase = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  type: OrderType,
  status: z.enum(orderStatuses),
  /** Name of the dentist. @example "Dr. Moreau" */
  doctor: z.string(),
  createdAt: Time,
  /** Whether the clinic has discarded the case. */
  isDiscarded: z.boolean(),
  /** Number of files. */
  files: z.int(),
  /** Size of the files in bytes. */
  sizeBytes: z.int(),
  /** Number of messages. */
  messages: z.int(),
  /** Number of individuals with whom the case is shared. */
  shares: z.int(),
  /** Name of the laboratory, null for none. @example "Northfield Lab" */
  labName: z.nullable(z.string()),
  /** Part of the case that the laboratory can read. */
  labHolding: z.enum(labHoldings),
  /** Number of downloads by the laboratory. */
  downloads: z.int(),
  /** Id of the erasure that includes the case, null for none. */
  erasureId: z.nullable(Id),
})
export type HeldCase = z.output<typeof HeldCase>

/** What a laboratory had of the cases when the erasure was requested. */
export const LabCopy = z.strictObject({
  /** Name of the laboratory. @example "Northfield Lab" */
  labName: z.string(),
  /** Number of cases. */
  cases: z.int(),
  /** Number of shipped cases. */
  shipped: z.int(),
  /** Number of downloads by the laboratory. */
  downloads: z.int(),
})
export type LabCopy = z.output<typeof LabCopy>

/** Causes of an erasure: the request of a patient, or the end of the retention period. */
export const erasureKinds = ['patient', 'retention'] as const
export type ErasureKind = (typeof erasureKinds)[number]
/** States of an erasure. `waiting`: can be undone until `dueAt`. `held`: due, but waits for cases in production. */
export const erasureStates = ['waiting', 'held', 'done', 'undone'] as const
export type ErasureState = (typeof erasureStates)[number]

/** An erasure of a patient’s data. */
export const Erasure = z.strictObject({
  id: Id,
  /** Cause of the erasure: a request, or the end of the retention period. */
  kind: z.enum(erasureKinds),
  state: z.enum(erasureStates),
  /** Code that replaces the patient’s name in the cases. @example "P-7K4M2" */
  code: z.string(),
  /** Name of the patient, null after the erasure. @example null */
  patientName: z.nullable(z.string()),
  /** Number of cases. */
  cases: z.int(),
  /** Numbers of the cases. @example ["C26-7F3K9Q"] */
  numbers: z.array(z.string()),
  /** Numbers of cases in production that the erasure waits for. @example [] */
  heldNumbers: z.array(z.string()),
  /** Copies that laboratories had when the erasure was requested. */
  copies: z.array(LabCopy),
  /** Person who requested it. @example "Alice Moreau" */
  requestedBy: z.string(),
  requestedAt: Time,
  /** Time at which the data are erased. */
  dueAt: Time,
  /** Person who canceled the erasure, null if nobody did. @example null */
  endedBy: z.nullable(z.string()),
  /** Time of the erasure or cancellation, null before. */
  endedAt: z.nullable(Time),
})
export type Erasure = z.output<typeof Erasure>

const years = z.int().check(z.minimum(1, 'too_small'), z.maximum(limits.retentionYearsMax, 'too_large'))

/** Retention period of finished cases in years, for implants and for all other cases. */
export const RetentionYears = z.strictObject({
  /** Years for which finished cases are stored. */
  years,
  /** Years for which finished implant cases are stored. */
  implantYears: years,
})
export type RetentionYears = z.output<typeof RetentionYears>

/** Retention periods of a clinic, which are never shorter than those of the platform. */
export const Retention = z.strictObject({
  /** Years for which finished cases are stored. */
  years: z.int(),
  /** Years for which finished implant cases are stored. */
  implantYears: z.int(),
  /** Minimum of the platform for finished cases, in years. */
  platformYears: z.int(),
  /** Minimum of the platform for implant cases, in years. */
  platformImplantYears: z.int(),
})
export type Retention = z.output<typeof Retention>

const chosen = {
  name: PatientName,
  /** Ids of the cases. */
  orderIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.patientCasesMax, 'too_long')),
}

const exampleId = '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f'
const exampleName = { name: 'Test Patient' }

/** Routes with which administrators of a clinic export and erase the data of a patient (decision 0038). */
export const patientRoutes = {
  'patients.search': {
    method: 'POST',
    path: '/patients/list',
    permission: 'patient.manage',
    reads: true,
    summary:
      'Find patients of the caller’s clinic by parts of their name, with their number of cases; at most 50',
    body: z.strictObject({
      /** Part of the patient’s name, at least 2 characters. @example "test pat" */
      words: line(2, 100, 'two_characters'),
    }),
    reply: z.strictObject({
      /** Patients found. */
      list: z.array(FoundPatient),
      /** Whether more patients match. */
      hasMore: z.boolean(),
    }),
    errors: [],
    example: { body: { words: 'test pat' } },
  },
  'patients.get': {
    method: 'POST',
    path: '/patients/holdings',
    permission: 'patient.manage',
    reads: true,
    summary:
      'Get the cases of a patient with the number of files and messages, and the part that laboratories can read',
    body: z.strictObject({
      name: PatientName,
    }),
    reply: z.strictObject({
      /** Name of the patient. @example "Test Patient" */
      name: z.string(),
      /** Cases of the patient. */
      cases: z.array(HeldCase),
      /** Whether there are more cases than these. */
      isCut: z.boolean(),
    }),
    errors: ['patient.not_found'],
    example: { body: exampleName },
  },
  'patients.createExport': {
    method: 'POST',
    path: '/patients/exports',
    permission: 'patient.manage',
    audit: 'patients.export',
    reauthenticate: true,
    secretReply: true,
    summary:
      'Create a ticket to download everything about a patient: a ZIP with all texts as JSON and all files; start within 60 seconds',
    body: z.strictObject(chosen),
    reply: z.strictObject({
      /**
       * Path of the download, to be opened within a minute.
       * @example "/restful/patients/exports/AAAAAAAAAAAAAAAAAAAAAA"
       */
      path: z.string(),
    }),
    errors: ['patient.not_found', 'patient.changed', 'request.too_many'],
    example: {
      body: { ...exampleName, orderIds: [exampleId] },
    },
  },
  'patients.export': {
    method: 'GET',
    path: '/patients/exports/:ticket',
    permission: 'public',
    audit: { none: 'Sends the export of a ticket; creating the ticket is recorded.' },
    summary: 'Download the export of a ticket while its session is active',
    params: z.strictObject({
      /** Ticket from the call that created the download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string().check(z.maxLength(100, 'too_long')),
    }),
    reply: 'stream',
    errors: ['patient.export_invalid'],
  },
  'erasures.create': {
    method: 'POST',
    path: '/patients/erasures',
    permission: 'patient.manage',
    audit: 'erasures.create',
    reauthenticate: true,
    summary:
      'Request the erasure of a patient: after 30 days names, texts, messages, files and previews of the given cases are deleted',
    body: z.strictObject(chosen),
    reply: Erasure,
    errors: ['patient.not_found', 'patient.changed', 'erasure.in_production', 'erasure.running'],
    example: { body: { ...exampleName, orderIds: [exampleId] } },
  },
  'erasures.list': {
    method: 'POST',
    path: '/patients/erasures/list',
    permission: 'patient.manage',
    reads: true,
    summary: 'List the erasures of the caller’s clinic, newest first',
    body: z.strictObject({ ...paging }),
    reply: pageOf(Erasure),
    errors: ['request.invalid'],
    example: { body: { pageSize: 25 } },
  },
  'erasures.undo': {
    method: 'PUT',
    path: '/patients/erasures/undo',
    permission: 'patient.manage',
    audit: 'erasures.undo',
    summary:
      'Cancel an erasure that is not done yet; cases past their retention period are stored for another year',
    body: z.strictObject({ id: Id }),
    reply: Erasure,
    errors: ['erasure.not_found', 'erasure.ended'],
    example: { body: { id: exampleId } },
  },
  'retention.get': {
    method: 'GET',
    path: '/patients/retention',
    permission: 'patient.manage',
    reads: true,
    summary: 'Get the retention periods of the caller’s clinic',
    reply: Retention,
    errors: [],
  },
  'retention.save': {
    method: 'PUT',
    path: '/patients/retention',
    permission: 'patient.manage',
    audit: 'retention.save',
    reauthenticate: true,
    summary: 'Set the retention periods of the caller’s clinic, at least the platform’s minimum',
    body: RetentionYears,
    reply: Retention,
    errors: ['retention.too_short'],
    example: {
      body: { years: 12, implantYears: 30 },
    },
  },
  'retention.getPlatform': {
    method: 'GET',
    path: '/manage/retention',
    permission: 'manage.retention',
    reads: true,
    summary: 'Get the minimum retention periods of the platform',
    reply: RetentionYears,
    errors: [],
  },
  'retention.savePlatform': {
    method: 'PUT',
    path: '/manage/retention',
    permission: 'manage.retention',
    audit: 'retention.savePlatform',
    reauthenticate: true,
    summary: 'Set the minimum retention periods of the platform; clinics may set longer ones',
    body: RetentionYears,
    reply: Done,
    errors: [],
    example: { body: { years: 10, implantYears: 15 } },
  },
} as const satisfies RouteTable
