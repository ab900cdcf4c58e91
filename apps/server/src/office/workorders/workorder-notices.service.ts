import {
  businessTypes,
  defaultLanguage,
  type Language,
  languages,
  limits,
  type WorkOrderNotificationKind,
} from '@pontic/contract'
import { formatDay } from '@pontic/messages'
import { sql } from 'kysely'
import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import type { Services } from '../../platform/services.ts'
import { countUnreadRecords } from './workorders.queries.ts'

/** A request as its news names it. Titles and texts are never in a mail: they may tell of patients. */
export type NamedWorkOrder = {
  id: string
  number: string
  submitterId: string
  organizationId: string
  operatorId: string | null
}

type Reader = { id: string; email: string; name: string; language: Language }

/** Whom news concerns: who submitted it, who handles it (the platform's administrators while nobody does). */
export type Concerned = 'submitter' | 'handler' | 'both'

/** News of a request; `day` is when it resolves itself, `YYYY-MM-DD`. */
export type WorkOrderNotice = {
  kind: WorkOrderNotificationKind
  to: Concerned
  /** He knows. */
  exceptId: string | null
  /** Whose news it is. */
  organization: { id: string; name: string }
  day?: string
}

/** Where a request is read. */
const linkOf = (id: string) => `/work/detail?id=${id}`

/** Puts news of a request on bells and mails it, in each reader's language, once the transaction commits. */
export async function sendWorkOrderNotice(
  tx: Tx,
  services: Services,
  workOrder: NamedWorkOrder,
  notice: WorkOrderNotice,
): Promise<void> {
  const readers = await ringBells(tx, services, workOrder, notice)
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

/** Tells a reply: bells ring at once, one mail tells of all replies of ten minutes that were not read meanwhile. */
export async function sendReplyNotice(
  tx: Tx,
  services: Services,
  workOrder: NamedWorkOrder,
  from: { accountId: string; organization: { id: string; name: string } },
): Promise<void> {
  const notice: WorkOrderNotice = {
    kind: 'workorder_replies',
    to: 'both',
    exceptId: from.accountId,
    organization: from.organization,
  }
  const runAt = new Date(services.now().getTime() + limits.messageMailMinutes * 60_000)
  for (const { id: accountId } of await ringBells(tx, services, workOrder, notice)) {
    await enqueueJob(
      tx,
      'workorders.mailReplies',
      { workOrderId: workOrder.id, accountId },
      { runAt, key: `replies:${workOrder.id}:${accountId}`, keepsTime: true },
    )
  }
}

/** Mails somebody of the entries of a request that he has not read. */
export async function mailReplies(
  tx: Tx,
  services: Services,
  { workOrderId, accountId }: { workOrderId: string; accountId: string },
): Promise<void> {
  const workOrder = await tx
    .selectFrom('work_order')
    .select(['id', 'number'])
    .where('id', '=', workOrderId)
    .executeTakeFirst()
  const [reader] = await listReaders(tx, sql`a.id = ${accountId}`)
  const count = await countUnreadRecords(tx, accountId, workOrderId)
  // Read meanwhile: nothing to tell.
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

async function ringBells(
  tx: Tx,
  services: Services,
  workOrder: NamedWorkOrder,
  { kind, to, exceptId, organization, day }: WorkOrderNotice,
): Promise<Reader[]> {
  const readers = (await listConcerned(tx, workOrder, to)).filter(({ id }) => id !== exceptId)
  await notifyAccounts(
    tx,
    services,
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

function listConcerned(tx: Tx, workOrder: NamedWorkOrder, to: Concerned): Promise<Reader[]> {
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
    language: languages.find((one) => one === row.language) ?? defaultLanguage,
  }))
}

/** The platform's own organization, whose news it is when the portal itself acts. */
export async function findPlatform(tx: Tx): Promise<{ id: string; name: string }> {
  return tx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('business_type', '=', businessTypes.platform)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
}
