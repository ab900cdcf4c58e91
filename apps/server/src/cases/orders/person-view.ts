import type { Order, OrderParty, TimelineEntry, TimelineKind } from '@pontic/contract'
import type { OrderSide } from '../access/order-side.shared.ts'

type Party = OrderSide['party']

/** Removes the communication between clinic and laboratory from an order that an individual reads. */
export function visibleOrder(party: Party, order: Order): Order {
  if (party !== 'person') return order
  return {
    ...order,
    remark: '',
    trackingNote: '',
    operator: '',
    senderOperator: '',
    updater: '',
    proposedOn: null,
    questionOpenSince: null,
    questionWaitsFor: null,
    isSendWaiting: false,
  }
}

/** Removes the contact details of the laboratory for individuals, because they contact their clinic. */
export function visibleLab(party: Party, lab: OrderParty | null): OrderParty | null {
  return party === 'person' && lab !== null ? { ...lab, address: '', phone: '', email: '' } : lab
}

/** Kinds of timeline entries that individuals see: the progress of the case. */
const personKinds = [
  'register',
  'finishUpload',
  'declareNoScans',
  'send',
  'accept',
  'ship',
  'complete',
] as const satisfies TimelineKind[]

/** Kinds of timeline entries that laboratories do not see. */
const clinicKinds = ['share', 'unshare'] as const satisfies TimelineKind[]

/** Returns the timeline entries that a side may see. Individuals see no authors, notes and reasons. */
export function visibleTimeline(party: Party, entries: readonly TimelineEntry[]): TimelineEntry[] {
  if (party === 'lab') return entries.filter(({ kind }) => !isAmong(clinicKinds, kind))
  if (party !== 'person') return [...entries]
  return entries
    .filter(({ kind }) => isAmong(personKinds, kind))
    .map((entry) => ({ ...entry, by: '', note: '', reason: null }))
}

const isAmong = (kinds: readonly TimelineKind[], kind: TimelineKind) => kinds.includes(kind)
