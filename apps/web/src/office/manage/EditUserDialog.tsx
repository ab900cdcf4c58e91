import { businessTypes, type ManagedUser, manageUserRoutes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { accountValues, useAccountFields } from '../../ui/account-fields.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Manage.module.css'

/** Changes a user for the platform; another address holds once its owner has confirmed it. */
export function EditUserDialog({ subject, isOpen, onClose }: DialogProps<ManagedUser, 'edit'>) {
  const t = useTexts('manage.user.editing')
  const common = useTexts('common')
  // Individuals have no administrators.
  const fields = useAccountFields({
    rightsHelp: subject && subject.businessType !== businessTypes.person ? t('rightsHelp') : undefined,
  })
  if (!subject) return null
  const isMoved = (email: string) => email !== subject.email
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.editOf', { name: subject.name })}
      confirm={common('do.save')}
      widthPx={560}
      call="manage.updateUser"
      rules={manageUserRoutes['manage.updateUser'].body.shape}
      initial={{ ...accountValues(subject), email: subject.email }}
      input={({ email, ...values }) => ({
        body: { id: subject.id, ...values, ...(isMoved(email) ? { email } : {}) },
      })}
      fields={[
        fields.name,
        { name: 'email', label: common('label.email'), help: t('emailHelp'), as: 'email' },
        { className: css.managePair, fields: fields.numbers },
        ...fields.boxes,
      ]}
      done={(_, { name, email }) =>
        isMoved(email) ? t('moved', { name, email }) : common('savedName', { name })
      }
    />
  )
}
