import type { RouteName } from '@pontic/contract'
import { type CallFailure, useWrite, type WriteOptions } from '../../../frame/api.ts'
import { markStale } from '../../../frame/cache.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { portal } from '../../../frame/session.ts'

const conflicts: readonly string[] = [
  'order.wrong_status',
  'order.changed',
  'order.not_found',
  'file.not_found',
  'order.on_hold',
  'question.wrong_state',
  'question.open',
]

/**
 * What a write on a case does beside the usual: the case becomes stale; where somebody else was quicker, a notice says what
 * happened and who did it, and the case is read again.
 * @param onConflict the case is no longer what the user saw: the dialog has nothing left to ask
 */
export function useCaseWrite(orderId: string, onConflict?: () => void): Omit<WriteOptions, 'form'> {
  const tellConflict = useConflictTeller()
  return {
    stale: ['orders'],
    onFailure: (failure) => {
      if (!conflicts.includes(failure.key)) return false
      onConflict?.()
      markStale('orders')
      void tellConflict(orderId, failure)
    },
  }
}

/** A write on a case, with the rules of `useCaseWrite`. */
export function useOrderWrite<N extends RouteName>(
  name: N,
  options: Pick<WriteOptions, 'form'> & { orderId: string; onConflict?: () => void },
) {
  const { orderId, onConflict, ...form } = options
  return useWrite(name, { ...useCaseWrite(orderId, onConflict), ...form })
}

/** Tells of a refusal in the global store. */
export function tellFailure(failure: CallFailure): void {
  // The guard leads to the sign-in; a second message would be noise.
  if (failure.key === 'request.unauthenticated') return
  showNotice({ level: 'error', text: failure.message, requestId: failure.requestId })
}

function useConflictTeller() {
  const t = useTexts('orders')
  const step = useTexts('order.timeline')
  return async (orderId: string, failure: CallFailure) => {
    const found = await portal.call('orders.get', { params: { id: orderId } }).catch(() => undefined)
    const last = found?.timeline.at(-1)
    if (!last) return tellFailure(failure)
    const who = last.organizationName ? `${last.by}, ${last.organizationName}` : last.by
    showNotice({ level: 'warning', text: t('conflict', { what: step(last.kind), who }) })
  }
}
