import { businessTypes, workOrderNumberLetter } from '@pontic/contract'
import { createNumber } from '../cases/orders/order-number.shared.ts'
import type { Tx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { DemoIds } from './demo-people.ts'
import { demoOrganizations, demoPeople } from './demo-people.ts'
import { type DemoEntry, type DemoRequest, demoOperator } from './demo-requests.ts'

const hourMs = 3_600_000

/** Inserts the operator of the demo, and assigns their request types. */
export async function insertDemoOperator(tx: Tx, ids: DemoIds, now: Date): Promise<void> {
  const account_id = ids.people[demoOperator.person]
  await tx.insertInto('work_order_operator').values({ account_id, created_at: now }).execute()
  await tx
    .updateTable('work_order_type')
    .set({ operator_id: account_id })
    .where('code', 'in', [...demoOperator.types])
    .execute()
}

/** Inserts a support request of the demo with its record. */
export async function insertDemoRequest(tx: Tx, one: DemoRequest, ids: DemoIds, now: Date): Promise<void> {
  const type = await tx
    .selectFrom('work_order_type')
    .select('id')
    .where('code', '=', one.type)
    .executeTakeFirstOrThrow()
  const atOf = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hourMs)
  const submit: DemoEntry = { kind: 'submit', by: one.by, hoursAgo: one.hoursAgo, to: 'submitted' }
  const entries = [submit, ...one.entries]
  const last = entries.at(-1) ?? submit
  const processed = entries.find(({ kind }) => kind === 'processed')
  const id = newId(atOf(one.hoursAgo).getTime())
  await tx
    .insertInto('work_order')
    .values({
      id,
      number: createNumber(workOrderNumberLetter, atOf(one.hoursAgo)),
      organization_id: ids.organizations[demoPeople[one.by].organization],
      submitter_id: ids.people[one.by],
      type_id: type.id,
      priority: one.priority,
      title: one.title,
      content: one.content,
      request_number: one.requestNumber ?? null,
      contact_phone: one.contactPhone ?? null,
      status: last.to,
      operator_id: last.to === 'submitted' ? null : ids.people[demoOperator.person],
      submitted_at: atOf(one.hoursAgo),
      updated_at: atOf(last.hoursAgo),
      updated_by: last.by === null ? null : ids.people[last.by],
      processed_at: processed ? atOf(processed.hoursAgo) : null,
    })
    .execute()
  for (const entry of entries) await insertEntry(tx, id, entry, ids, atOf(entry.hoursAgo))
}

async function insertEntry(
  tx: Tx,
  workOrderId: string,
  entry: DemoEntry,
  ids: DemoIds,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('work_order_record')
    .values({
      id: newId(at.getTime()),
      work_order_id: workOrderId,
      at,
      kind: entry.kind,
      account_id: entry.by === null ? null : ids.people[entry.by],
      side: isOfPlatform(entry) ? 'platform' : 'submitter',
      to_status: entry.to,
      operator_id: entry.kind === 'assign' ? ids.people[demoOperator.person] : null,
      body: entry.text ?? '',
    })
    .execute()
}

const isOfPlatform = ({ by }: DemoEntry) =>
  by === null || demoOrganizations[demoPeople[by].organization].businessType === businessTypes.platform
