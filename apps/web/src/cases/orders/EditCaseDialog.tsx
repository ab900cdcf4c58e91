import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { CaseFields, CaseSchema, type CaseValues } from './CaseFields.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

/** Corrects what the clinic filled in, while the case is still with the clinic. */
export function EditCaseDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.edit')
  const { type, patientName, doctor, scanDate, deliveryOn, equipmentNumber, softwareVersion } = order
  const initial: CaseValues = {
    type,
    patientName,
    doctor,
    scanDate,
    deliveryOn,
    equipmentNumber,
    softwareVersion,
    otherRequirements: order.otherRequirements,
    remark: order.remark,
  }
  const form = useContractForm({
    schema: CaseSchema,
    initial,
    draft: `case.${order.id}.${order.version}`,
  })
  const write = useOrderWrite('orders.update', {
    orderId: order.id,
    form: { showFields: (fields) => form.showFields(withoutPrefix(fields)) },
    onConflict: onClose,
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={t('confirm')}
      widthPx={560}
      isBusy={write.isBusy}
      onSubmit={form.submit(async (draft) => {
        if (!(await write.send({ body: { id: order.id, version: order.version, draft } }))) return
        form.forgetDraft()
        onClose()
      })}
    >
      <CaseFields form={form} />
    </FormDialog>
  )
}

/** The call names its fields `draft.patientName`, the form `patientName`. */
export const withoutPrefix = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.replace(/^draft\./, ''), text]))
