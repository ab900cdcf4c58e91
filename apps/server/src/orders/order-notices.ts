import { defaultLanguage, type Language, languages, type TimelineKind } from '@pontic/contract'
import type { MailTemplate, MessageParams } from '@pontic/messages'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Services } from '../services.ts'
import { sendNoticeSms } from '../sms/send-sms.ts'

/** News of an order for the other party. It names no patient (decisions §13). */
export type OrderNotice = {
  template: Extract<MailTemplate, `order_${string}`>
  /** The organization whose people are told. */
  organizationId: string
  /** Values of the text in the reader's language. */
  params: (language: Language) => MessageParams
  /** The order is gone for the reader: the link leads to his list. */
  isGone?: boolean
}

type Reader = {
  email: string
  name: string
  language: string
  /** Null unless he wants SMS and has a number. */
  telephone: string | null
  wantsMail: boolean
  isInvolved: boolean
}

/** Steps that make one a person of the case: he created, sent, accepted or wrote on it. */
const involvingKinds = [
  'register',
  'sendWaiting',
  'send',
  'accept',
  'remark',
] as const satisfies readonly TimelineKind[]

/**
 * Tells a notice once the transaction commits (decisions §13): to those of the organization who are involved in the case
 * and want such mails, else to its administrators who do; one mail a reader. SMS go out alike, to who wants those.
 */
export async function sendOrderNotice(
  tx: Tx,
  services: Services,
  orderId: string,
  notice: OrderNotice,
): Promise<void> {
  const readers = await listReaders(tx, orderId, notice.organizationId)
  const link = notice.isGone ? '/order/list' : `/order/detail/${orderId}`
  for (const reader of concerned(readers.filter(({ wantsMail }) => wantsMail))) {
    const language = languageOf(reader)
    await sendMail(tx, services, {
      to: reader.email,
      name: reader.name,
      language,
      template: notice.template,
      params: notice.params(language),
      link,
      canBeSwitchedOff: true,
    })
  }
  if (!services.texter) return
  for (const reader of concerned(readers.filter(({ telephone }) => telephone !== null))) {
    const language = languageOf(reader)
    const { template, params } = notice
    await sendNoticeSms(tx, services, {
      to: reader.telephone ?? '',
      language,
      template,
      params: params(language),
      link,
    })
  }
}

const languageOf = (reader: Reader): Language =>
  languages.find((one) => one === reader.language) ?? defaultLanguage

function concerned(readers: readonly Reader[]): readonly Reader[] {
  const involved = readers.filter((reader) => reader.isInvolved)
  return involved.length > 0 ? involved : readers
}

/** Those who are involved, and the administrators: enabled, verified, and with notifications of either kind on. */
async function listReaders(tx: Tx, orderId: string, organizationId: string): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select * from (
      select a.email, a.name, a.language, a.is_organization_administrator as is_administrator,
        a.accepts_order_email as "wantsMail",
        case when a.accepts_order_sms then a.telephone end as telephone,
        exists (select 1 from order_event e where e.order_id = ${orderId} and e.account_id = a.id
          and e.kind = any(${involvingKinds}::text[])) as "isInvolved"
      from account a
      where a.organization_id = ${organizationId} and a.membership = 'active'
        and (a.accepts_order_email or a.accepts_order_sms and a.telephone is not null)
        and a.disabled_at is null and a.deleted_at is null and a.email_verified_at is not null
    ) reader
    where "isInvolved" or is_administrator order by email`.execute(tx)
  return rows
}
