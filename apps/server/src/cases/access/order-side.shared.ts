import { businessTypes } from '@pontic/contract'
import { sql } from 'kysely'
import { type Bind, bindForCustomPlan } from '../../platform/db/bound-values.ts'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * The side from which a caller sees orders. `id` is the id of the clinic, laboratory or platform, and for an
 * individual (`person`) the id of the account. The platform sees all orders.
 */
export type OrderSide = { party: 'clinic' | 'lab' | 'person' | 'platform'; id: string }

/** Returns the side of the caller. A caller whose permission reaches `any` row is the platform. */
export function sideOf(scope: Scope): OrderSide {
  const { id, businessType } = scope.organization
  if (scope.reach === 'any') return { party: 'platform', id }
  if (businessType === businessTypes.clinic) return { party: 'clinic', id }
  if (businessType === businessTypes.lab) return { party: 'lab', id }
  return { party: 'person', id: scope.account.id }
}

/**
 * Condition for an order `o` that this side may see (rules §5). An order is visible to its clinic, its
 * current laboratory, individuals with a share, and the platform. After a recall, a return or a send to
 * another laboratory, the earlier laboratory no longer sees the order, only a row with its number and dates.
 */
export function visibleTo(side: OrderSide, bind: Bind = bindForCustomPlan): Condition {
  if (side.party === 'clinic') return sql`o.clinic_id = ${bind(side.id, 'uuid')}`
  if (side.party === 'lab') return sql`o.lab_id = ${bind(side.id, 'uuid')}`
  if (side.party === 'platform') return sql`true`
  return sql`exists (select 1 from order_share s where s.order_id = o.id and s.account_id = ${side.id})`
}
