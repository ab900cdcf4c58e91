import { type BusinessType, businessTypes } from '../../permissions.ts'

/** The relation of two organizations (requirement 4.partnership). `none` is the absence of a row. */
export const partnershipStatuses = ['none', 'requested', 'partner'] as const
export type PartnershipStatus = (typeof partnershipStatuses)[number]

/** The relation seen from one organization: `applied` if it sent the request, `received` if it has to answer one. */
export const relations = ['none', 'applied', 'received', 'partner'] as const
export type Relation = (typeof relations)[number]

/** The organization that may take an action: either, the one that sent the request, or the one that received it. */
export type PartnershipSide = 'either' | 'requester' | 'recipient'

/** Transitions of a partnership (rules §8). If both organizations apply to each other, they become partners. */
export const partnershipTransitions = {
  apply: { from: ['none'], to: 'requested', side: 'either' },
  approve: { from: ['requested'], to: 'partner', side: 'recipient' },
  refuse: { from: ['requested'], to: 'none', side: 'recipient' },
  cancel: { from: ['requested'], to: 'none', side: 'requester' },
  remove: { from: ['partner'], to: 'none', side: 'either' },
} as const satisfies Record<
  string,
  { from: readonly PartnershipStatus[]; to: PartnershipStatus; side: PartnershipSide }
>

export type PartnershipAction = keyof typeof partnershipTransitions

/** Returns the type of organization that can be a partner of the given type; undefined if there is none. */
export function partnerTypeOf(businessType: BusinessType): BusinessType | undefined {
  if (businessType === businessTypes.clinic) return businessTypes.lab
  return businessType === businessTypes.lab ? businessTypes.clinic : undefined
}
