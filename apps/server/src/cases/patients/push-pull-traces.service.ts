import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Clears the push and pull records of an order, because responses of receivers may repeat data of the case, and paths
 * and ids of pulled cases often contain a patient's name. Data in the other system is not changed.
 */
export async function clearPushAndPullTraces(tx: Tx, orderId: string): Promise<void> {
  const deliveries = sql`(select id from push_delivery where order_id = ${orderId}::uuid)`
  await sql`update push_attempt set answer = '', error_params = '{}' where delivery_id in ${deliveries}`.execute(
    tx,
  )
  await sql`update push_delivery set last_error_params = '{}' where order_id = ${orderId}::uuid`.execute(tx)
  await sql`delete from pull_item where order_id = ${orderId}::uuid`.execute(tx)
  await sql`update pull_case set source_id = 'sha256:' || encode(sha256(convert_to(source_id, 'UTF8')), 'hex')
    where order_id = ${orderId}::uuid`.execute(tx)
}
