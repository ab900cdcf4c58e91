import { NativeSelect, Textarea } from '@mantine/core'
import { orderRoutes, type RejectReason, rejectReasons } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

const { reason, note } = orderRoutes['orders.reject'].body.shape
const RejectForm = z.strictObject({ reason, note })

/** Rejects a case with a coded reason and what the clinic has to do. */
export function RejectDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.reject')
  const common = useTexts('common')
  const reasons = useTexts('order.reason')
  const form = useContractForm({
    schema: RejectForm,
    initial: { reason: '' as RejectReason, note: '' },
    draft: `reject.${order.id}`,
  })
  const write = useOrderWrite('orders.reject', { orderId: order.id, form, onConflict: onClose })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onSubmit={form.submit(async (values) => {
        if (!(await write.send({ body: { id: order.id, version: order.version, ...values } }))) return
        form.forgetDraft()
        onClose()
      })}
    >
      <NativeSelect
        label={common('label.reason')}
        data={[
          { value: '', label: t('choose'), disabled: true },
          ...rejectReasons.map((value) => ({ value, label: reasons(value) })),
        ]}
        withAsterisk
        {...form.getInputProps('reason')}
      />
      <Textarea
        label={t('note')}
        description={t('noteHelp', { clinic: order.clinicName })}
        autosize
        minRows={3}
        maxRows={8}
        withAsterisk
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
