import type { Order, OrderParty, TimelineEntry, TimelineKind } from '@pontic/contract'
import type { OrderSide } from './order-side.service.ts'

type Party = OrderSide['party']

/** An order as a side reads it: what clinic and laboratory say to each other is not for the individual whom it is shared with. */
export function showOrder(party: Party, order: Order): Order {
  if (party !== 'person') return order
  return {
    ...order,
    remark: '',
    trackingNote: '',
    operator: '',
    senderOperator: '',
    updater: '',
    questionOpenSince: null,
    questionWaitsFor: null,
    isSendWaiting: false,
  }
}

/** The laboratory as a side reads it: an individual asks his clinic, and learns no more than the name. */
export function showLab(party: Party, lab: OrderParty | null): OrderParty | null {
  return party === 'person' && lab !== null ? { ...lab, address: '', phone: '', email: '' } : lab
}

/** Steps that an individual is told: where his case is. */
const personKinds = [
  'register',
  'finishUpload',
  'declareNoScans',
  'send',
  'accept',
  'ship',
  'complete',
] as const satisfies TimelineKind[]

/** Steps that are the clinic's own affair. */
const clinicKinds = ['share', 'unshare'] as const satisfies TimelineKind[]

/** The steps of an order that a side is told, without a word of what is not meant for it. */
export function showTimeline(party: Party, entries: readonly TimelineEntry[]): TimelineEntry[] {
  if (party === 'lab') return entries.filter(({ kind }) => !isAmong(clinicKinds, kind))
  if (party !== 'person') return [...entries]
  return entries
    .filter(({ kind }) => isAmong(personKinds, kind))
    .map((entry) => ({ ...entry, by: '', note: '', reason: null }))
}

const isAmong = (kinds: readonly TimelineKind[], kind: TimelineKind) => kinds.includes(kind)
