import { type BusinessType, businessTypes } from '../../permissions.ts'

/** The relation of two organizations (requirement 4.partnership). `none` is the absence of a row. */
export const partnershipStatuses = ['none', 'requested', 'partner'] as const
export type PartnershipStatus = (typeof partnershipStatuses)[number]

/** The same from one side: who has to answer. */
export const relations = ['none', 'applied', 'received', 'partner'] as const
export type Relation = (typeof relations)[number]

/** Who may take the action: either side, the one who applied, the one who was asked. */
export type PartnershipSide = 'either' | 'requester' | 'recipient'

/** Transitions of a partnership (rules §8). Applying to an applicant creates the partnership. */
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

/** The type of organization that can be the caller's partner; undefined if none can. */
export function partnerTypeOf(businessType: BusinessType): BusinessType | undefined {
  if (businessType === businessTypes.clinic) return businessTypes.lab
  return businessType === businessTypes.lab ? businessTypes.clinic : undefined
}
