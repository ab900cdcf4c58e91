import * as z from 'zod/mini'
import { timelineReasons } from '../../cases/orders/timeline.ts'
import { Id, Moment, paging, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'

/** Notifications about cases, named like their mails (rules §13). */
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
] as const
export type OrderNotificationKind = (typeof orderNotificationKinds)[number]

/** Notifications about partnerships, for administrators. */
export const partnerNotificationKinds = [
  'partner_applied',
  'partner_approved',
  'partner_refused',
  'partner_ended',
] as const
export type PartnerNotificationKind = (typeof partnerNotificationKinds)[number]

/** Notifications about support requests, for the submitter, the operator, and administrators of the platform. */
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

/** Kinds of notifications: cases, shared cases, partnerships, support requests, and waiting members. */
export const notificationKinds = [
  ...orderNotificationKinds,
  'order_shared',
  ...partnerNotificationKinds,
  ...workOrderNotificationKinds,
  'member_waiting',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** One notification, as codes; it names no patient. */
export const Notification = z.strictObject({
  id: Id,
  /** What happened. */
  kind: z.enum(notificationKinds),
  /** Time of the event. */
  at: Time,
  /** Whether the caller has read it. */
  isRead: z.boolean(),
  /** Id of the case, null for notifications about others. */
  orderId: z.nullable(Id),
  /** Id of the support request, null for notifications about others. */
  workOrderId: z.nullable(Id),
  /** Number of the case or support request, null for none. @example "C26-7F3K9Q" */
  number: z.nullable(z.string()),
  /** Name of the organization that caused it. @example "Northfield Lab" */
  organization: z.string(),
  reason: z.nullable(z.enum(timelineReasons)),
  /** Delivery day, or the day on which a request resolves; else null. @example null */
  day: z.nullable(z.string()),
  /** Number of unread messages or replies that are grouped in it; 1 for other kinds. */
  count: z.int(),
})
export type Notification = z.output<typeof Notification>

/** The path of the page about a notification. */
export function pathOfNotification(news: Pick<Notification, 'kind' | 'orderId' | 'workOrderId'>): string {
  const { kind, orderId, workOrderId } = news
  if (workOrderId !== null) return `/work/detail?id=${workOrderId}`
  if (kind === 'member_waiting') return '/user/userManager'
  if (orderId === null) return '/followcard/list'
  // The reader may not see the case any more.
  return kind === 'order_recalled' ? '/order/list' : `/order/detail/${orderId}`
}

/** The group of texts that names a coded reason: the cause of a remake, or the reason of a rejection or question. */
export function reasonTextOf(kind: NotificationKind): 'order.reason' | 'remakes.causes' {
  return kind === 'order_remake' ? 'remakes.causes' : 'order.reason'
}

/** Number of unread notifications. */
export const UnreadNotifications = z.strictObject({
  /** Number of unread notifications, counted up to 100. */
  unread: z.int(),
})

const ids = z._default(z.array(Id).check(z.maxLength(limits.pageSizeMax, 'too_long')), [])

/** Calls about the caller's own notifications, kept for `limits.notificationDays`. */
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
    audit: { none: 'Notes what the caller has read.' },
    summary: 'Mark notifications as read: the given ones, those of a case, and all up to a time',
    body: z.strictObject({
      /** Ids of the notifications. */
      ids,
      /** All notifications of this case, null for none by case. */
      orderId: z._default(z.nullable(Id), null),
      /** All notifications up to this `at`, unchanged as received; null for none by time. */
      until: z._default(z.nullable(Moment), null),
    }),
    reply: UnreadNotifications,
    errors: [],
    example: { body: { until: '2026-11-21T09:30:00.000Z' } },
  },
} as const satisfies RouteTable
