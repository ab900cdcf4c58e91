import { Textarea } from '@mantine/core'
import { orderRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

const RemarkForm = z.strictObject({ remark: orderRoutes['orders.remark'].body.shape.remark })

/** Changes the remark that both parties see. */
export function RemarkDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.remark')
  const orders = useTexts('orders')
  const form = useContractForm({
    schema: RemarkForm,
    initial: { remark: order.remark },
    // A remark that was changed since is another text: its draft is not this one's.
    draft: `remark.${order.id}.${order.version}`,
  })
  const write = useOrderWrite('orders.remark', { orderId: order.id, form, onConflict: onClose })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ remark }) => {
        if (!(await write.send({ body: { id: order.id, version: order.version, remark } }))) return
        form.forgetDraft()
        onClose()
      })}
    >
      <Textarea
        label={orders('columns.remark')}
        description={t('help')}
        autosize
        minRows={4}
        maxRows={10}
        data-autofocus
        {...form.getInputProps('remark')}
      />
    </FormDialog>
  )
}
