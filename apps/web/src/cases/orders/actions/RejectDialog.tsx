import { orderRoutes, rejectReasons } from '@pontic/contract'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

/** Rejects a case with a coded reason and what the clinic has to do. */
export function RejectDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.reject')
  const common = useTexts('common')
  const reasons = useTexts('order.reason')
  const { id, version, number } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      isDangerous
      call="orders.reject"
      {...useCaseWrite(id, onClose)}
      rules={orderRoutes['orders.reject'].body.shape}
      initial={{ reason: '', note: '' }}
      draft={`reject.${id}`}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        {
          name: 'reason',
          label: common('label.reason'),
          as: 'select',
          choose: t('choose'),
          options: rejectReasons.map((value) => ({ value, label: reasons(value) })),
        },
        { name: 'note', label: t('note'), help: t('noteHelp', { clinic: order.clinicName }), as: 'area' },
      ]}
    />
  )
}
