import { limits } from '@pontic/contract'
import { useTexts } from '../../../frame/i18n.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'

/**
 * Asks whether to keep or discard a draft.
 * @param props.orderNumber number of the registered case, which is discarded, too
 */
export function DiscardDraftDialog(props: {
  patientName: string
  orderNumber: string | undefined
  isOpen: boolean
  onStay: () => void
  onKeep: () => void
  onDiscard: () => unknown
}) {
  const t = useTexts('orders.drafts')
  const patient = props.patientName.trim()
  const { orderNumber } = props
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={props.onStay}
      title={t('question')}
      confirm={t('discard')}
      isDangerous
      other={{ label: t('keep'), onSelect: props.onKeep }}
      onConfirm={props.onDiscard}
    >
      <p>{patient === '' ? t('questionText') : t('questionTextOf', { patient })}</p>
      {orderNumber !== undefined && <p>{t('questionCase', { number: orderNumber })}</p>}
      <p className="quiet">{t('keepText', { days: limits.caseDraftDays })}</p>
    </ConfirmDialog>
  )
}
