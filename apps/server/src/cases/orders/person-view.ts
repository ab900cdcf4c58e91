import type { Order, OrderParty, TimelineEntry, TimelineKind } from '@pontic/contract'
import type { OrderSide } from '../access/order-side.shared.ts'

type Party = OrderSide['party']

/** An order as a side reads it: communication between clinic and laboratory is hidden from individuals. */
export function visibleOrder(party: Party, order: Order): Order {
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

/** The laboratory as a side reads it: individuals see only its name, because they contact their clinic. */
export function visibleLab(party: Party, lab: OrderParty | null): OrderParty | null {
  return party === 'person' && lab !== null ? { ...lab, address: '', phone: '', email: '' } : lab
}

/** Timeline entries visible to individuals: the progress of the case. */
const personKinds = [
  'register',
  'finishUpload',
  'declareNoScans',
  'send',
  'accept',
  'ship',
  'complete',
] as const satisfies TimelineKind[]

/** Timeline entries visible to the clinic only. */
const clinicKinds = ['share', 'unshare'] as const satisfies TimelineKind[]

/** The timeline entries visible to a side, without notes meant for others. */
export function visibleTimeline(party: Party, entries: readonly TimelineEntry[]): TimelineEntry[] {
  if (party === 'lab') return entries.filter(({ kind }) => !isAmong(clinicKinds, kind))
  if (party !== 'person') return [...entries]
  return entries
    .filter(({ kind }) => isAmong(personKinds, kind))
    .map((entry) => ({ ...entry, by: '', note: '', reason: null }))
}

const isAmong = (kinds: readonly TimelineKind[], kind: TimelineKind) => kinds.includes(kind)
