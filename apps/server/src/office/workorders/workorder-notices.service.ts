import {
  businessTypes,
  type Language,
  limits,
  toLanguage,
  type WorkOrderNotificationKind,
} from '@pontic/contract'
import { formatDay } from '@pontic/messages'
import { sql } from 'kysely'
import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { countUnreadRecords } from './workorders.queries.ts'

/** The columns of a request that its notifications need. Title and text are omitted, because they may name patients. */
export type NamedWorkOrder = {
  id: string
  number: string
  submitterId: string
  organizationId: string
  operatorId: string | null
}

type Reader = { id: string; email: string; name: string; language: Language }

/** Recipients. `handler`: the operator, or the platform's administrators if there is none. */
export type NoticeRecipients = 'submitter' | 'handler' | 'both'

/** A notification about a request. */
export type WorkOrderNotice = {
  kind: WorkOrderNotificationKind
  to: NoticeRecipients
  /** The account that acted, which needs no notification. */
  exceptId: string | null
  /** The organization that acted. */
  organization: { id: string; name: string }
  /** Day on which the request resolves automatically, `YYYY-MM-DD`. */
  day?: string
}

/** Returns the path of a request in the web application. */
const linkOf = (id: string) => `/work/detail?id=${id}`

/** Creates bell notifications and enqueues mails about a request, in the language of each recipient. */
export async function sendWorkOrderNotice(
  call: Call<'tx' | 'services'>,
  workOrder: NamedWorkOrder,
  notice: WorkOrderNotice,
): Promise<void> {
  const { tx, services } = call
  const readers = await addBellNotifications(call, workOrder, notice)
  for (const reader of readers) {
    const { kind, organization, day } = notice
    await sendMail(tx, services, {
      to: reader.email,
      name: reader.name,
      language: reader.language,
      template: kind,
      params: {
        number: workOrder.number,
        organization: organization.name,
        day: day === undefined ? '' : formatDay(reader.language, day),
      },
      link: linkOf(workOrder.id),
    })
  }
}

/** Notifies of a reply: at once by bell, and after `limits.messageMailMinutes` by one mail for all unread replies. */
export async function sendReplyNotice(
  call: Call<'tx' | 'services'>,
  workOrder: NamedWorkOrder,
  from: { accountId: string; organization: { id: string; name: string } },
): Promise<void> {
  const { tx, services } = call
  const notice: WorkOrderNotice = {
    kind: 'workorder_replies',
    to: 'both',
    exceptId: from.accountId,
    organization: from.organization,
  }
  const runAt = new Date(services.now().getTime() + limits.messageMailMinutes * 60_000)
  for (const { id: accountId } of await addBellNotifications(call, workOrder, notice)) {
    await enqueueJob(
      tx,
      'workorders.mailReplies',
      { workOrderId: workOrder.id, accountId },
      { runAt, key: `replies:${workOrder.id}:${accountId}`, keepsRunAt: true },
    )
  }
}

/** Mails an account the number of unread entries of a request; sends nothing if all are read. */
export async function mailReplies(
  { tx, services }: Call<'tx' | 'services'>,
  { workOrderId, accountId }: { workOrderId: string; accountId: string },
): Promise<void> {
  const workOrder = await tx
    .selectFrom('work_order')
    .select(['id', 'number'])
    .where('id', '=', workOrderId)
    .executeTakeFirst()
  const [reader] = await listReaders(tx, sql`a.id = ${accountId}`)
  const count = await countUnreadRecords(tx, accountId, workOrderId)
  // The account may have read the entries in the meantime, or be closed.
  if (!workOrder || !reader || count === 0) return
  await sendMail(tx, services, {
    to: reader.email,
    name: reader.name,
    language: reader.language,
    template: 'workorder_replies',
    params: { number: workOrder.number, count },
    link: linkOf(workOrder.id),
  })
}

async function addBellNotifications(
  call: Call<'tx' | 'services'>,
  workOrder: NamedWorkOrder,
  { kind, to, exceptId, organization, day }: WorkOrderNotice,
): Promise<Reader[]> {
  const { tx } = call
  const readers = (await listConcerned(tx, workOrder, to)).filter(({ id }) => id !== exceptId)
  await notifyAccounts(
    call,
    readers.map(({ id }) => id),
    {
      kind,
      orderId: null,
      workOrderId: workOrder.id,
      organizationId: organization.id,
      ...(day === undefined ? {} : { day }),
    },
  )
  return readers
}

function listConcerned(tx: Tx, workOrder: NamedWorkOrder, to: NoticeRecipients): Promise<Reader[]> {
  const { submitterId, operatorId } = workOrder
  const submitter = sql`a.id = ${submitterId}`
  const operator =
    operatorId === null
      ? sql`(g.business_type = ${businessTypes.platform} and a.is_organization_administrator)`
      : sql`a.id = ${operatorId}`
  if (to === 'submitter') return listReaders(tx, submitter)
  return listReaders(tx, to === 'handler' ? operator : sql`(${submitter} or ${operator})`)
}

async function listReaders(tx: Tx, which: ReturnType<typeof sql>): Promise<Reader[]> {
  const { rows } = await sql<Reader & { language: string }>`
    select a.id, a.email, a.name, a.language from account a join organization g on g.id = a.organization_id
    where ${which} and a.membership = 'active' and a.disabled_at is null and a.deleted_at is null
      and a.email_verified_at is not null and g.banned_at is null and g.deleted_at is null
    order by a.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    language: toLanguage(row.language),
  }))
}

/** Returns the platform's own organization, the sender of automatic notifications. */
export async function getPlatformOrganization(tx: Tx): Promise<{ id: string; name: string }> {
  return tx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('business_type', '=', businessTypes.platform)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
}
