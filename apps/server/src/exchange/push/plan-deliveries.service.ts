import { type PushEvent, pushEvents, type TimelineKind } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { PlannedOrderEvent, WrittenOrderEvent } from '../../cases/steps/order-steps.hooks.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { retryUntil } from './push.shared.ts'

const isPushed = (kind: TimelineKind): kind is PushEvent => pushEvents.some((event) => event === kind)

/** Condition under which a step may have deliveries: one of its parties uses a push setting. */
export function mayHaveDeliveries({ kind, organizationIds }: PlannedOrderEvent): RawBuilder<boolean> {
  if (!isPushed(kind)) return sql<boolean>`false`
  return sql<boolean>`exists (select 1 from push_setting_organization u
    where u.organization_id = any(${organizationIds}))`
}

/**
 * Inserts the deliveries of a step in the transaction of the step (rules §11). Each party of the order gets
 * one delivery for each of its push settings whose events include the step.
 */
export async function planDeliveries(tx: Tx, step: WrittenOrderEvent): Promise<void> {
  if (!isPushed(step.kind)) return
  const { rows } = await sql<{ settingId: string; organizationId: string }>`
    select s.id as "settingId", u.organization_id as "organizationId"
    from orders o
    join push_setting_organization u on u.organization_id in (o.clinic_id, coalesce(${step.labId}::uuid, o.lab_id))
    join push_setting s on s.id = u.setting_id
    left join organization w on w.id = s.organization_id and (w.banned_at is not null or w.deleted_at is not null)
    where w.id is null and o.id = ${step.orderId} and s.is_enabled and s.deleted_at is null and ${step.kind} = any(s.events)
    order by s.id, u.organization_id`.execute(tx)
  for (const { settingId, organizationId } of rows) {
    const id = newId()
    await tx
      .insertInto('push_delivery')
      .values({
        id,
        setting_id: settingId,
        organization_id: organizationId,
        order_id: step.orderId,
        order_event_id: step.eventId,
        event: step.kind,
        state: 'waiting',
        created_at: step.at,
        next_at: step.at,
        retry_until: retryUntil(step.at),
      })
      .execute()
    await enqueueDelivery(tx, { id, settingId })
  }
}

/**
 * Enqueues an attempt of a delivery. Deliveries of one setting run one after the other, so that a slow receiver does not
 * delay other settings.
 * @param runAt earliest start
 */
export async function enqueueDelivery(
  tx: Tx,
  { id, settingId }: { id: string; settingId: string },
  runAt?: Date,
): Promise<void> {
  const options = { key: `deliver:${id}`, queue: `push:${settingId}`, ...(runAt ? { runAt } : {}) }
  await enqueueJob(tx, 'transfers.deliver', { deliveryId: id }, options)
}
