import type { Order, RouteName } from '@pontic/contract'
import { createContext, useCallback, useRef } from 'react'
import { useWrite, type WriteOptions } from '../../../frame/api.ts'
import { markStale } from '../../../frame/cache.ts'
import type { CallFailure } from '../../../frame/failures.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { portal } from '../../../frame/session.ts'
import { startDownload } from '../../../ui/download.ts'

/** Props of a dialog about a case. */
export type CaseDialogProps = { order: Order; isOpen: boolean; onClose: () => void }

/**
 * Props of an action's dialog. `onDiscarded` is called after the case was discarded, because its page no longer exists. `day` is the
 * delivery day with which a dialog starts, if the user has chosen it on the board.
 */
export type ActionDialogProps = CaseDialogProps & { onDiscarded?: () => void; day?: string }

const conflicts: readonly string[] = [
  'order.wrong_status',
  'order.changed',
  'order.not_found',
  'file.not_found',
  'order.on_hold',
  'question.wrong_state',
  'question.open',
  'order.review_missing',
  'review.wrong_state',
]

/**
 * Returns the options of a write on a case. A successful write marks the data of cases as stale. If another user has changed the
 * case in the meantime, a notice names that user and the action, and the case is read again.
 * @param onConflict called after such a conflict, for example to close a dialog
 */
export function useCaseWrite(orderId: string, onConflict?: () => void): Omit<WriteOptions, 'form'> {
  const showConflict = useConflictNotice()
  return {
    stale: ['orders'],
    onFailure: conflictHandler((failure) => {
      onConflict?.()
      return showConflict(orderId, failure)
    }),
  }
}

const conflictHandler = (show: (failure: CallFailure) => Promise<void>) => (failure: CallFailure) => {
  if (!conflicts.includes(failure.key)) return false
  markStale('orders')
  void show(failure)
  return undefined
}

/** Returns the props that all form dialogs of a case share. A dialog closes if the case has changed meanwhile. */
export const useCaseDialog = ({ order, isOpen, onClose }: CaseDialogProps) => ({
  isOpen,
  onClose,
  ...useCaseWrite(order.id, onClose),
})

/** Returns `useWrite` of a call with the options of `useCaseWrite`. */
export function useOrderWrite<N extends RouteName>(
  name: N,
  options: Pick<WriteOptions, 'form'> & { orderId: string; onConflict?: () => void },
) {
  const { orderId, onConflict, ...form } = options
  return useWrite(name, { ...useCaseWrite(orderId, onConflict), ...form })
}

/** @returns a function that starts the download of one file, or of all files as a ZIP if `fileId` is null */
export function useDownload(orderId: string): (fileId: string | null) => Promise<void> {
  const ticket = useOrderWrite('files.createTicket', { orderId })
  return async (fileId) => {
    const reply = await ticket.send({ body: { id: orderId, fileId } })
    if (reply) startDownload(reply.path)
  }
}

/** Like {@link useDownload}, for the cases of a list. */
export function useDownloadOf(): (orderId: string, fileId: string | null) => Promise<void> {
  const showConflict = useConflictNotice()
  const asked = useRef('')
  const ticket = useWrite('files.createTicket', {
    stale: ['orders'],
    onFailure: conflictHandler((failure) => showConflict(asked.current, failure)),
  })
  const { send } = ticket
  return useCallback(
    async (orderId, fileId) => {
      asked.current = orderId
      const reply = await send({ body: { id: orderId, fileId } })
      if (reply) startDownload(reply.path)
    },
    [send],
  )
}

/** The result of {@link useDownloadOf}, for the buttons of all rows of a list. A write of its own in each row would take longer. */
export const RowDownload = createContext<ReturnType<typeof useDownloadOf>>(async () => undefined)

/** Shows a failure as a notice. */
export function showFailure(failure: CallFailure): void {
  // The router opens the sign-in page instead.
  if (failure.key === 'request.unauthenticated') return
  showNotice({ level: 'error', text: failure.message, requestId: failure.requestId })
}

function useConflictNotice() {
  const t = useTexts('orders')
  const step = useTexts('order.timeline')
  return async (orderId: string, failure: CallFailure) => {
    const found = await portal.call('orders.get', { params: { id: orderId } }).catch(() => undefined)
    const last = found?.timeline.at(-1)
    if (!last) return showFailure(failure)
    const who = last.organizationName ? `${last.by}, ${last.organizationName}` : last.by
    showNotice({ level: 'warning', text: t('conflict', { what: step(last.kind), who }) })
  }
}
