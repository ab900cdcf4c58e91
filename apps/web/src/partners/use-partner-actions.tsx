import type { Partner, PartnershipAction } from '@pontic/contract'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { showNotice } from '../ui/notices.ts'
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
 * @returns `press` for the buttons; `dialog` belongs into the page
 */
export function usePartnerActions(): { press: PressPartner; dialog: ReactNode } {
  const t = useTexts('partners')
  const answer = useWrite('partners.answer')
  const cancel = useWrite('partners.cancel')
  const [asked, ask] = useState<{ action: Asked; partner: Partner }>()
  const [isOpen, setOpen] = useState(false)
  const press: PressPartner = async (action, partner) => {
    const { organizationId, name } = partner
    if (isAsked(action)) {
      ask({ action, partner })
      setOpen(true)
    } else if (action === 'approve') {
      if (await answer.send({ body: { organizationId, approve: true } }))
        showNotice({ level: 'info', text: t('apply.partner', { name }) })
    } else if (await cancel.send({ body: { organizationId } })) {
      showNotice({ level: 'info', text: t('cancel.done', { name }) })
    }
  }
  const Dialog = asked && dialogs[asked.action]
  const dialog = Dialog && (
    <Dialog
      key={`${asked.action} ${asked.partner.organizationId}`}
      partner={asked.partner}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
    />
  )
  return { press, dialog }
}

/** What the dialogs of partners are given. */
export type PartnerDialogProps = { partner: Partner; isOpen: boolean; onClose: () => void }
