import { orderRoutes } from '@pontic/contract'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

/** Changes the remark that both parties see. */
export function RemarkDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.remark')
  const orders = useTexts('orders')
  const { id, number, version, remark } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      call="orders.remark"
      {...useCaseWrite(id, onClose)}
      rules={orderRoutes['orders.remark'].body.shape}
      initial={{ remark }}
      // The draft of a remark that was changed since belongs to another text.
      draft={`remark.${id}.${version}`}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        { name: 'remark', label: orders('columns.remark'), help: t('help'), as: 'area', rows: [4, 10] },
      ]}
    />
  )
}
