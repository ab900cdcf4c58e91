import { passwordDigest } from '@pontic/client'
import { limits, memberRoutes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { accountValues, useAccountFields } from '../../ui/account-fields.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { OptionalPassword } from '../../ui/form-fields.ts'
import type { MemberDialogProps } from './member-actions.ts'

const rules = { ...memberRoutes['members.create'].body.shape, password: OptionalPassword }

/** Creates an account in the user's organization. Without a password the member gets a mail with a link to set one. */
export function CreateMemberDialog({ isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.create')
  const common = useTexts('common')
  const words = useTexts('members.fields')
  const fields = useAccountFields({ rightsHelp: words('isAdministratorHelp'), marksOptional: true })
  const lengths = { min: limits.passwordLengthMin, max: limits.passwordLengthMax }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={520}
      call="members.create"
      rules={rules}
      initial={{ ...accountValues(), email: '', password: '' }}
      draft="member"
      secrets={['password']}
      input={({ password, ...member }) => ({
        body: password === '' ? member : { ...member, password: passwordDigest(password) },
      })}
      fields={[
        fields.name,
        { name: 'email', label: common('label.email'), as: 'email' },
        {
          name: 'password',
          label: words('password'),
          help: t('passwordHelp', lengths),
          type: 'password',
          autoComplete: 'new-password',
        },
        ...fields.numbers,
        ...fields.boxes,
      ]}
      done={({ name, email }) => t('done', { name, email })}
    />
  )
}
