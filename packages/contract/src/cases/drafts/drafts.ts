import * as z from 'zod/mini'
import { Day, Done, Id, pageOf, paging, paragraph, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { FileName } from '../files/files.ts'
import { OrderType } from '../orders/order-types.ts'
import { Order, OrderDraft } from '../orders/orders.ts'
import { Prescription } from '../prescriptions/prescription.ts'

/** The steps of the form for a new case. */
export const draftSteps = ['case', 'prescription'] as const
export type DraftStep = (typeof draftSteps)[number]

// Longer than any text of a case, so that a text that is still too long is saved too. `drafts.register` checks the length.
const text = z.optional(paragraph(0, limits.draftTextLengthMax))

/**
 * The fields of a case as far as they are filled in (`OrderDraft`). No field is required, and texts may be longer than
 * in a case.
 */
const DraftValues = z.strictObject({
  type: z.optional(OrderType),
  /** Name of the patient; may be empty. @example "Test Patient" */
  patientName: text,
  /** Treating dentist; may be empty. @example "Dr. Moreau" */
  doctor: text,
  /** Day of the scan. */
  scanDate: z.optional(z.nullable(Day)),
  /** Delivery day that the clinic wishes for. */
  deliveryOn: z.optional(z.nullable(Day)),
  /** Serial number of the scanner; may be empty. @example "TRI-0042" */
  equipmentNumber: text,
  /** Version of the scanner’s software; may be empty. @example "5.1" */
  softwareVersion: text,
  /** Requirements for which the prescription has no field; may be empty. @example "" */
  otherRequirements: text,
  /** Remark; may be empty. @example "" */
  remark: text,
})

/** What a user has filled in for a new case. */
export const DraftContent = z.strictObject({
  values: DraftValues,
  /** Prescriptions that were filled in, at most one for each type of case. */
  prescriptions: z._default(
    z.array(Prescription).check(z.maxLength(limits.draftPrescriptionsMax, 'too_long')),
    [],
  ),
  /** Types that the user has added to that of the case. Their prescriptions belong to the case, too. */
  moreTypes: z._default(z.array(OrderType).check(z.maxLength(limits.morePrescriptionsMax, 'too_long')), []),
  /** Laboratory to which the case will be sent, null if none is chosen. */
  labId: z._default(z.nullable(Id), null),
  /** Whether the case has no scans, such as an impression sent by post. */
  isWithoutScans: z._default(z.boolean(), false),
  /** Step at which the form opens again. */
  step: z._default(z.enum(draftSteps), 'case'),
  /** Names of chosen files that are not announced yet. Their bytes are only in the browser in which they were chosen. */
  fileNames: z._default(z.array(FileName).check(z.maxLength(limits.filesPerOrderMax, 'too_long')), []),
})
export type DraftContent = z.output<typeof DraftContent>

const draftShape = {
  id: Id,
  /** Increases with every save. Send it with the next save, so that you do not overwrite another person’s change. */
  version: z.int(),
  type: OrderType,
  /** Name of the patient; empty if it is not filled in yet. @example "Test Patient" */
  patientName: z.string(),
  /** Person who began the draft; empty if their account was deleted. @example "Alice Moreau" */
  by: z.string(),
  /** Time of the first save. */
  createdAt: Time,
  /** Time of the last change. */
  updatedAt: Time,
  /** Time at which the draft is deleted unless it is changed before. */
  expiresAt: Time,
  /** The registered case of the draft, to which its files are uploaded; null until it is registered. */
  order: z.nullable(
    z.strictObject({
      id: Id,
      /** Number of the case. @example "C26-7F3K9Q" */
      number: z.string(),
    }),
  ),
}

/** A draft of a new case, as a row of the list. Every member of the clinic sees it, and nobody else. */
export const CaseDraft = z.strictObject(draftShape)
export type CaseDraft = z.output<typeof CaseDraft>

/** A draft with its content. */
export const CaseDraftDetail = z.strictObject({ ...draftShape, content: DraftContent })
export type CaseDraftDetail = z.output<typeof CaseDraftDetail>

/** Routes of drafts of new cases (rules §16). Drafts are private to the clinic. */
export const draftRoutes = {
  'drafts.list': {
    method: 'POST',
    path: '/drafts/list',
    permission: 'draft.manage',
    reads: true,
    summary:
      'List the drafts of the clinic, the last changed first; drafts whose case was sent or discarded are left out',
    body: z.strictObject(paging),
    reply: pageOf(CaseDraft),
    errors: ['request.invalid'],
    example: { body: { pageSize: 10 } },
  },
  'drafts.get': {
    method: 'GET',
    path: '/drafts/:id',
    permission: 'draft.manage',
    reads: true,
    summary: 'Get a draft with its content',
    params: z.strictObject({ id: Id }),
    reply: CaseDraftDetail,
    errors: ['draft.not_found'],
  },
  'drafts.getDefaults': {
    method: 'GET',
    path: '/drafts/defaults',
    permission: 'draft.manage',
    reads: true,
    summary:
      'Get the values with which a new case starts: doctor, equipment and laboratory of the caller’s last case',
    reply: z.strictObject({
      /** Dentist of the last case; may be empty. @example "Dr. Moreau" */
      doctor: z.string(),
      /** Serial number of the scanner of the last case; may be empty. @example "TRI-0042" */
      equipmentNumber: z.string(),
      /** Version of the scanner’s software in the last case; may be empty. @example "5.1" */
      softwareVersion: z.string(),
      /** Laboratory to which the last case was sent, if it is still a partner; null otherwise. */
      labId: z.nullable(Id),
    }),
    errors: [],
  },
  'drafts.save': {
    method: 'PUT',
    path: '/drafts',
    permission: 'draft.manage',
    audit: { none: 'The form saves a draft while the user types. The registration of its case is recorded.' },
    summary: 'Create a draft or replace its content; the client chooses the id of a new draft',
    body: z.strictObject({
      id: Id,
      /** Version of the draft that you read; 0 creates the draft. `draft.changed` if the draft has changed since. @example 0 */
      version: z.int().check(z.minimum(0, 'too_small')),
      content: DraftContent,
    }),
    reply: z.strictObject({
      id: Id,
      /** Version after the save. */
      version: z.int(),
      /** Time of the save. */
      updatedAt: Time,
    }),
    errors: ['draft.not_found', 'draft.changed', 'draft.too_many'],
    example: {
      body: {
        id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
        version: 0,
        content: { values: { type: 0, patientName: 'Test Patient' } },
      },
    },
  },
  'drafts.register': {
    method: 'POST',
    path: '/drafts/register',
    permission: 'draft.manage',
    audit: ['orders.create', 'orders.update'],
    headers: zoneHeaders,
    summary:
      'Register the case of a draft, so that its files can be uploaded; a repeat updates the same case',
    body: z.strictObject({
      id: Id,
      draft: OrderDraft,
    }),
    reply: Order,
    errors: ['draft.not_found', 'order.not_found', 'order.wrong_status', 'prescription.incomplete'],
    example: {
      body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', draft: { type: 0, patientName: 'Test Patient' } },
    },
  },
  'drafts.delete': {
    method: 'DELETE',
    path: '/drafts/:id',
    permission: 'draft.manage',
    audit: 'drafts.delete',
    summary: 'Delete a draft; a registered case stays',
    params: z.strictObject({ id: Id }),
    reply: Done,
    errors: ['draft.not_found'],
  },
} as const satisfies RouteTable
