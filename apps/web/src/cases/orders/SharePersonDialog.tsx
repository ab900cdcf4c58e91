import { Checkbox, TextInput } from '@mantine/core'
import { limits, type Order } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { ConfirmDialog, FormDialog } from '../../ui/Dialog.tsx'
import { GivenEmail } from '../../ui/form-fields.ts'
import { useOrderWrite } from './use-order-write.ts'

const ShareForm = z.strictObject({ email: GivenEmail, download: z.boolean() })

type DialogProps = { order: Order; isOpen: boolean; onClose: () => void }

/** Shares a case with an individual by his address; what comes of it is the same for every address. */
export function SharePersonDialog({ order, isOpen, onClose }: DialogProps) {
  const t = useTexts('shares.dialog')
  const form = useContractForm({ schema: ShareForm, initial: { email: '', download: false } })
  const write = useOrderWrite('orders.share', { orderId: order.id, form, onConflict: onClose })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={t('confirm')}
      widthPx={480}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ email, download }) => {
        if (!(await write.send({ body: { id: order.id, email, download } }))) return
        form.reset()
        onClose()
        showNotice({ level: 'info', text: t('done', { email }) })
      })}
    >
      <p className="quiet dialog-note">{t('text', { days: limits.invitationDays })}</p>
      <p className="quiet dialog-note">{t('sees')}</p>
      <TextInput
        label={t('email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Checkbox
        label={t('download')}
        description={t('downloadHint')}
        {...form.getInputProps('download', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

/** Asks before a case closes for an address. */
export function EndShareDialog({ order, email, isOpen, onClose }: DialogProps & { email: string }) {
  const t = useTexts('shares.end')
  const shares = useTexts('shares')
  const write = useOrderWrite('orders.unshare', { orderId: order.id, onConflict: onClose })
  const end = async () => {
    if (!(await write.send({ body: { id: order.id, email } }))) return
    onClose()
    showNotice({ level: 'info', text: t('done', { email }) })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={shares('stop')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={() => void end()}
    >
      <p>{t('text', { number: order.number, email })}</p>
    </ConfirmDialog>
  )
}
