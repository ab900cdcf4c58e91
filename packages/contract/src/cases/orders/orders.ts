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
  /** Type of the case. */
  type: OrderType,
  /** Status of the case. */
  status: z.enum(orderStatuses),
  /** Version of the case; it grows with every change. */
  version: z.int(),
  /** Name of the patient. @example "Test Patient" */
  patientName: z.string(),
  /** Name of the dentist. @example "Dr. Moreau" */
  doctor: z.string(),
  /** Id of the clinic. */
  clinicId: Id,
  /** Name of the clinic. @example "Brookside Dental" */
  clinicName: z.string(),
  /** Id of the laboratory, null until the case is sent. */
  labId: z.nullable(Id),
  /** Name of the laboratory, null until the case is sent. @example "Northfield Lab" */
  labName: z.nullable(z.string()),
  /** Time of creation. */
  createdAt: Time,
  /** Time of the last change. */
  updatedAt: Time,
  /** Name of the person who changed it last. @example "Bob Keller" */
  updater: z.string(),
  /** Day of the scan, null if unknown. @example "2026-11-20" */
  scanDate: z.nullable(z.string()),
  /** Delivery day, null if none is set. @example "2026-12-04" */
  deliveryOn: z.nullable(z.string()),
  /** First day on which the delivery day is at risk, null if none is set. @example null */
  atRiskOn: z.nullable(z.string()),
  /** Whether the laboratory has confirmed the delivery day. */
  isDeliveryConfirmed: z.boolean(),
  /** Name of the person who sent it. @example "Alice Moreau" */
  senderOperator: z.string(),
  /** Name of the technician. @example "" */
  operator: z.string(),
  /** Serial number of the scanner. @example "TRI-0042" */
  equipmentNumber: z.string(),
  /** Version of the scanner’s software. @example "5.1" */
  softwareVersion: z.string(),
  /** Other requirements of the clinic. @example "" */
  otherRequirements: z.string(),
  /** Remark that both sides see. @example "" */
  remark: z.string(),
  /** Tracking number, null before shipping. @example null */
  expressNumber: z.nullable(z.string()),
  /** Name of the carrier. @example "" */
  carrier: z.string(),
  /** Note on the tracking. @example "" */
  trackingNote: z.string(),
  /** Since when a question pauses the case, null if none does. @example null */
  questionOpenSince: z.nullable(Time),
  /** Side that has to answer the question, null if there is none. */
  questionWaitsFor: z.nullable(z.enum(['clinic', 'lab'])),
  /** Whether the case is sent once its upload is complete and its scans are read. */
  isSendWaiting: z.boolean(),
  /**
   * Whether the case was taken from the caller’s laboratory. Then only number, clinic and dates are shown.
   */
  isWithdrawn: z.boolean(),
  /** Whether the laboratory is banned or deleted. */
  isLabGone: z.boolean(),
  /** Number of files of the clinic. */
  filesTotal: z.int(),
  /** Number of those that are verified. */
  filesVerified: z.int(),
  /** Whether there are files to download. */
  hasFiles: z.boolean(),
  /** Bytes of the clinic’s files. */
  bytesTotal: z.int(),
  /** Bytes of those that have arrived. */
  bytesReceived: z.int(),
  /** Id of the scan whose picture represents the case, null for none; `meshes.picture` returns it. */
  screenshot: z.nullable(Id),
})
export type Order = z.output<typeof Order>

/** An organization that is a party to an order, as the other party sees it. */
export const OrderParty = z.strictObject({
  /** Id of the organization. */
  organizationId: Id,
  /** Name of the organization. @example "Brookside Dental" */
  name: z.string(),
  /** Postal address. @example "12 Mill Lane, Bristol" */
  address: z.string(),
  /** Telephone number. @example "+442071838750" */
  phone: z.string(),
  /** Email address. @example "alice@brookside.example" */
  email: z.string(),
})
export type OrderParty = z.output<typeof OrderParty>

/** For whom a case is reserved until they have joined. */
export const KeptOrder = z.strictObject({
  /** Address that was invited, null for a link. @example null */
  email: z.nullable(z.string()),
  /** Until when they can join. */
  expiresAt: Time,
})
export type KeptOrder = z.output<typeof KeptOrder>

/** A case with everything about it. */
export const OrderDetail = z.strictObject({
  /** The case. */
  order: Order,
  /** The clinic. */
  clinic: OrderParty,
  /** The laboratory, null until the case is sent. */
  lab: z.nullable(OrderParty),
  /** null: there is none, or it is for another type. */
  prescription: z.nullable(Prescription),
  /** Files of the case. */
  files: z.array(OrderFile),
  /**
   * Scans that an earlier case of the clinic has too, with its number. Only the clinic sees them, before it
   * sends.
   */
  repeated: z.array(
    z.strictObject({
      /** Id of the file. */
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
  /** Steps of the case, oldest first. */
  timeline: z.array(TimelineEntry),
  /** For whom the case is reserved, null for nobody. Only the clinic sees it. */
  kept: z.nullable(KeptOrder),
  /** Whether the caller may download the files. */
  mayDownload: z.boolean(),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** What the clinic enters for a case (requirement 3.order, rules §5). */
export const OrderDraft = z.strictObject({
  /** Type of the case. */
  type: OrderType,
  /** Name of the patient. @example "Test Patient" */
  patientName: line(1, 100),
  /** Name of the dentist. */
  doctor: z._default(line(0, 60), ''),
  /** Day of the scan. */
  scanDate: z._default(z.nullable(Day), null),
  /** Delivery day that is wished for. */
  deliveryOn: z._default(z.nullable(Day), null),
  /** Serial number of the scanner. */
  equipmentNumber: z._default(line(0, 40), ''),
  /** Version of the scanner’s software. */
  softwareVersion: z._default(line(0, 40), ''),
  /** Other requirements. */
  otherRequirements: z._default(paragraph(0, 2000), ''),
  /** Remark that both sides see. */
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
    summary: 'Register a case; files follow',
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
    summary: 'Correct what the clinic filled in, while the case is still with the clinic',
    body: z.strictObject({
      ...target,
      /** The new values. */
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
    summary: 'Cases of the caller: filters, search in any script, keyset pages; counts by status',
    headers: zoneHeaders,
    body: OrderQuery,
    reply: z.strictObject({
      ...pageOf(Order).shape,
      /** Number of cases by status. */
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
    summary: 'One case with its parties, prescription, files and timeline',
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
      'Send a case to a partner laboratory; before the upload is done and its scans are read it is kept and happens then',
    body: z.strictObject({
      ...target,
      /** Id of the laboratory, a partner. */
      labId: Id,
      /** Delivery day; left out, it stays as it is. */
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
    summary: 'Take back a send that waits for the upload',
    body: z.strictObject(target),
    reply: Order,
    errors: actionErrors,
  },
  'orders.recall': {
    method: 'PUT',
    path: '/orders/recall',
    permission: 'order.recall',
    audit: 'orders.recall',
    summary: 'Take a sent case back before the laboratory has accepted it',
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
    summary: 'Accept a case and confirm or move the delivery day',
    body: z.strictObject({
      ...target,
      /** Delivery day that the laboratory confirms. */
      deliveryOn: Day,
      /** Name of the technician. */
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
      /** Coded reason. */
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
    summary: 'Mark a case as shipped, with an express number or the confirmation to go without',
    body: z.strictObject({
      ...target,
      /** Tracking number, null for none. */
      expressNumber: z._default(z.nullable(ExpressNumber), null),
      /** Confirms that the parcel has no tracking number. */
      withoutNumber: z._default(z.boolean(), false),
      /** Name of the carrier. */
      carrier: z._default(line(0, 40), ''),
      /** Note on the tracking. */
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
    summary: 'Confirm receipt; from accepted only with the confirmation that it arrived',
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
      /** Remark that both sides see. @example "Please call before shipping." */
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
    summary: 'Mark a case as coming without scans (an impression by post)',
    body: z.strictObject(target),
    reply: Order,
    errors: [...actionErrors, 'order.has_files'],
  },
} as const satisfies RouteTable
