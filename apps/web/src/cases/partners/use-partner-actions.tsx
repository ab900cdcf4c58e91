import type { Partner } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import type { PressPartner } from './PartnerButtons.tsx'

type DialogAction = 'apply' | 'refuse' | 'remove'

const dialogs = {
  apply: dialogOf(() => import('./ApplyDialog.tsx').then((file) => file.ApplyDialog)),
  refuse: dialogOf(() => import('./RemoveDialog.tsx').then((file) => file.RefuseDialog)),
  remove: dialogOf(() => import('./RemoveDialog.tsx').then((file) => file.RemoveDialog)),
} as const satisfies Record<DialogAction, unknown>

/**
 * Runs the actions on partners. Approving and cancelling an application need no dialog.
 * @returns `press` for the buttons; `dialog` to render in the page; `isAsking` is true while the dialog is open
 */
export function usePartnerActions() {
  const t = useTexts('partners')
  const { send: answer } = useWriteNotice('partners.answer')
  const { send: cancel } = useWriteNotice('partners.cancel')
  const { press: open, dialog, isOpen } = useDialogs<Partner, DialogAction>(dialogs)
  const press = useCallback<PressPartner>(
    (action, partner) => {
      const { organizationId, name } = partner
      if (action === 'approve')
        void answer({ body: { organizationId, approve: true } }, t('apply.partner', { name }))
      else if (action === 'cancel') void cancel({ body: { organizationId } }, t('cancel.done', { name }))
      else open(action, partner)
    },
    [answer, cancel, open, t],
  )
  return { press, dialog, isAsking: isOpen }
}
