import type { FirstSteps, RouteReply, Routes } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { questionQuery, toQuestion } from '../conversation/questions.shared.ts'

type Questions = RouteReply<Routes['dashboard.inbox']>['questions']

/** Returns the open questions of these orders, which the caller may see. */
export async function listOpenQuestions(tx: Tx, orderIds: readonly string[]): Promise<Questions> {
  if (orderIds.length === 0) return []
  const { rows } = await questionQuery(
    sql`q.order_id = any(${[...orderIds]}::uuid[]) and q.state = 'open'`,
  ).execute(tx)
  return rows.map((row) => ({ orderId: row.orderId, question: toQuestion(row) }))
}

/** Returns which first steps of a clinic or laboratory are done. Each is one look-up by index. */
export async function readFirstSteps(
  tx: Tx,
  organizationId: string,
  party: 'clinic' | 'lab',
): Promise<FirstSteps> {
  const start =
    party === 'clinic'
      ? sql`exists (select 1 from orders where clinic_id = g.id)`
      : sql`exists (select 1 from lab_calendar where organization_id = g.id)
          or exists (select 1 from orders where lab_id = g.id and discarded_at is null)`
  const { rows } = await sql<FirstSteps>`select
      exists (select 1 from partnership where low_id = g.id) or exists (select 1 from partnership where high_id = g.id)
        or exists (select 1 from invitation i where i.organization_id = g.id and i.kind = 'partner'
          and i.accepted_at is null and i.withdrawn_at is null) as partner,
      ${start} as start,
      g.address <> '' and (g.office_phone <> '' or g.mobile_phone <> '') and g.about <> '' as profile
    from organization g where g.id = ${organizationId}`.execute(tx)
  return rows[0] ?? { partner: true, start: true, profile: true }
}
