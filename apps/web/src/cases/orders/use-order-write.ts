import type { RouteName } from '@pontic/contract'
import { useCallback, useRef } from 'react'
import { type CallFailure, useWrite } from '../../frame/api.ts'
import { featureOf, markStale } from '../../frame/cache.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { portal } from '../../frame/session.ts'

const conflicts: readonly string[] = [
  'order.wrong_status',
  'order.changed',
  'order.not_found',
  'file.not_found',
  'order.on_hold',
  'question.wrong_state',
  'question.open',
]

/** Where a write of a case tells of its refusal. */
type Options = {
  orderId: string
  form?: { showFields: (fields: Record<string, string>) => void }
  /** The case is no longer what the user saw: the dialog has nothing left to ask. */
  onConflict?: () => void
}

/**
 * A write on a case. Where somebody else was quicker, the user is told what happened, by whom, and the case is read anew;
 * field messages go to the form, everything else to the global store.
 */
export function useOrderWrite<N extends RouteName>(name: N, options: Options) {
  const tellConflict = useConflictTeller()
  const latest = useRef(options)
  latest.current = options
  const write = useWrite(name, {
    onFailure: (failure) => {
      const { orderId, form, onConflict } = latest.current
      if (conflicts.includes(failure.key)) {
        onConflict?.()
        markStale('orders')
        void tellConflict(orderId, failure)
      } else if (form && Object.keys(failure.fields).length > 0) form.showFields({ ...failure.fields })
      else tellFailure(failure)
    },
  })
  const { send: sendPlain } = write
  const send = useCallback<typeof sendPlain>(
    async (input) => {
      const reply = await sendPlain(input)
      // What belongs to a case and is a feature of its own has changed the case too.
      if (reply !== undefined && featureOf(name) !== 'orders') markStale('orders')
      return reply
    },
    [sendPlain, name],
  )
  return { ...write, send }
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
