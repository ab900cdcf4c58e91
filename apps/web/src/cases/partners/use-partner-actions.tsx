import type { Partner, PartnershipAction } from '@pontic/contract'
import { type ReactNode, useCallback, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import type { PressPartner } from './PartnerButtons.tsx'
import { RefuseDialog } from './RefuseDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

const dialogs = { apply: ApplyDialog, refuse: RefuseDialog, remove: RemoveDialog } as const
type Asked = keyof typeof dialogs

const isAsked = (action: PartnershipAction): action is Asked => Object.hasOwn(dialogs, action)

/**
 * Does what was pressed on a partner: approving and taking back at once, the others after their dialog. Who was slower
 * than the other side is told, and sees the new state.
 * @returns `press` for the buttons; `dialog` belongs into the page; `isAsking` while it is open
 */
export function usePartnerActions(): { press: PressPartner; dialog: ReactNode; isAsking: boolean } {
  const t = useTexts('partners')
  const { send: answer } = useWrite('partners.answer')
  const { send: cancel } = useWrite('partners.cancel')
  const [asked, ask] = useState<{ action: Asked; partner: Partner; press: number }>()
  const [isOpen, setOpen] = useState(false)
  const press = useCallback<PressPartner>(
    async (action, partner) => {
      const { organizationId, name } = partner
      if (isAsked(action)) {
        ask((last) => ({ action, partner, press: (last?.press ?? 0) + 1 }))
        setOpen(true)
      } else if (action === 'approve') {
        if (await answer({ body: { organizationId, approve: true } }))
          showNotice({ level: 'info', text: t('apply.partner', { name }) })
      } else if (await cancel({ body: { organizationId } })) {
        showNotice({ level: 'info', text: t('cancel.done', { name }) })
      }
    },
    [answer, cancel, t],
  )
  const Dialog = asked && dialogs[asked.action]
  const dialog = Dialog && (
    <Dialog key={asked.press} partner={asked.partner} isOpen={isOpen} onClose={() => setOpen(false)} />
  )
  return { press, dialog, isAsking: isOpen }
}
