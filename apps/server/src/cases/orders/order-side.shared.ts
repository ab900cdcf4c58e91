import { businessTypes } from '@pontic/contract'
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
