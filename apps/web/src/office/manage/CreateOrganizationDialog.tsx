import { Radio } from '@mantine/core'
import { businessTypes, organizationRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import css from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import type { Subject } from './ConfirmOrganization.tsx'

const rules = {
  ...organizationRoutes['organizations.createWithAccount'].body.shape,
  businessType: z.enum(['1', '2']),
}

/** Makes a clinic or laboratory with its first administrator, who is mailed a link to set a password. */
export function CreateOrganizationDialog({ isOpen, onClose }: DialogProps<Subject, 'create'>) {
  const t = useTexts('manage.organization.create')
  const common = useTexts('common')
  const manage = useTexts('manage')
  const types = useTexts('orgTypes')
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={520}
      call="organizations.createWithAccount"
      stale={['manage']}
      rules={rules}
      initial={{ businessType: '1', organizationName: '', address: '', name: '', email: '' }}
      draft="manage.organization"
      input={({ businessType, ...values }) => ({
        body: { ...values, businessType: businessType === '1' ? businessTypes.clinic : businessTypes.lab },
      })}
      fields={[
        ({ getInputProps }) => (
          <Radio.Group label={common('label.type')} {...getInputProps('businessType')}>
            <div className={css.dialogBoxes}>
              <Radio value="1" label={types('1')} />
              <Radio value="2" label={types('2')} />
            </div>
          </Radio.Group>
        ),
        {
          name: 'organizationName',
          label: common('label.organizationName'),
          autoComplete: 'off',
          hasFocus: true,
        },
        { name: 'address', label: common('label.address'), autoComplete: 'off' },
        {
          legend: t('administrator'),
          className: css.dialogBoxes,
          fields: [
            { name: 'name', label: common('label.personName'), autoComplete: 'off' },
            { name: 'email', label: common('label.email'), help: t('emailHelp'), as: 'email' },
          ],
        },
      ]}
      done={(_, { organizationName, email }) => manage('created', { name: organizationName, email })}
    />
  )
}
