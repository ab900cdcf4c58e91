import { businessTypes, type ManagedUser, manageUserRoutes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { accountValues, useAccountFields } from '../../ui/account-fields.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Manage.module.css'
import { OrganizationSelect } from './OrganizationSelect.tsx'

/** Creates an account in any organization. The new user gets a mail with a link to set a password. */
export function CreateUser(frame: DialogProps<ManagedUser, 'create'>) {
  const t = useTexts('manage.user.create')
  const texts = useTexts()
  const fields = useAccountFields({ rightsHelp: t('rightsHelp') })
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={560}
      call="manage.createUser"
      rules={manageUserRoutes['manage.createUser'].body.shape}
      initial={{ organizationId: '', email: '', ...accountValues() }}
      draft="manage.user"
      fields={[
        ({ values, errors, setFieldValue }) => (
          <OrganizationSelect
            label={texts('common.label.organization')}
            value={values.organizationId || null}
            error={errors.organizationId}
            isOffered={(one) => one.businessType !== businessTypes.person}
            onChange={(id) => setFieldValue('organizationId', id ?? '')}
          />
        ),
        fields.name,
        { name: 'email', label: texts('common.label.email'), help: t('emailHelp'), as: 'email' },
        { className: css.pair, fields: fields.numbers },
        ...fields.boxes,
      ]}
      done={({ name, email }) => texts('manage.created', { name, email })}
    />
  )
}

/** Edits a user. A new email address becomes valid when the user has confirmed it. */
export function EditUser({ subject, ...frame }: DialogProps<ManagedUser, 'edit'>) {
  const t = useTexts('manage.user.editing')
  const texts = useTexts()
  // Without `rightsHelp` the form has no administrator checkbox. Individuals have no administrators.
  const fields = useAccountFields({
    rightsHelp: subject && subject.businessType !== businessTypes.person ? t('rightsHelp') : undefined,
  })
  if (!subject) return null
  const isNewEmail = (email: string) => email !== subject.email
  return (
    <FormDialog
      {...frame}
      title={texts('common.label.editOf', { name: subject.name })}
      confirm={texts('common.do.save')}
      widthPx={560}
      call="manage.updateUser"
      rules={manageUserRoutes['manage.updateUser'].body.shape}
      initial={{ ...accountValues(subject), email: subject.email }}
      input={({ email, ...values }) => ({
        body: { id: subject.id, ...values, ...(isNewEmail(email) ? { email } : {}) },
      })}
      fields={[
        fields.name,
        { name: 'email', label: texts('common.label.email'), help: t('emailHelp'), as: 'email' },
        { className: css.pair, fields: fields.numbers },
        ...fields.boxes,
      ]}
      done={(_, { name, email }) =>
        isNewEmail(email) ? t('moved', { name, email }) : texts('common.savedName', { name })
      }
    />
  )
}
