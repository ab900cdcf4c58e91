import type { OrderNotificationKind } from '@pontic/contract'
import type { MailTemplate, MessageKey } from './catalogue.ts'

type Buttons = Readonly<Record<Exclude<MailTemplate, OrderNotificationKind>, MessageKey>> &
  Readonly<Partial<Record<OrderNotificationKind, MessageKey>>>

const mailButtons: Buttons = {
  verify_email: 'mail.verify_email.button',
  reset_password: 'session.reset.title',
  registration_welcome: 'mail.button.portal',
  partner_applied: 'mail.partner_applied.button',
  partner_approved: 'mail.button.partners',
  partner_refused: 'mail.partner_refused.button',
  partner_ended: 'mail.button.partners',
  order_recalled: 'mail.button.cases',
  order_rejected: 'mail.order_rejected.button',
  storage_warning: 'mail.storage_warning.button',
  order_remark: 'mail.order_remark.button',
  invite_member: 'session.invitation.submit',
  invite_person: 'mail.button.sharedCase',
  member_created: 'mail.button.password',
  member_password: 'mail.button.password',
  member_waiting: 'mail.member_waiting.button',
  member_approved: 'mail.button.portal',
  member_refused: 'mail.button.portal',
  captcha_code: 'mail.captcha_code.button',
  invite_partner: 'session.invitation.partnerGo',
  two_factor_changed: 'mail.two_factor_changed.button',
  password_changed: 'screens.login',
  password_code: 'session.modifyEmail.toAccount',
  email_change: 'mail.email_change.button',
  email_change_asked: 'session.modifyEmail.toAccount',
  email_changed: 'session.undoEmail.confirm',
  account_closed: 'mail.button.portal',
  order_question: 'mail.order_question.button',
  order_answer: 'mail.order_answer.button',
  order_messages: 'mail.order_messages.button',
  order_remake: 'remakes.section.note',
  case_news: 'common.do.openCase',
  cases_news: 'mail.button.cases',
  order_review_requested: 'order.action.judgeReview',
  order_assigned: 'mail.button.portal',
  case_shared: 'mail.button.sharedCase',
  case_not_shared: 'mail.button.portal',
  key_created: 'common.do.revokeKey',
  key_revoked: 'mail.key_revoked.button',
  workorder_submitted: 'mail.button.request',
  workorder_assigned: 'mail.button.request',
  workorder_replies: 'mail.workorder_replies.button',
  workorder_processed: 'conversation.banner.send',
  workorder_announced: 'conversation.banner.send',
  workorder_resolved: 'mail.button.request',
  workorder_unresolved: 'mail.button.request',
  workorder_closed: 'mail.button.request',
  erasure_ordered: 'mail.erasure_ordered.button',
  erasure_done: 'mail.button.cases',
  retention_proposed: 'mail.retention_proposed.button',
  email_undone: 'mail.email_undone.button',
  email_change_undone: 'mail.button.portal',
}

/** Returns the text key of a mail's button. A mail that is not in the table is about a case and has the button "Open case". */
export const mailButtonOf = (template: MailTemplate): MessageKey =>
  mailButtons[template] ?? 'common.do.openCase'
