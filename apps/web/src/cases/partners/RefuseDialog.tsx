import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import type { PartnerDialogProps } from './PartnerButtons.tsx'

/** Refuses an application. */
export function RefuseDialog({ partner, isOpen, onClose }: PartnerDialogProps) {
  const t = useTexts('partners.refuse')
  const { send, isBusy } = useWrite('partners.answer')
  const { organizationId, name } = partner
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      isDangerous
      isBusy={isBusy}
      send={() => send({ body: { organizationId, approve: false } })}
      done={t('done', { name })}
    >
      <p>{t('text', { name })}</p>
    </AskDialog>
  )
}
