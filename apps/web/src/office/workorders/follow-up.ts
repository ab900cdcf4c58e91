import { limits, type WorkOrderDetail } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { currentSession } from '../../frame/session.ts'
import { draftKey, readStored, writeStored } from '../../frame/stored.ts'

/** Returns the name of the draft of a new request. @param follows id of the earlier request, if the new one is a follow-up */
export const draftName = (follows: string | undefined): string =>
  follows === undefined ? 'workorder' : `workorder.${follows}`

/**
 * Returns a function that starts a follow-up to an unresolved request (requirement 4.workorder.confirm). It stores a
 * draft with the text of the earlier request, unless there is a draft of this follow-up already, and opens the draft in the dialog
 * of a new request.
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
      void navigate({ to: '/work/list', search: { new: workOrder.id } })
    },
    [navigate, t],
  )
}
