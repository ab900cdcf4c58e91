import * as z from 'zod/mini'
import { Day, ExpressNumber, Id, line, pageOf, paragraph } from '../../fields.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { Question, questionReasons } from '../conversation/conversation.ts'
import { OrderFile } from '../files/files.ts'
import { Prescription } from '../prescriptions/prescription.ts'
import { Remake, remakeCauses } from '../remakes/remakes.ts'
import { OrderCounts, OrderQuery } from './order-query.ts'
import { orderStatuses, rejectReasons, timelineKinds } from './order-states.ts'
import { OrderType } from './order-types.ts'

/**
 * An order as lists show it (requirement 3.order). Times are UTC, days are calendar days.
 * - `atRiskOn`: the first day on which the delivery day is at risk; see `judgeRisk`.
 * - `isWithdrawn`: the reader is a lab that the order was taken from; only number, clinic and dates are told.
 * - `isSendWaiting`: send was pressed before the upload was done and its scans were read, and happens then.
 * - `questionOpenSince`, `questionWaitsFor`: an open question holds the case; whose answer it waits for.
 * - `filesTotal`, `filesVerified`, `bytesTotal`, `bytesReceived`: progress of the clinic's upload.
 * - `hasFiles`: a whole file of either party is there to be downloaded.
 * - `screenshot`: the scan whose picture, drawn by the server, stands for the case; `meshes.picture` brings it.
 */
export const Order = z.strictObject({
  id: Id,
  number: z.string(),
  type: OrderType,
  status: z.enum(orderStatuses),
  version: z.int(),
  patientName: z.string(),
  doctor: z.string(),
  clinicId: Id,
  clinicName: z.string(),
  labId: z.nullable(Id),
  labName: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  scanDate: z.nullable(z.string()),
  deliveryOn: z.nullable(z.string()),
  atRiskOn: z.nullable(z.string()),
  isDeliveryConfirmed: z.boolean(),
  senderOperator: z.string(),
  updater: z.string(),
  operator: z.string(),
  equipmentNumber: z.string(),
  softwareVersion: z.string(),
  otherRequirements: z.string(),
  remark: z.string(),
  expressNumber: z.nullable(z.string()),
  carrier: z.string(),
  trackingNote: z.string(),
  questionOpenSince: z.nullable(z.string()),
  questionWaitsFor: z.nullable(z.enum(['clinic', 'lab'])),
  isSendWaiting: z.boolean(),
  isWithdrawn: z.boolean(),
  isLabGone: z.boolean(),
  filesTotal: z.int(),
  filesVerified: z.int(),
  hasFiles: z.boolean(),
  bytesTotal: z.int(),
  bytesReceived: z.int(),
  screenshot: z.nullable(Id),
})
export type Order = z.output<typeof Order>

/** Coded reasons of a timeline entry: of a rejection, a question or a remake, by its kind. */
export const timelineReasons = [...rejectReasons, ...questionReasons, ...remakeCauses] as const

/** One step in an order's life: who, when, from, to, note (rules §5). */
export const TimelineEntry = z.strictObject({
  id: Id,
  at: z.string(),
  kind: z.enum(timelineKinds),
  from: z.nullable(z.enum(orderStatuses)),
  to: z.nullable(z.enum(orderStatuses)),
  by: z.string(),
  organizationName: z.string(),
  note: z.string(),
  reason: z.nullable(z.enum(timelineReasons)),
  deliveryOn: z.nullable(z.string()),
  expressNumber: z.nullable(z.string()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

/** An organization that is a party to an order, as the other party sees it. */
export const OrderParty = z.strictObject({
  organizationId: Id,
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
})
export type OrderParty = z.output<typeof OrderParty>

/** For whom a case is kept ready until he has joined: his address, null where he got a link, and until when he can. */
export const KeptOrder = z.strictObject({ email: z.nullable(z.string()), expiresAt: z.string() })
export type KeptOrder = z.output<typeof KeptOrder>

/**
 * An order whole: its fields, parties, prescription, files, open question and timeline, oldest step first. `remakeOf`: the
 * remake that it is; `remakes`: those of it. `kept`: told to its clinic alone. `mayDownload`: false for an individual who
 * may only look.
 */
export const OrderDetail = z.strictObject({
  order: Order,
  clinic: OrderParty,
  lab: z.nullable(OrderParty),
  /** null: nothing was said yet, or it was said for another type. */
  prescription: z.nullable(Prescription),
  files: z.array(OrderFile),
  /** Told to the clinic before it sends: scans that an earlier case of its own has too, and that case's number. */
  repeated: z.array(z.strictObject({ fileId: Id, number: z.string() })),
  question: z.nullable(Question),
  remakeOf: z.nullable(Remake),
  remakes: z.array(Remake),
  timeline: z.array(TimelineEntry),
  kept: z.nullable(KeptOrder),
  mayDownload: z.boolean(),
})
export type OrderDetail = z.output<typeof OrderDetail>

/** What the clinic fills in (requirement 3.order, rules §5). */
export const OrderDraft = z.strictObject({
  type: OrderType,
  patientName: line(1, 100),
  doctor: z._default(line(0, 60), ''),
  scanDate: z._default(z.nullable(Day), null),
  deliveryOn: z._default(z.nullable(Day), null),
  equipmentNumber: z._default(line(0, 40), ''),
  softwareVersion: z._default(line(0, 40), ''),
  otherRequirements: z._default(paragraph(0, 2000), ''),
  remark: z._default(paragraph(0, 1000), ''),
})
export type OrderDraft = z.output<typeof OrderDraft>

/** `version` as last read: when given and stale the action is refused, so that nobody acts on what he has not seen. */
const target = { id: Id, version: z.optional(z.int()) }
const actionErrors = ['order.not_found', 'order.wrong_status', 'order.changed'] as const

/** Calls of /orders (rules §5). */
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
    body: z.strictObject({ ...target, draft: OrderDraft }),
    reply: Order,
    errors: [...actionErrors, 'prescription.incomplete'],
  },
  'orders.list': {
    method: 'POST',
    path: '/orders/list',
    permission: 'order.read',
    audit: 'orders.list',
    reads: true,
    summary: 'One’s cases: filters, search in any script, keyset pages; counts by status',
    headers: zoneHeaders,
    body: OrderQuery,
    reply: z.strictObject({ ...pageOf(Order).shape, counts: OrderCounts }),
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
    // Left out, the day stays the one that was wished for.
    body: z.strictObject({ ...target, labId: Id, deliveryOn: z.optional(Day) }),
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
    body: z.strictObject({ ...target, deliveryOn: Day, operator: z._default(line(0, 60), '') }),
    reply: Order,
    errors: [...actionErrors, 'order.on_hold'],
  },
  'orders.reject': {
    method: 'PUT',
    path: '/orders/reject',
    permission: 'order.reject',
    audit: 'orders.reject',
    summary: 'Reject a case with a coded reason and a text',
    body: z.strictObject({ ...target, reason: z.enum(rejectReasons), note: paragraph(1, 1000) }),
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
      expressNumber: z._default(z.nullable(ExpressNumber), null),
      withoutNumber: z._default(z.boolean(), false),
      carrier: z._default(line(0, 40), ''),
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
    body: z.strictObject({ ...target, arrivedUnshipped: z._default(z.boolean(), false) }),
    reply: Order,
    errors: [...actionErrors, 'order.arrival_confirmation'],
  },
  'orders.remark': {
    method: 'PUT',
    path: '/orders/remark',
    permission: 'order.remark',
    audit: 'orders.remark',
    summary: 'Change the remark that both parties see',
    body: z.strictObject({ ...target, remark: paragraph(0, 1000) }),
    reply: Order,
    errors: actionErrors,
  },
  'orders.declareNoScans': {
    method: 'PUT',
    path: '/orders/noscans',
    permission: 'order.create',
    audit: 'orders.declareNoScans',
    summary: 'Say that a case comes without scans (an impression by post)',
    body: z.strictObject(target),
    reply: Order,
    errors: [...actionErrors, 'order.has_files'],
  },
} as const satisfies RouteTable
