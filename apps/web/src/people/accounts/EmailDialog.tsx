import { Email } from '@pontic/contract'
import { clsx } from 'clsx'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import css from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { AccountDialogProps } from './use-sign-out-with-notice.ts'

// In this form the specification requires the message `email_format` for an empty or invalid address.
const rules = {
  email: z.pipe(z.string().check(z.refine((text) => Email.safeParse(text).success, 'email_format')), Email),
}

/** Sends a link to a new address. Opening the link changes the address of the account. */
export function EmailDialog({ subject: account, ...frame }: AccountDialogProps) {
  const t = useTexts('accounts.emailDialog')
  const common = useTexts('common')
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      confirm={common('do.sendLink')}
      call="accounts.sendModifyEmailEmail"
      rules={rules}
      initial={{ email: '' }}
      check={({ email }) => (email.trim().toLowerCase() === account.email ? { email: 'email_same' } : {})}
      lead={<p className={clsx(css.dialogNote, 'quiet')}>{t('text', { email: account.email })}</p>}
      fields={[{ name: 'email', label: t('email'), type: 'email', autoComplete: 'email' }]}
      done={(_, { email }) => t('done', { email })}
    />
  )
}
