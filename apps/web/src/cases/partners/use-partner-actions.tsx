import type { Partner } from '@pontic/contract'
import { type ReactNode, useCallback } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import type { PressPartner } from './PartnerButtons.tsx'

type Asked = 'apply' | 'refuse' | 'remove'

const dialogs = {
  apply: dialogOf(() => import('./ApplyDialog.tsx').then((file) => file.ApplyDialog)),
  refuse: dialogOf(() => import('./RemoveDialog.tsx').then((file) => file.RefuseDialog)),
  remove: dialogOf(() => import('./RemoveDialog.tsx').then((file) => file.RemoveDialog)),
} as const satisfies Record<Asked, unknown>

/**
 * Does what was pressed on a partner: approving and taking back at once, the others after their dialog. A notice tells
 * whoever was slower than the other side, and the new state is shown.
 * @returns `press` for the buttons; `dialog` belongs into the page; `isAsking` while it is open
 */
export function usePartnerActions(): { press: PressPartner; dialog: ReactNode; isAsking: boolean } {
  const t = useTexts('partners')
  const { send: answer } = useWrite('partners.answer')
  const { send: cancel } = useWrite('partners.cancel')
  const { press: open, dialog, isOpen } = useDialogs<Partner, Asked>(dialogs)
  const press = useCallback<PressPartner>(
    async (action, partner) => {
      const { organizationId, name } = partner
      if (action === 'approve') {
        if (await answer({ body: { organizationId, approve: true } }))
          showNotice({ level: 'info', text: t('apply.partner', { name }) })
      } else if (action === 'cancel') {
        if (await cancel({ body: { organizationId } }))
          showNotice({ level: 'info', text: t('cancel.done', { name }) })
      } else open(action, partner)
    },
    [answer, cancel, open, t],
  )
  return { press, dialog, isAsking: isOpen }
}
