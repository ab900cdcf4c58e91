import { TextInput } from '@mantine/core'
import { Email } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { AccountDialogProps } from './use-leaving.ts'

// An empty or malformed address has its own message (requirement 8.text.The-email-is-empty-or-in).
const EmailForm = z.strictObject({
  email: z.pipe(z.string().check(z.refine((text) => Email.safeParse(text).success, 'email_format')), Email),
})

/** Another address; it counts once the link that is mailed there was opened (requirement 5.email.change). */
export function EmailDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const t = useTexts('accounts.emailDialog')
  const common = useTexts('common')
  const form = useContractForm({
    schema: EmailForm,
    initial: { email: '' },
    check: ({ email }) =>
      email.trim().toLowerCase() === account.email ? { email: 'email_same' as const } : {},
  })
  const write = useWrite('accounts.sendModifyEmailEmail', { form })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={common('do.sendLink')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ email }) => {
        if (!(await write.send({ body: { email } }))) return
        onClose()
        showNotice({ level: 'info', text: t('done', { email }) })
      })}
    >
      <p className="quiet dialog-note">{t('text', { email: account.email })}</p>
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="email"
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  )
}
