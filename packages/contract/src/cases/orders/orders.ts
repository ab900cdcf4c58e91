import * as z from 'zod/mini'
import { Day, ExpressNumber, Id, line, pageOf, paragraph, Time } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { Question } from '../conversation/conversation.ts'
import { OrderFile } from '../files/files.ts'
import { MorePrescriptions, Prescription } from '../prescriptions/prescription.ts'
import { Remake } from '../remakes/remakes.ts'
import { reviewStates } from '../reviews/review-states.ts'
import { OrderCounts, OrderQuery } from './order-query.ts'
import { orderStatuses, rejectReasons } from './order-states.ts'
import { OrderType } from './order-types.ts'
import { Work } from './order-work.ts'
import { TimelineEntry } from './timeline.ts'

/** A case as an item of a list (requirement 3.order). */
export const Order = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  type: OrderType,
  status: z.enum(orderStatuses),
  /** Increases with every change. Send it as `version`, so that you do not overwrite another person’s change. */
  version: z.int(),
  /** Name of the patient, or a code after the erasure of the patient. @example "Test Patient" */
  patientName: z.string(),
  /** Treating dentist; empty if unknown. @example "Dr. Moreau" */
  doctor: z.string(),
  clinicId: Id,
  /** Name of the clinic. @example "Brookside Dental" */
  clinicName: z.string(),
  /** Id of the laboratory, null until the case is sent. */
  labId: z.nullable(Id),
  /** Name of the laboratory, null until the case is sent. @example "Northfield Lab" */
  labName: z.nullable(z.string()),
  /** Time of registration by the clinic. */
  createdAt: Time,
  /** Time of the last change by either party. */
  updatedAt: Time,
  /** Person who changed it last. @example "Bob Keller" */
  updater: z.string(),
  /** Day of the scan, null if unknown. @example "2026-11-20" */
  scanDate: z.nullable(z.string()),
  /** Delivery day: the clinic’s wish until the laboratory confirms a day; null if none is set. @example "2026-12-04" */
  deliveryOn: z.nullable(z.string()),
  /** First day on which the delivery is at risk, null for none. @example null */
  atRiskOn: z.nullable(z.string()),
  /** Whether the laboratory has confirmed the delivery day. */
  isDeliveryConfirmed: z.boolean(),
  /** Later delivery day that the laboratory proposes and the clinic has not answered; null if there is none. @example null */
  proposedOn: z.nullable(z.string()),
  /** Clinic member who sent the case; empty before. @example "Alice Moreau" */
  senderOperator: z.string(),
  /** Technician at the laboratory; may be empty. @example "" */
  operator: z.string(),
  /** Account of the assigned technician, null for none. Always null for callers outside the laboratory. */
  technicianId: z.nullable(Id),
  /** Name of the assigned technician; may be empty. @example "Ben Ortiz" */
  technician: z.string(),
  /** Serial number of the scanner, for questions about scans; may be empty. @example "TRI-0042" */
  equipmentNumber: z.string(),
  /** Version of the scanner’s software. @example "5.1" */
  softwareVersion: z.string(),
  /** Requirements for which the prescription has no field. @example "" */
  otherRequirements: z.string(),
  /** Remark that both parties can see and change. @example "" */
  remark: z.string(),
  /** Tracking number of the parcel; null before shipping, and for a parcel without one. @example null */
  expressNumber: z.nullable(z.string()),
  /** Carrier of the parcel; may be empty. @example "" */
  carrier: z.string(),
  /** Note of the laboratory on the parcel; may be empty. @example "" */
  trackingNote: z.string(),
  /** Since when a question pauses the case, null if none does. @example null */
  questionOpenSince: z.nullable(Time),
  /** Party that must answer the open question, null if there is none. */
  questionWaitsFor: z.nullable(z.enum(['clinic', 'lab'])),
  /** State of the design review, which is independent of the status. */
  reviewState: z.enum(reviewStates),
  /** Whether the clinic demands a design review: the case can be shipped only after its approval. */
  isReviewRequired: z.boolean(),
  /** Whether a deferred send waits until the files are uploaded and the scans are read. */
  isSendWaiting: z.boolean(),
  /**
   * Whether the clinic took the case back from the caller’s laboratory, which then sees only number, type, clinic and dates.
   */
  isWithdrawn: z.boolean(),
  /** Whether the laboratory is banned or deleted; then the clinic may recall even an accepted case. */
  isLabGone: z.boolean(),
  /** Number of files of the clinic, without removed and refused ones. */
  filesTotal: z.int(),
  /** Number of the clinic’s verified files; the case is `uploaded` once all files are verified. */
  filesVerified: z.int(),
  /** Whether either party has a verified file that can be downloaded. */
  hasFiles: z.boolean(),
  /** Size of the clinic’s files in bytes. */
  bytesTotal: z.int(),
  /** Bytes of the clinic’s files that have arrived. */
  bytesReceived: z.int(),
  /** Id of the scan whose picture represents the case, null for none. */
  screenshot: z.nullable(Id),
  /** What the prescription orders; empty if it names no work. */
  work: z.array(Work),
})
export type Order = z.output<typeof Order>

/** An organization that is a party to an order, as the other party sees it. */
export const OrderParty = z.strictObject({
  organizationId: Id,
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  /** Postal address. @example "12 Mill Lane, Bristol" */
  address: z.string(),
  /** Office telephone number; may be empty. @example "+442071838750" */
  phone: z.string(),
  /** Email address. @example "alice@brookside.example" */
  email: z.string(),
})
export type OrderParty = z.output<typeof OrderParty>

/** Invitation of a laboratory that gets the case as soon as it has registered. */
export const KeptOrder = z.strictObject({
  /** Invited address, null if the invitation is a link. @example null */
  email: z.nullable(z.string()),
  /** Until when the invitation can be accepted. */
  expiresAt: Time,
})
export type KeptOrder = z.output<typeof KeptOrder>

/** A case with its parties, prescription, files, question, remakes and timeline. */
export const OrderDetail = z.strictObject({
  order: Order,
  clinic: OrderParty,
  /** The laboratory, null until the case is sent. */
  lab: z.nullable(OrderParty),
  /** The prescription; null if there is none, or if it is for another type of case. */
  prescription: z.nullable(Prescription),
  /** Prescriptions of other types that belong to the same case, such as an implant beside a crown. */
  morePrescriptions: MorePrescriptions,
  /** Files of both parties, without removed ones. */
  files: z.array(OrderFile),
  /** Scans that are also in an earlier case of the clinic. Only the clinic sees them, until it sends the case. */
  repeated: z.array(
    z.strictObject({
      fileId: Id,
      /** Number of the earlier case. @example "C26-2MX4TD" */
      number: z.string(),
    }),
  ),
  /** The open question, null if there is none. */
  question: z.nullable(Question),
  /** The remake that created this case, null if it is not a remake. */
  remakeOf: z.nullable(Remake),
  /** Remakes of this case. */
  remakes: z.array(Remake),
  /** What happened to the case, oldest first. */
  timeline: z.array(TimelineEntry),
  /** Invitation for which the case is reserved, null for none. Only the clinic sees it. */
  kept: z.nullable(KeptOrder),
  /** Whether the caller may download the files. An individual needs the clinic’s permission. */
  mayDownload: z.boolean(),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** Fields of a case that the clinic enters (requirement 3.order, rules §5). */
export const OrderDraft = z.strictObject({
  type: OrderType,
  /** Name of the patient. @example "Test Patient" */
  patientName: line(1, 100),
  /** Treating dentist; empty if unknown. */
  doctor: z._default(line(0, 60), ''),
  /** Day of the scan. */
  scanDate: z._default(z.nullable(Day), null),
  /** Delivery day that the clinic wishes for, null for none. */
  deliveryOn: z._default(z.nullable(Day), null),
  /** Serial number of the scanner, for questions about scans; may be empty. */
  equipmentNumber: z._default(line(0, 40), ''),
  /** Version of the scanner’s software. */
  softwareVersion: z._default(line(0, 40), ''),
  /** Requirements for which the prescription has no field. */
  otherRequirements: z._default(paragraph(0, 2000), ''),
  /** Remark that both parties can see and change. */
  remark: z._default(paragraph(0, 1000), ''),
})
export type OrderDraft = z.output<typeof OrderDraft>

/** Id of the case, and its version, so that nobody acts on a state of the case that they have not seen. */
export const target = {
  id: Id,
  /** Version of the case that you read; `order.changed` if the case has changed since. */
  version: z.optional(z.int()),
}
/** Errors of every action on a case. */
export const actionErrors = ['order.not_found', 'order.wrong_status', 'order.changed'] as const

const partnerErrors = ['partner.required', 'partner.banned'] as const

/** Routes of /orders (rules §5). */
export const orderRoutes = {
  'orders.create': {
    method: 'POST',
    path: '/orders',
    permission: 'order.create',
    audit: 'orders.create',
    headers: zoneHeaders,
    summary: 'Register a case; its files are uploaded afterwards',
    body: OrderDraft,
    reply: Order,
    errors: [],
    example: {
      body: { type: 0, patientName: 'Test Patient', doctor: 'Dr. Moreau', deliveryOn: '2026-12-04' },
    },
  },
  'orders.update': {
    method: 'PUT',
    path: '/orders',
    permission: 'order.create',
    audit: 'orders.update',
    headers: zoneHeaders,
    summary: 'Correct the fields of a case that is still with the clinic',
    body: z.strictObject({
      ...target,
      draft: OrderDraft,
    }),
    reply: Order,
    errors: [...actionErrors, 'prescription.incomplete'],
  },
  'orders.list': {
    method: 'POST',
    path: '/orders/list',
    permission: 'order.read',
    audit: 'orders.list',
    reads: true,
    summary: 'List the caller’s cases with filters, search, pages by cursor and counts by status',
    headers: zoneHeaders,
    body: OrderQuery,
    reply: z.strictObject({
      ...pageOf(Order).shape,
      counts: OrderCounts,
    }),
    errors: ['request.invalid', 'order.sort_too_long'],
    example: { body: { status: 'pending', sort: 'deliveryOn', direction: 'ascending' } },
  },
  'orders.get': {
    method: 'GET',
    path: '/orders/:id',
    permission: 'order.read',
    audit: 'orders.get',
    reads: true,
    summary: 'Get a case with its parties, prescription, files and timeline',
    params: z.strictObject({ id: Id }),
    reply: OrderDetail,
    errors: ['order.not_found'],
  },
  'orders.send': {
    method: 'PUT',
    path: '/orders/case',
    permission: 'order.send',
    audit: ['orders.send', 'orders.sendWaiting'],
    headers: zoneHeaders,
    summary:
      'Send a case to a partner laboratory; the send is deferred until the files are uploaded and the scans are read',
    body: z.strictObject({
      ...target,
      /** Id of the laboratory, a partner of the clinic. */
      labId: Id,
      /** Delivery day that the clinic wishes for; if omitted, it stays unchanged. */
      deliveryOn: z.optional(Day),
      /** Whether the case can be shipped only after the clinic has approved the design. */
      isReviewRequired: z._default(z.boolean(), false),
    }),
    reply: Order,
    errors: [...actionErrors, ...partnerErrors, 'prescription.incomplete', 'order.not_ready'],
  },
  'orders.cancelSend': {
    method: 'PUT',
    path: '/orders/cancelcase',
    permission: 'order.send',
    audit: 'orders.sendCanceled',
    summary: 'Cancel a deferred send',
    body: z.strictObject(target),
    reply: Order,
    errors: actionErrors,
  },
  'orders.recall': {
    method: 'PUT',
    path: '/orders/recall',
    permission: 'order.recall',
    audit: 'orders.recall',
    summary: 'Recall a sent case that the laboratory has not accepted yet',
    body: z.strictObject(target),
    reply: Order,
    errors: actionErrors,
  },
  'orders.accept': {
    method: 'PUT',
    path: '/orders/made',
    permission: 'order.accept',
    audit: 'orders.accept',
    headers: zoneHeaders,
    summary: 'Accept a case and confirm or change its delivery day',
    body: z.strictObject({
      ...target,
      /** Delivery day that the laboratory promises. */
      deliveryOn: Day,
      /** Technician at the laboratory; may be empty. */
      operator: z._default(line(0, 60), ''),
    }),
    reply: Order,
    errors: [...actionErrors, 'order.on_hold'],
  },
  'orders.reject': {
    method: 'PUT',
    path: '/orders/reject',
    permission: 'order.reject',
    audit: 'orders.reject',
    summary: 'Reject a case with a coded reason and a text',
    body: z.strictObject({
      ...target,
      /** Coded reason, which the clinic reads in its language. */
      reason: z.enum(rejectReasons),
      /** Explanation for the clinic. @example "The lower scan has a hole at 46." */
      note: paragraph(1, 1000),
    }),
    reply: Order,
    errors: actionErrors,
  },
  'orders.ship': {
    method: 'PUT',
    path: '/orders/ship',
    permission: 'order.ship',
    audit: 'orders.ship',
    summary: 'Mark a case as shipped, with a tracking number or the confirmation that there is none',
    body: z.strictObject({
      ...target,
      /** Tracking number, null for none. */
      expressNumber: z._default(z.nullable(ExpressNumber), null),
      /** Confirms that the parcel has no tracking number. */
      withoutNumber: z._default(z.boolean(), false),
      /** Carrier of the parcel; may be empty. */
      carrier: z._default(line(0, 40), ''),
      /** Note of the laboratory on the parcel; may be empty. */
      trackingNote: z._default(line(0, 60), ''),
    }),
    reply: Order,
    errors: [...actionErrors, 'order.on_hold', 'order.review_missing', 'order.number_confirmation'],
    example: { body: { id: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f', expressNumber: '1Z999AA10123456784' } },
  },
  'orders.complete': {
    method: 'PUT',
    path: '/orders/completed',
    permission: 'order.complete',
    audit: 'orders.complete',
    summary: 'Confirm receipt; an accepted case also needs the confirmation that it arrived',
    body: z.strictObject({
      ...target,
      /** Confirms that the work arrived without being marked as shipped. */
      arrivedUnshipped: z._default(z.boolean(), false),
    }),
    reply: Order,
    errors: [...actionErrors, 'order.arrival_confirmation'],
  },
  'orders.remark': {
    method: 'PUT',
    path: '/orders/remark',
    permission: 'order.remark',
    audit: 'orders.remark',
    summary: 'Change the remark that both parties see',
    body: z.strictObject({
      ...target,
      /** Remark that both parties can see and change. @example "Please call before shipping." */
      remark: paragraph(0, 1000),
    }),
    reply: Order,
    errors: actionErrors,
  },
  'orders.declareNoScans': {
    method: 'PUT',
    path: '/orders/noscans',
    permission: 'order.create',
    audit: 'orders.declareNoScans',
    summary: 'Mark a case without scans as uploaded, such as an impression sent by post',
    body: z.strictObject(target),
    reply: Order,
    errors: [...actionErrors, 'order.has_files'],
  },
} as const satisfies RouteTable
