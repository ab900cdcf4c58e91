import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/http/scope.ts'

/** Whether image `i` belongs to a message of an order whose party the caller's organization is now. */
export function isReadableMessagePhoto(scope: Scope): RawBuilder<boolean> {
  const { id } = scope.organization
  return sql`exists (select 1 from order_message_image mi
      join order_message m on m.id = mi.message_id join orders o on o.id = m.order_id
      where mi.image_id = i.id and o.discarded_at is null
        and (o.clinic_id = ${id} or o.lab_id = ${id} and m.lab_id = ${id}))`
}
