import { businessTypes } from '@pontic/contract'
import { sql } from 'kysely'
import type { Condition } from '../../platform/db/filter-conditions.ts'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * The side from which a caller sees orders: the clinic or the laboratory that is a party (`id` is the
 * organization's), an individual with a share (`id` is the account's), or the platform, which sees all.
 */
export type OrderSide = { party: 'clinic' | 'lab' | 'person' | 'platform'; id: string }

/** The side of a scope; the permission matrix defines its reach. */
export function sideOf(scope: Scope): OrderSide {
  const { id, businessType } = scope.organization
  if (scope.reach === 'any') return { party: 'platform', id }
  if (businessType === businessTypes.clinic) return { party: 'clinic', id }
  if (businessType === businessTypes.lab) return { party: 'lab', id }
  return { party: 'person', id: scope.account.id }
}

/**
 * The single rule of who sees an order `o` (rules §5): its clinic, the addressed laboratory, individuals with a share, the
 * platform. A recall, a transfer to another laboratory and a return clear the laboratory; a shipped order keeps it.
 */
export function visibleTo(side: OrderSide): Condition {
  if (side.party === 'clinic') return sql`o.clinic_id = ${side.id}`
  if (side.party === 'lab') return sql`o.lab_id = ${side.id}`
  if (side.party === 'platform') return sql`true`
  return sql`exists (select 1 from order_share s where s.order_id = o.id and s.account_id = ${side.id})`
}
