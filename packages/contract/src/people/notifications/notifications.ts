import * as z from 'zod/mini'
import { timelineReasons } from '../../cases/orders/timeline.ts'
import { Id, Moment, paging, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'

/** Kinds of notifications about cases, which are also the names of their mails (rules §13). */
export const orderNotificationKinds = [
  'order_sent',
  'order_recalled',
  'order_accepted',
  'order_rejected',
  'order_shipped',
  'order_completed',
  'order_remark',
  'order_messages',
  'order_question',
  'order_answer',
  'order_question_withdrawn',
  'order_remake',
  'order_not_sent',
  'order_assigned',
  'order_day_proposed',
  'order_day_moved',
  'order_day_kept',
  'order_review_requested',
  'order_review_approved',
  'order_review_changes',
  'order_review_ended',
] as const
export type OrderNotificationKind = (typeof orderNotificationKinds)[number]

/** Kinds of notifications about partnerships, for administrators. */
export const partnerNotificationKinds = [
  'partner_applied',
  'partner_approved',
  'partner_refused',
  'partner_ended',
] as const
export type PartnerNotificationKind = (typeof partnerNotificationKinds)[number]

/** Kinds of notifications about support requests, for the submitter, the operator and administrators of the platform. */
export const workOrderNotificationKinds = [
  'workorder_submitted',
  'workorder_assigned',
  'workorder_replies',
  'workorder_processed',
  'workorder_announced',
  'workorder_resolved',
  'workorder_unresolved',
  'workorder_closed',
] as const
export type WorkOrderNotificationKind = (typeof workOrderNotificationKinds)[number]

/** All kinds of notifications. */
export const notificationKinds = [
  ...orderNotificationKinds,
  'order_shared',
  ...partnerNotificationKinds,
  ...workOrderNotificationKinds,
  'member_waiting',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A notification as codes. Mails and browser notifications contain no name of a patient. */
export const Notification = z.strictObject({
  id: Id,
  kind: z.enum(notificationKinds),
  /** Time of the event. */
  at: Time,
  /** Whether the caller has read it. */
  isRead: z.boolean(),
  /** Id of the case, null for other subjects. */
  orderId: z.nullable(Id),
  /** Id of the support request, null for other subjects. */
  workOrderId: z.nullable(Id),
  /** Number of the case or support request, null for none. @example "C26-7F3K9Q" */
  number: z.nullable(z.string()),
  /** Name of the patient, null if the caller can’t read the case now. @example "Test Patient" */
  patientName: z.nullable(z.string()),
  /** Name of the organization that caused it. @example "Northfield Lab" */
  organization: z.string(),
  reason: z.nullable(z.enum(timelineReasons)),
  /** Delivery day, or day on which a support request is resolved; else null. @example null */
  day: z.nullable(z.string()),
  /** Number of unread messages or replies that it combines; 1 for other kinds. */
  count: z.int(),
})
export type Notification = z.output<typeof Notification>

/** Returns the path of the page that a notification opens. */
export function pathOfNotification(news: Pick<Notification, 'kind' | 'orderId' | 'workOrderId'>): string {
  const { kind, orderId, workOrderId } = news
  if (workOrderId !== null) return `/work/detail?id=${workOrderId}`
  if (kind === 'member_waiting') return '/user/userManager'
  if (orderId === null) return '/followcard/list'
  // The laboratory can no longer open a recalled case.
  return kind === 'order_recalled' ? '/order/list' : `/order/detail/${orderId}`
}

/** Returns the message group with the texts of a notification's reason. */
export function reasonTextOf(kind: NotificationKind): 'order.reason' | 'remakes.causes' {
  return kind === 'order_remake' ? 'remakes.causes' : 'order.reason'
}

/** Number of the caller’s unread notifications. */
export const UnreadNotifications = z.strictObject({
  /** Counted up to 100. */
  unread: z.int(),
})

const ids = z._default(z.array(Id).check(z.maxLength(limits.pageSizeMax, 'too_long')), [])

/** Routes of the caller's notifications, which are stored for `limits.notificationDays`. */
export const notificationRoutes = {
  'notifications.list': {
    method: 'POST',
    path: '/notifications/list',
    permission: 'notification.read',
    reads: true,
    summary: 'List the caller’s notifications, newest first, as codes',
    body: z.strictObject({
      /** Cursor of the previous page. */
      cursor: paging.cursor,
      /** Rows of a page. */
      pageSize: paging.pageSize,
    }),
    reply: z.strictObject({
      /** Notifications, newest first. */
      list: z.array(Notification),
      /** Cursor of the next page, null on the last page. @example null */
      cursor: z.nullable(z.string()),
    }),
    errors: ['request.invalid'],
    example: { body: { pageSize: 20 } },
  },
  'notifications.count': {
    method: 'GET',
    path: '/notifications/unread',
    permission: 'notification.read',
    reads: true,
    summary: `Count the caller’s unread notifications, up to ${limits.unreadNotificationsMax}`,
    reply: UnreadNotifications,
    errors: [],
  },
  'notifications.markRead': {
    method: 'PUT',
    path: '/notifications/read',
    permission: 'notification.write',
    audit: { none: 'Stores only what the caller has read.' },
    summary: 'Mark notifications as read: the given ones, those of a case, and all up to a time',
    body: z.strictObject({
      /** Ids of the notifications. */
      ids,
      /** Marks all notifications of this case. */
      orderId: z._default(z.nullable(Id), null),
      /** Marks all notifications up to this `at` of a notification. Send it exactly as received. */
      until: z._default(z.nullable(Moment), null),
    }),
    reply: UnreadNotifications,
    errors: [],
    example: { body: { until: '2026-11-21T09:30:00.000Z' } },
  },
} as const satisfies RouteTable
