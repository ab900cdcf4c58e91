import { businessTypes } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import type { PartnerDialogProps } from './use-partner-actions.tsx'

/** Ends a partnership, and says what becomes of the cases between the two (decisions §8). */
export function RemoveDialog({ partner, isOpen, onClose }: PartnerDialogProps) {
  const t = useTexts('partners.remove')
  const write = useWrite('partners.remove')
  const { organizationId, name, openOrders } = partner
  const isOtherLab = partner.businessType === businessTypes.lab
  const confirm = async () => {
    const isDone = await write.send({ body: { organizationId } })
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
      <p>{t('orders', { count: openOrders })}</p>
      {openOrders > 0 && (
        <ul className="partner-remains">
          <li>{t(isOtherLab ? 'pendingClinic' : 'pendingLab')}</li>
          <li>{t('running')}</li>
        </ul>
      )}
      <p>{t('after', { name })}</p>
    </ConfirmDialog>
  )
}
