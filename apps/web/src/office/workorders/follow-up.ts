import { limits, type WorkOrderDetail } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { currentSession } from '../../frame/session.ts'
import { draftKey, readStored, writeStored } from '../../frame/stored.ts'

/** Name of what is typed for a new request; a follow-up to another one has its own. */
export const draftName = (follows: string | undefined): string =>
  follows === undefined ? 'workorder' : `workorder.${follows}`

/**
 * Begins a new request with the text of one that was not resolved (requirement 4.workorder.confirm). What was typed for it before stays.
 * @returns opens the list with the dialog
 */
export function useFollowUp(): (detail: WorkOrderDetail) => void {
  const t = useTexts('support.create')
  const navigate = useNavigate()
  return useCallback(
    ({ workOrder, content, contactPhone }) => {
      const key = draftKey(currentSession()?.account_id, draftName(workOrder.id))
      const text = `${t('again', { number: workOrder.number })}\n${content}`
      const draft = {
        typeId: workOrder.type.id,
        priority: workOrder.priority,
        title: workOrder.title,
        requestNumber: workOrder.requestNumber ?? '',
        contactPhone: contactPhone ?? '',
        content: text.slice(0, limits.workOrderContentLengthMax),
        imageId: null,
      }
      if (readStored(key, 'session') === undefined) writeStored(key, draft, 'session')
      void navigate({ to: '/work/list', search: { new: workOrder.id } as never })
    },
    [navigate, t],
  )
}
