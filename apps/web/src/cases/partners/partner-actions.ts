import {
  type PartnershipAction,
  type PartnershipSide,
  type PartnershipStatus,
  partnershipTransitions,
  type Relation,
} from '@pontic/contract'

const standings: Readonly<Record<Relation, { status: PartnershipStatus; side: PartnershipSide }>> = {
  none: { status: 'none', side: 'either' },
  applied: { status: 'requested', side: 'requester' },
  received: { status: 'requested', side: 'recipient' },
  partner: { status: 'partner', side: 'either' },
}

/** What can be done from where the two organizations stand, by the contract's transitions; the wanted one first. */
export function actionsOf(relation: Relation): PartnershipAction[] {
  const standing = standings[relation]
  return (Object.keys(partnershipTransitions) as PartnershipAction[]).filter((action) => {
    const { from, side }: { from: readonly PartnershipStatus[]; side: PartnershipSide } =
      partnershipTransitions[action]
    return from.includes(standing.status) && (side === 'either' || side === standing.side)
  })
}
