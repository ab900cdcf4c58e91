import { OrderDraft } from '@pontic/contract'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { CaseFields } from '../CaseFields.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

/** Corrects what the clinic filled in, while the case is still with the clinic. */
export function EditCaseDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.edit')
  const { id, version, number, type, patientName, doctor, scanDate, deliveryOn } = order
  const { equipmentNumber, softwareVersion, otherRequirements, remark } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      widthPx={560}
      call="orders.update"
      {...useCaseWrite(id, onClose)}
      rules={OrderDraft.shape}
      initial={{
        type,
        patientName,
        doctor,
        scanDate,
        deliveryOn,
        equipmentNumber,
        softwareVersion,
        otherRequirements,
        remark,
      }}
      draft={`case.${id}.${version}`}
      input={(draft) => ({ body: { id, version, draft } })}
      fields={[(form) => <CaseFields form={form} />]}
    />
  )
}
