import { passwordDigest } from '@pontic/client'
import { limits, NewPassword } from '@pontic/contract'
import { useTexts } from '../frame/i18n.tsx'
import { FormDialog } from './FormDialog.tsx'

/** Sets the password of another user. They are signed out everywhere and must choose a new password at the next sign-in. */
export function SetPasswordDialog(props: {
  subject: { id: string; name: string } | undefined
  call: 'members.update' | 'manage.updateUser'
  isOpen: boolean
  onClose: () => void
}) {
  const t = useTexts('members.password')
  const common = useTexts('common')
  if (!props.subject) return null
  const { id, name } = props.subject
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      call={props.call}
      rules={{ password: NewPassword }}
      initial={{ password: '' }}
      input={({ password }) => ({ body: { id, password: passwordDigest(password) } })}
      lead={t('text')}
      fields={[
        {
          name: 'password',
          label: common('label.newPassword'),
          help: t('help', { min: limits.passwordLengthMin, max: limits.passwordLengthMax }),
          type: 'password',
          autoComplete: 'new-password',
        },
      ]}
      done={t('done', { name })}
    />
  )
}
