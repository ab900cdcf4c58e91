import { TextInput } from '@mantine/core'
import { memberRoutes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { accountValues, useAccountFields } from '../../ui/account-fields.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { MemberDialogProps } from './member-actions.ts'

/** Changes name, license, telephone, rights and notifications of a member. Only members themselves can change their address. */
export function EditMemberDialog({ subject: member, isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.edit')
  const common = useTexts('common')
  const words = useTexts('members.fields')
  const isOwn = useSession()?.account_id === member?.id
  const fields = useAccountFields({
    rightsHelp: words(isOwn ? 'isAdministratorOwn' : 'isAdministratorHelp'),
    hasFixedRights: isOwn,
    marksOptional: true,
  })
  if (!member) return null
  const { id, name, email } = member
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.editOf', { name })}
      confirm={common('do.save')}
      widthPx={520}
      call="members.update"
      rules={memberRoutes['members.update'].body.shape}
      initial={accountValues(member)}
      input={(values) => ({ body: { id, ...values } })}
      fields={[
        fields.name,
        () => <TextInput label={common('label.email')} description={t('emailHelp')} value={email} readOnly />,
        ...fields.numbers,
        ...fields.boxes,
      ]}
      done={(_, values) => common('savedName', { name: values.name })}
    />
  )
}
