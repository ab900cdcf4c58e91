import {
  type Language,
  type MailFrequency,
  type OrderNotificationKind,
  type TimelineKind,
  type timelineReasons,
  toLanguage,
} from '@pontic/contract'
import type { MessageParams } from '@pontic/messages'
import { type RawBuilder, sql } from 'kysely'
import {
  type CaseMail,
  type CaseMailOptions,
  sendCaseMails,
} from '../../people/notifications/mail-digests.service.ts'
import {
  notifyAccounts,
  type PreparedNotifications,
  prepareNotifications,
} from '../../people/notifications/notifications.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { sendNoticeSms } from '../../platform/sms/send-sms.ts'

/** Parameters of a bell notification; `day` is a delivery day, `YYYY-MM-DD`. */
export type NoticeCodes = { reason?: (typeof timelineReasons)[number]; day?: string | null }

/** A notification about an order for one organization. It never names the patient (rules §13). */
export type OrderNotice = {
  template: OrderNotificationKind
  /** The organization whose accounts are notified. */
  organizationId: string
  /** Returns the parameters of the mail or SMS in the reader's language. */
  params: (language: Language) => MessageParams
  /** The parameters of the bell notification, which is translated when it is read. */
  codes?: NoticeCodes
  /** Whether the readers can no longer see the order. The link then leads to their list. */
  isGone?: boolean
  /** Whether the notification is about a question or a design review. If no account wants its mail, the administrators still get it. */
  isQuestion?: boolean
}

/** An account that may be notified about an order. */
export type Reader = {
  accountId: string
  email: string
  name: string
  language: string
  /** The number for SMS; null if the reader has none or wants no SMS. */
  telephone: string | null
  wantsMail: boolean
  mailFrequency: MailFrequency
  /** IANA name of the time zone. */
  zone: string
  isAdministrator: boolean
  isInvolved: boolean
  /** Sessions whose browsers have subscribed to notifications. */
  sessionIds: string[]
}

/** Notifications that are mailed at once, whatever the reader chose: work waits for them. */
const urgentKinds = [
  'order_question',
  'order_answer',
  'order_question_withdrawn',
  'order_review_requested',
  'order_review_approved',
  'order_review_changes',
  'order_review_ended',
] as const satisfies readonly OrderNotificationKind[]

/** Kinds of timeline entries that make their author a person involved in the order. */
const involvingKinds = [
  'register',
  'sendWaiting',
  'send',
  'accept',
  'remark',
] as const satisfies readonly TimelineKind[]

/**
 * Notifies an organization about an order (rules §13). Mails go to the accounts that are involved in the order and
 * want such mails, as often as they want them; if there are none, to the administrators. SMS follow the same rule. Bell
 * notifications go to all involved accounts, or to all administrators if none is involved. Everything is sent after
 * the commit.
 */
export async function sendOrderNotice(
  call: Call<'tx' | 'services'>,
  orderId: string,
  notice: OrderNotice,
): Promise<void> {
  const all = await listReaders(call.tx, orderId, notice.organizationId)
  await addBellNotifications(call, orderId, involvedOrAll(all), notice)
  const { mails, options } = mailsOf(orderId, all, notice)
  await sendCaseMails(call, orderId, mails, options)
  await sendSms(call, orderId, all, notice)
}

/** Prepares the bell notifications of a notice. @param fromId the other party, whose name they show */
export function prepareBellNotifications(
  services: Pick<Services, 'now'>,
  orderId: string,
  readers: readonly Reader[],
  { notice: { template, codes = {} }, fromId }: { notice: OrderNotice; fromId: string },
): PreparedNotifications {
  const content = { kind: template, orderId, organizationId: fromId, ...codes }
  return prepareNotifications(services, involvedOrAll(readers), content)
}

/** The mails of a notice. */
export type NoticeMails = { mails: CaseMail[]; options: CaseMailOptions }

/** Returns the mails of a notice. @param all the readers of the notified organization */
export function mailsOf(orderId: string, all: readonly Reader[], notice: OrderNotice): NoticeMails {
  const mailed = involvedOrAll(all.filter(({ wantsMail }) => wantsMail))
  const reached = notice.isQuestion && mailed.length === 0 ? all.filter((one) => one.isAdministrator) : mailed
  const link = linkOf(orderId, notice)
  const mails = reached.map(({ email: to, name, accountId, mailFrequency: frequency, zone, ...reader }) => {
    const language = toLanguage(reader.language)
    const { template } = notice
    return { accountId, to, name, frequency, zone, language, template, params: notice.params(language), link }
  })
  const isUrgent = urgentKinds.some((kind) => kind === notice.template)
  return { mails, options: { isUrgent, canBeSwitchedOff: !notice.isQuestion } }
}

const linkOf = (orderId: string, { isGone }: OrderNotice): string =>
  isGone ? '/order/list' : `/order/detail/${orderId}`

/** Enqueues the SMS of a notice. @param all the readers of the notified organization */
export async function sendSms(
  { tx, services }: Call<'tx' | 'services'>,
  orderId: string,
  all: readonly Reader[],
  notice: OrderNotice,
): Promise<void> {
  if (!services.smsSender) return
  for (const reader of involvedOrAll(all.filter(({ telephone }) => telephone !== null))) {
    const language = toLanguage(reader.language)
    const { template, params } = notice
    await sendNoticeSms(tx, services, {
      to: reader.telephone ?? '',
      language,
      template,
      params: params(language),
      link: linkOf(orderId, notice),
    })
  }
}

type BellNotice = Pick<OrderNotice, 'organizationId' | 'codes'> & { template: OrderNotificationKind }

/** Adds bell notifications, also for readers who want no mails. */
async function addBellNotifications(
  call: Call<'tx' | 'services'>,
  orderId: string,
  readers: readonly Reader[],
  { template, organizationId, codes = {} }: BellNotice,
): Promise<void> {
  const { tx } = call
  if (readers.length === 0) return
  // The bell notification shows the name of the other party.
  const { rows } = await sql<{ id: string }>`
    select case when clinic_id = ${organizationId} then coalesce(lab_id, clinic_id) else clinic_id end as id
    from orders where id = ${orderId}`.execute(tx)
  const accountIds = readers.map(({ accountId }) => accountId)
  const from = rows[0]?.id ?? organizationId
  await notifyAccounts(call, accountIds, { kind: template, orderId, organizationId: from, ...codes })
}

function involvedOrAll(readers: readonly Reader[]): readonly Reader[] {
  const involved = readers.filter((reader) => reader.isInvolved)
  return involved.length > 0 ? involved : readers
}

/**
 * Adds bell notifications about a new message of an order.
 * @returns ids of the accounts that also get a mail: the involved accounts that want mails, or if there are none, the
 * administrators who want mails
 */
export async function notifyOfMessage(
  call: Call<'tx' | 'services'>,
  orderId: string,
  organizationId: string,
): Promise<string[]> {
  const { tx } = call
  const readers = await listReaders(tx, orderId, organizationId)
  const news = { template: 'order_messages', organizationId } as const
  await addBellNotifications(call, orderId, involvedOrAll(readers), news)
  return involvedOrAll(readers.filter(({ wantsMail }) => wantsMail)).map(({ accountId }) => accountId)
}

async function listReaders(tx: Tx, orderId: string, organizationId: string): Promise<Reader[]> {
  return (await selectReaders(orderId, sql`${organizationId}`).execute(tx)).rows
}

/** Selects the organization's active accounts that are involved in the order or are administrators. */
export function selectReaders(
  orderId: string,
  organizationId: RawBuilder<string | null>,
): RawBuilder<Reader> {
  return sql<Reader>`
    select * from (
      select a.id as "accountId", a.email, a.name, a.language,
        a.is_organization_administrator as "isAdministrator",
        a.accepts_order_email as "wantsMail", a.mail_frequency as "mailFrequency",
        coalesce(a.time_zone, a.mail_zone, 'UTC') as zone,
        case when a.accepts_order_sms then a.telephone end as telephone,
        exists (select 1 from order_event e where e.order_id = ${orderId} and e.account_id = a.id
          and e.kind = any(${involvingKinds}::text[]))
        or exists (select 1 from order_message m where m.order_id = ${orderId} and m.account_id = a.id)
        as "isInvolved",
        array(select session_id from push_subscription s where s.account_id = a.id order by session_id) as "sessionIds"
      from account a
      where a.organization_id = ${organizationId} and a.membership = 'active'
        and a.disabled_at is null and a.deleted_at is null and a.email_verified_at is not null
    ) reader
    where "isInvolved" or "isAdministrator" order by email`
}
