import { limits, type MailFrequency, toLanguage } from '@pontic/contract'
import { sql } from 'kysely'
import { sendCaseMails } from '../../people/notifications/mail-digests.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { countUnread, releaseDiscardedPhotos } from './messages.queries.ts'

const dayMs = 86_400_000

/** Jobs that mail readers about unread messages, and that detach photos of discarded orders. */
export const conversationJobs: JobHandlers<'conversation'> = {
  'conversation.mailMessages': (payload, services) =>
    services.database.transaction((tx) => mailMessages({ tx, services }, payload)),
  'conversation.dropPhotos': async (_payload, { database, now }) => {
    const before = new Date(now().getTime() - limits.orderDiscardDays * dayMs)
    await releaseDiscardedPhotos(database.db, before)
  },
}

type Reader = {
  id: string
  email: string
  name: string
  language: string
  mailFrequency: MailFrequency
  zone: string
  organizationId: string
  party: 'clinic' | 'lab'
  number: string
  organization: string
}

/** Returns the account, if it still wants mails and its organization is still a party to the order. */
async function findReader(tx: Tx, orderId: string, accountId: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select a.id, a.email, a.name, a.language, a.mail_frequency as "mailFrequency",
      coalesce(a.time_zone, a.mail_zone, 'UTC') as zone, a.organization_id as "organizationId", o.number,
      case when o.clinic_id = a.organization_id then 'clinic' else 'lab' end as party,
      case when o.clinic_id = a.organization_id then l.name else c.name end as organization
    from account a join orders o on o.id = ${orderId} and a.organization_id in (o.clinic_id, o.lab_id)
      join organization c on c.id = o.clinic_id join organization l on l.id = o.lab_id
    where a.id = ${accountId} and a.accepts_order_email and a.membership = 'active' and a.disabled_at is null
      and a.deleted_at is null and o.discarded_at is null`.execute(tx)
  return rows[0]
}

async function mailMessages(
  { tx, services }: Call<'tx' | 'services'>,
  { orderId, accountId }: { orderId: string; accountId: string },
): Promise<void> {
  const reader = await findReader(tx, orderId, accountId)
  if (reader === undefined) return
  const [found] = await countUnread(tx, { ...reader, accountId }, [orderId])
  // The reader has read all messages in the meantime.
  if (found === undefined) return
  const mail = {
    accountId,
    to: reader.email,
    name: reader.name,
    language: toLanguage(reader.language),
    frequency: reader.mailFrequency,
    zone: reader.zone,
    template: 'order_messages',
    params: { number: reader.number, organization: reader.organization, count: found.unread },
    link: `/order/detail/${orderId}`,
  } as const
  await sendCaseMails({ tx, services }, orderId, [mail], {
    isUrgent: false,
    canBeSwitchedOff: true,
  })
}
