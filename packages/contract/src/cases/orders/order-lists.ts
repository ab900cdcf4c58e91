import * as z from 'zod/mini'
import { Id } from '../../fields.ts'
import { keysOf } from '../../keys.ts'
import { zoneHeaders } from '../../reader-zone.ts'
import type { RouteTable } from '../../route.ts'
import { OrderView } from './order-query.ts'
import type { OrderStatus, Party } from './order-states.ts'
import { OrderType } from './order-types.ts'
import { Order } from './orders.ts'

/**
 * Statuses in which a party has to act next: the clinic sends or corrects the case, the laboratory accepts or rejects it.
 * A case with an open question waits for the party that has to answer, in any status, and one with a proposed delivery day for the
 * clinic.
 */
export const waitingStatuses = {
  clinic: ['uploaded', 'rejected'],
  lab: ['pending'],
} as const satisfies Record<Party, readonly OrderStatus[]>

/** Statuses of cases that a laboratory still has to deliver. */
export const deliveringStatuses = ['pending', 'accepted'] as const satisfies readonly OrderStatus[]

/** What the columns of a laboratory's board are: delivery days, statuses, or technicians. */
export const boardKinds = ['day', 'status', 'technician'] as const
export type BoardBy = (typeof boardKinds)[number]

/** Statuses with a column on the board by status. */
export const boardStatuses = ['pending', 'accepted', 'shipped'] as const satisfies readonly OrderStatus[]

/** A column of the board with its first cases, sorted by delivery day. The column `shipped` has the newest first. */
export const BoardColumn = z.strictObject({
  /**
   * `late`, a day, `later` or `undated`; a status; or the account of a technician, and `none` for cases without one.
   * @example "2026-12-04"
   */
  key: z.string(),
  /** The delivery day of the column’s cases, null for other columns. @example "2026-12-04" */
  day: z.nullable(z.string()),
  /** Whether the laboratory is closed on that day. */
  isClosed: z.boolean(),
  /** Number of all cases to deliver on that day, whatever the filters; null for other columns. */
  booked: z.nullable(z.int()),
  /** Name of the technician; empty for other columns. @example "Ben Ortiz" */
  technician: z.string(),
  /** The first cases of the column. */
  list: z.array(Order),
  /** Number of cases in the column. */
  count: z.int(),
  /** Whether `count` is exact; false means that there are more. */
  countIsExact: z.boolean(),
})
export type BoardColumn = z.output<typeof BoardColumn>

/** Fields of an order that exports leave out. */
const omittedFields = {
  id: true,
  version: true,
  clinicId: true,
  labId: true,
  atRiskOn: true,
  isDeliveryConfirmed: true,
  proposedOn: true,
  technicianId: true,
  questionOpenSince: true,
  questionWaitsFor: true,
  reviewState: true,
  isReviewRequired: true,
  isSendWaiting: true,
  isWithdrawn: true,
  isLabGone: true,
  filesTotal: true,
  filesVerified: true,
  hasFiles: true,
  bytesTotal: true,
  bytesReceived: true,
  screenshot: true,
} as const satisfies Partial<Record<keyof Order, true>>
export type ExportField = Exclude<keyof Order, keyof typeof omittedFields>

/**
 * Fields of `Order` that an export contains, in the sequence of the schema (requirement 3.order). Only an export of a laboratory
 * contains `technician` (rules §16).
 */
export const exportFields = keysOf(Order.shape).filter(
  (field): field is ExportField => !(field in omittedFields),
)

/** Routes of the board and of the CSV export of the case list. */
export const orderListRoutes = {
  'orders.board': {
    method: 'POST',
    path: '/orders/board',
    permission: 'order.accept',
    reads: true,
    summary:
      'Get a laboratory’s open cases in columns by working day, by status or by technician, with the daily capacity',
    headers: zoneHeaders,
    body: z.strictObject({
      /** Whether the columns are delivery days, statuses or technicians. */
      by: z._default(z.enum(boardKinds), 'day'),
      /** Only cases of these types; empty for all. */
      types: z._default(z.array(OrderType).check(z.maxLength(4, 'too_long')), []),
      /** Only cases with this partner, null for all. */
      partnerId: z._default(z.nullable(Id), null),
      /** Only cases with this technician; `me` for the caller, `none` for cases without one. */
      technicianId: OrderView.shape.technicianId,
    }),
    reply: z.strictObject({
      /**
       * The columns. By day: late cases, the next working days, closed days with cases, later cases, cases without a day. Of late
       * cases, cases without a day and closed days there is no column if it were empty.
       */
      columns: z.array(BoardColumn),
      /** Number of cases that the laboratory can deliver on one day, null for no limit. */
      casesPerDay: z.nullable(z.int()),
    }),
    errors: [],
    example: { body: { by: 'day' } },
  },
  'orders.createExport': {
    method: 'POST',
    path: '/orders/export',
    permission: 'order.read',
    audit: 'orders.export',
    reauthenticate: true,
    summary:
      'Create a ticket to download the list as CSV; it is bound to the session and valid for 60 seconds',
    headers: zoneHeaders,
    body: OrderView,
    reply: z.strictObject({
      /**
       * Path of the download, to be opened within a minute.
       * @example "/restful/orders/exports/AAAAAAAAAAAAAAAAAAAAAA"
       */
      path: z.string(),
    }),
    secretReply: true,
    errors: [],
    example: { body: { status: 'accepted' } },
  },
  'orders.export': {
    method: 'GET',
    path: '/orders/exports/:ticket',
    permission: 'public',
    audit: 'orders.list',
    summary: 'Download the list of cases as CSV in UTF-8, with the filters of the ticket',
    params: z.strictObject({
      /** Ticket from the call that created the download. @example "AAAAAAAAAAAAAAAAAAAAAA" */
      ticket: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'pattern')),
    }),
    reply: 'stream',
    errors: ['order.export_invalid'],
  },
} as const satisfies RouteTable
