import { TextInput } from '@mantine/core'
import { limits } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { GivenEmail } from '../../ui/form-fields.ts'

/** What the mail is for: a link to reset the password, or to verify the address once more. */
export type MailPurpose = 'forgot' | 'resend'

const purposes = {
  forgot: {
    call: 'accounts.sendPwdResetEmail',
    hours: limits.passwordResetHours,
    title: 'screens.resetPassword',
    text: 'session.forgotDialog.text',
    confirm: 'common.do.sendLink',
    done: 'session.forgotDialog.done',
  },
  resend: {
    call: 'accounts.sendVerifyEmailAgain',
    hours: limits.emailVerificationHours,
    title: 'session.resend',
    text: 'session.resendDialog.text',
    confirm: 'session.resendDialog.confirm',
    done: 'session.resendDialog.done',
  },
} as const

const EmailForm = z.strictObject({ email: GivenEmail })

/** Which dialog is open, and the address it starts with. */
export type EmailDialogProps = {
  purpose: MailPurpose
  email: string
  isOpen: boolean
  onClose: () => void
  /** Told what may have happened; never whether the address has an account (requirement 8.success.reset). */
  onDone: (sentence: string) => void
}

/** Asks for the address that a mail goes to. */
export function EmailDialog({ purpose, email, isOpen, onClose, onDone }: EmailDialogProps) {
  const { call, hours, ...texts } = purposes[purpose]
  const t = useTexts()
  const form = useContractForm({ schema: EmailForm, initial: { email } })
  const write = useWrite(call, { form })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(texts.title)}
      confirm={t(texts.confirm)}
      isBusy={write.isBusy}
      onSubmit={form.submit(async (values) => {
        if (!(await write.send({ body: values }))) return
        onDone(t(texts.done, { email: values.email, hours }))
        onClose()
      })}
    >
      <p className="quiet">{t(texts.text)}</p>
      <TextInput
        label={t('common.label.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  )
}
