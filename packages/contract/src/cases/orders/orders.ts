import * as z from 'zod/mini'
import { Day, ExpressNumber, Id, line, pageOf, paragraph, Time } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { Question } from '../conversation/conversation.ts'
import { OrderFile } from '../files/files.ts'
import { Prescription } from '../prescriptions/prescription.ts'
import { Remake } from '../remakes/remakes.ts'
import { OrderCounts, OrderQuery } from './order-query.ts'
import { orderStatuses, rejectReasons } from './order-states.ts'
import { OrderType } from './order-types.ts'
import { TimelineEntry } from './timeline.ts'

/** A case, as lists show it (requirement 3.order). */
export const Order = z.strictObject({
  id: Id,
  /** Number of the case. @example "C26-7F3K9Q" */
  number: z.string(),
  type: OrderType,
  status: z.enum(orderStatuses),
  /** Grows with every change. Send it back as `version`, so that a change by someone else is not overwritten. */
  version: z.int(),
  /** As the clinic entered it; a code once the patient’s data are erased. @example "Test Patient" */
  patientName: z.string(),
  /** Treating dentist, as the clinic entered it; empty if unknown. @example "Dr. Moreau" */
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
  /** Last change by either party. */
  updatedAt: Time,
  /** Person of either party who changed it last. @example "Bob Keller" */
  updater: z.string(),
  /** Day of the scan, null if unknown. @example "2026-11-20" */
  scanDate: z.nullable(z.string()),
  /** Day on which the clinic needs the work: its wish until the laboratory confirms one. Null if none is set. @example "2026-12-04" */
  deliveryOn: z.nullable(z.string()),
  /** First day on which the delivery day is at risk, null if none is set. @example null */
  atRiskOn: z.nullable(z.string()),
  /** Whether the laboratory has confirmed the delivery day. */
  isDeliveryConfirmed: z.boolean(),
  /** Clinic member who sent the case; empty before. @example "Alice Moreau" */
  senderOperator: z.string(),
  /** Technician whom the laboratory named when it accepted the case; may be empty. @example "" */
  operator: z.string(),
  /** Serial number of the scanner, for questions about scans; may be empty. @example "TRI-0042" */
  equipmentNumber: z.string(),
  /** Version of the scanner’s software. @example "5.1" */
  softwareVersion: z.string(),
  /** What the clinic wants and the prescription has no field for. @example "" */
  otherRequirements: z.string(),
  /** Visible to both parties; either may change it. @example "" */
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
  /** Whether a deferred send waits for the upload or for the reading of scans. */
  isSendWaiting: z.boolean(),
  /**
   * Whether the case was taken from the caller’s laboratory. Then only number, clinic and dates are shown.
   */
  isWithdrawn: z.boolean(),
  /** Whether the laboratory is banned or deleted; the clinic may then recall even an accepted case. */
  isLabGone: z.boolean(),
  /** Number of announced files of the clinic. */
  filesTotal: z.int(),
  /** Number of those that have arrived with the right digest; the case is `uploaded` once all have. */
  filesVerified: z.int(),
  /** Whether either party has a verified file that can be downloaded. */
  hasFiles: z.boolean(),
  /** Bytes of the clinic’s announced files. */
  bytesTotal: z.int(),
  /** Bytes of those that have arrived. */
  bytesReceived: z.int(),
  /** Id of the scan whose picture represents the case, null for none; `meshes.picture` returns it. */
  screenshot: z.nullable(Id),
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

/** For whom a case is reserved until they have joined. */
export const KeptOrder = z.strictObject({
  /** Address that was invited, null for a link. @example null */
  email: z.nullable(z.string()),
  /** Until when the invitation can be accepted. */
  expiresAt: Time,
})
export type KeptOrder = z.output<typeof KeptOrder>

/** A case with everything about it. */
export const OrderDetail = z.strictObject({
  order: Order,
  /** The clinic. */
  clinic: OrderParty,
  /** The laboratory, null until the case is sent. */
  lab: z.nullable(OrderParty),
  /** Null if there is none, or if it is for another type of case. */
  prescription: z.nullable(Prescription),
  /** Files of both parties, without removed ones. */
  files: z.array(OrderFile),
  /**
   * Scans that an earlier case of the clinic has too, with its number. Only the clinic sees them, before it
   * sends.
   */
  repeated: z.array(
    z.strictObject({
      fileId: Id,
      /** Number of the earlier case. @example "C26-2MX4TD" */
      number: z.string(),
    }),
  ),
  /** The open question, null if there is none. */
  question: z.nullable(Question),
  /** The remake that this case is, null if it is none. */
  remakeOf: z.nullable(Remake),
  /** Remakes of this case. */
  remakes: z.array(Remake),
  /** What happened to the case, oldest first. */
  timeline: z.array(TimelineEntry),
  /** For whom the case is reserved, null for nobody. Only the clinic sees it. */
  kept: z.nullable(KeptOrder),
  /** Whether the caller may download the files; an individual may if the clinic allows it. */
  mayDownload: z.boolean(),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** What the clinic enters for a case (requirement 3.order, rules §5). */
export const OrderDraft = z.strictObject({
  type: OrderType,
  /** As the clinic entered it; a code once the patient’s data are erased. @example "Test Patient" */
  patientName: line(1, 100),
  /** Treating dentist, as the clinic entered it; empty if unknown. */
  doctor: z._default(line(0, 60), ''),
  /** Day of the scan. */
  scanDate: z._default(z.nullable(Day), null),
  /** Day that the clinic wishes for, null for none. */
  deliveryOn: z._default(z.nullable(Day), null),
  /** Serial number of the scanner, for questions about scans; may be empty. */
  equipmentNumber: z._default(line(0, 40), ''),
  /** Version of the scanner’s software. */
  softwareVersion: z._default(line(0, 40), ''),
  /** What the clinic wants and the prescription has no field for. */
  otherRequirements: z._default(paragraph(0, 2000), ''),
  /** Visible to both parties; either may change it. */
  remark: z._default(paragraph(0, 1000), ''),
})
export type OrderDraft = z.output<typeof OrderDraft>

/** `version` as last read: a stale one is refused, so that nobody acts on a case they have not seen. */
const target = {
  id: Id,
  /** Version as last read. When it is stale, the call is refused with `order.changed`. */
  version: z.optional(z.int()),
}
const actionErrors = ['order.not_found', 'order.wrong_status', 'order.changed'] as const

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
    summary: 'List the caller’s cases: filters, search in any script, pages by cursor, counts by status',
    headers: zoneHeaders,
    body: OrderQuery,
    reply: z.strictObject({
      ...pageOf(Order).shape,
      counts: OrderCounts,
    }),
    errors: ['request.invalid'],
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
      'Send a case to a partner laboratory; until the upload is complete and the scans are read, the send is deferred',
    body: z.strictObject({
      ...target,
      /** Must be a partner of the clinic. */
      labId: Id,
      /** Wished delivery day; the earlier one stays if omitted. */
      deliveryOn: z.optional(Day),
    }),
    reply: Order,
    errors: [
      ...actionErrors,
      'partner.required',
      'partner.banned',
      'prescription.incomplete',
      'order.not_ready',
    ],
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
    summary: 'Accept a case and confirm or move its delivery day',
    body: z.strictObject({
      ...target,
      /** Delivery day that the laboratory promises. */
      deliveryOn: Day,
      /** Technician whom the laboratory named when it accepted the case; may be empty. */
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
      /** Shown to the clinic in its own language. */
      reason: z.enum(rejectReasons),
      /** Explanation for the clinic, in the laboratory’s words. @example "The lower scan has a hole at 46." */
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
    errors: [...actionErrors, 'order.on_hold', 'order.number_confirmation'],
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
      /** Confirms that the work arrived although it was not marked as shipped. */
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
      /** Visible to both parties; either may change it. @example "Please call before shipping." */
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
    summary: 'Mark a case that comes without scans (an impression by post)',
    body: z.strictObject(target),
    reply: Order,
    errors: [...actionErrors, 'order.has_files'],
  },
} as const satisfies RouteTable
