import { type Notification, type NotificationKind, reasonTextOf } from '@pontic/contract'
import { useCallback } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import {
  IconArrowBackUp,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCalendarQuestion,
  IconCheck,
  IconCircleX,
  IconEyeCheck,
  IconEyeOff,
  IconHourglass,
  IconInbox,
  IconLifebuoy,
  IconMessage,
  IconMessageCheck,
  IconMessageQuestion,
  IconPackage,
  IconPencil,
  IconRefresh,
  IconShare,
  IconTruck,
  IconUserCheck,
} from '../../ui/icons.ts'

/** Icons by kind of notification. */
export const notificationIcons = {
  order_sent: IconInbox,
  order_recalled: IconArrowBackUp,
  order_accepted: IconCheck,
  order_rejected: IconCircleX,
  order_shipped: IconTruck,
  order_completed: IconPackage,
  order_remark: IconPencil,
  order_messages: IconMessage,
  order_question: IconMessageQuestion,
  order_answer: IconMessageCheck,
  order_question_withdrawn: IconMessageCheck,
  order_remake: IconRefresh,
  order_not_sent: IconCircleX,
  order_assigned: IconUserCheck,
  order_day_proposed: IconCalendarQuestion,
  order_day_moved: IconCalendarEvent,
  order_day_kept: IconCalendarEvent,
  order_review_requested: IconEyeCheck,
  order_review_approved: IconCheck,
  order_review_changes: IconPencil,
  order_review_ended: IconEyeOff,
  order_shared: IconShare,
  partner_applied: IconBuildingCommunity,
  partner_approved: IconBuildingCommunity,
  partner_refused: IconBuildingCommunity,
  partner_ended: IconBuildingCommunity,
  member_waiting: IconHourglass,
  workorder_submitted: IconLifebuoy,
  workorder_assigned: IconLifebuoy,
  workorder_replies: IconMessage,
  workorder_processed: IconMessageQuestion,
  workorder_announced: IconHourglass,
  workorder_resolved: IconCheck,
  workorder_unresolved: IconCircleX,
  workorder_closed: IconCircleX,
} as const satisfies Record<NotificationKind, unknown>

/** Returns a function that formats a notification in the user's language. */
export function useNotificationText(): (notification: Notification) => string {
  const t = useTexts('bell.kinds')
  const reasonOf = useReasonText()
  const { day } = useFormats()
  return useCallback(
    (notification) =>
      t(notification.kind, {
        organization: notification.organization,
        number: notification.number ?? '',
        reason: reasonOf(notification),
        day: notification.day === null ? 'none' : day(notification.day),
        count: notification.count,
      }),
    [t, reasonOf, day],
  )
}

/** Returns a function that formats the reason of a rejection, a question or a remake. */
function useReasonText(): (notification: Notification) => string {
  const reasons = useTexts('order.reason')
  const causes = useTexts('remakes.causes')
  return useCallback(
    ({ kind, reason }) => {
      if (reason === null) return ''
      const texts = reasonTextOf(kind)
      if (texts === 'remakes.causes') return causes(reason as 'other')
      return reasons(reason as 'other')
    },
    [reasons, causes],
  )
}
