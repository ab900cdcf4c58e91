import { Email, limits } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

/** Purpose of the mail: `forgot` sends a link that resets the password, `resend` a link that verifies the address. */
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

/** Props of {@link EmailDialog}. */
export type EmailDialogProps = {
  purpose: MailPurpose
  email: string
  isOpen: boolean
  onClose: () => void
  /** Called with a message that does not reveal whether the address has an account (requirement 8.success.reset). */
  onDone: (sentence: string) => void
}

/** Dialog that asks for an address and sends the mail of `purpose` to it. */
export function EmailDialog({ purpose, email, isOpen, onClose, onDone }: EmailDialogProps) {
  const { call, hours, ...texts } = purposes[purpose]
  const t = useTexts()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(texts.title)}
      confirm={t(texts.confirm)}
      call={call}
      rules={{ email: Email }}
      initial={{ email }}
      lead={<p className="quiet">{t(texts.text)}</p>}
      fields={[
        {
          name: 'email',
          label: t('common.label.email'),
          as: 'email',
          autoComplete: 'email',
          hasFocus: true,
        },
      ]}
      onDone={(_, typed) => onDone(t(texts.done, { email: typed.email, hours }))}
    />
  )
}
