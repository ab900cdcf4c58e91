import { businessTypes, type ManagedUser, manageUserRoutes } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { accountValues, useAccountFields } from '../../ui/account-fields.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Manage.module.css'
import { OrganizationSelect } from './OrganizationSelect.tsx'

/** Makes an account in any organization; its owner is mailed a link to set a password. */
export function CreateUserDialog({ isOpen, onClose }: DialogProps<ManagedUser, 'create'>) {
  const t = useTexts('manage.user.create')
  const manage = useTexts('manage')
  const common = useTexts('common')
  const fields = useAccountFields({ rightsHelp: t('rightsHelp') })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
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
            label={common('label.organization')}
            value={values.organizationId || null}
            error={errors.organizationId}
            isFit={(one) => one.businessType !== businessTypes.person}
            onChange={(id) => setFieldValue('organizationId', id ?? '')}
          />
        ),
        fields.name,
        { name: 'email', label: common('label.email'), help: t('emailHelp'), as: 'email' },
        { className: css.managePair, fields: fields.numbers },
        ...fields.boxes,
      ]}
      done={({ name, email }) => manage('created', { name, email })}
    />
  )
}
