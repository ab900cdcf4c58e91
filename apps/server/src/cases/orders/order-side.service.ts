import { businessTypes } from '@pontic/contract'
import type { Scope } from '../../platform/http/scope.ts'

/**
 * The side from which a caller sees orders: as the clinic or the lab that is a party (`id` is the organization's), as
 * a person a case was shared with (`id` is the account's), or as the platform, which sees all.
 */
export type OrderSide = { party: 'clinic' | 'lab' | 'person' | 'platform'; id: string }

/** The side of a scope; how far it reaches comes from the permission matrix. */
export function sideOf(scope: Scope): OrderSide {
  const { id, businessType } = scope.organization
  if (scope.reach === 'any') return { party: 'platform', id }
  if (businessType === businessTypes.clinic) return { party: 'clinic', id }
  if (businessType === businessTypes.lab) return { party: 'lab', id }
  return { party: 'person', id: scope.account.id }
}
