import { sql } from 'kysely'
import type { Tx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { DemoCase } from './demo-cases.ts'
import { type DemoIds, demoOrganizations, demoPeople } from './demo-people.ts'

const hourMs = 3_600_000

/** Puts the design of a demo case up for review, if it has one. The files must have been inserted. */
export async function insertDemoReview(
  tx: Tx,
  orderId: string,
  { review, lab, status }: DemoCase,
  ids: DemoIds,
  now: Date,
): Promise<void> {
  if (!review || lab === null) return
  const at = new Date(now.getTime() - review.hoursAgo * hourMs)
  const { name, organization } = demoPeople[review.by]
  const by = {
    account_id: ids.people[review.by],
    account_name: name,
    organization_id: ids.organizations[organization],
    organization_name: demoOrganizations[organization].name,
  }
  const files = await tx
    .selectFrom('order_file')
    .select(['id as fileId', 'name', 'size_bytes as sizeBytes'])
    .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
    .where('order_id', '=', orderId)
    .where('role', '=', 'design')
    .execute()
  const shared = {
    id: newId(),
    order_id: orderId,
    lab_id: ids.organizations[lab],
    at,
    note: review.note,
    ...by,
  }
  await tx
    .insertInto('design_review_step')
    .values({ ...shared, kind: 'requested', version: 1, aspects: null, files: JSON.stringify(files) })
    .execute()
  await tx
    .insertInto('order_event')
    .values({ ...shared, kind: 'reviewRequested', from_status: status, to_status: status })
    .execute()
  await tx
    .updateTable('orders')
    .set((eb) => ({
      review_state: 'requested',
      is_review_required: true,
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', orderId)
    .execute()
}
