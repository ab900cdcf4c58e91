import {
  type PartnershipAction,
  type PartnershipSide,
  type PartnershipStatus,
  partnershipTransitions,
  type Relation,
} from '@pontic/contract'

const positions: Readonly<Record<Relation, { status: PartnershipStatus; side: PartnershipSide }>> = {
  none: { status: 'none', side: 'either' },
  applied: { status: 'requested', side: 'requester' },
  received: { status: 'requested', side: 'recipient' },
  partner: { status: 'partner', side: 'either' },
}

/** Returns the actions that the contract's transitions allow in a relation, in the order of the transition table. */
export function actionsOf(relation: Relation): PartnershipAction[] {
  const position = positions[relation]
  return (Object.keys(partnershipTransitions) as PartnershipAction[]).filter((action) => {
    const { from, side }: { from: readonly PartnershipStatus[]; side: PartnershipSide } =
      partnershipTransitions[action]
    return from.includes(position.status) && (side === 'either' || side === position.side)
  })
}
