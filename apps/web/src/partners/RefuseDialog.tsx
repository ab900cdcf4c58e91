import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import type { PartnerDialogProps } from './use-partner-actions.tsx'

/** Refuses an application. */
export function RefuseDialog({ partner, isOpen, onClose }: PartnerDialogProps) {
  const t = useTexts('partners.refuse')
  const write = useWrite('partners.answer')
  const { organizationId, name } = partner
  const confirm = async () => {
    const isDone = await write.send({ body: { organizationId, approve: false } })
    onClose()
    if (isDone) showNotice({ level: 'info', text: t('done', { name }) })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('text', { name })}</p>
    </ConfirmDialog>
  )
}
