import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import {
  businessTypes,
  limits,
  ManagedOrganizationUpdate,
  type OrganizationDetail,
  organizationRoutes,
} from '@pontic/contract'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import css from './Manage.module.css'
import { formatQuota, parseQuota, QuotaText, type Subject } from './managed-organization.ts'

const createRules = {
  ...organizationRoutes['organizations.createWithAccount'].body.shape,
  businessType: z.enum(['1', '2']),
}

/** Creates a clinic or laboratory and its first administrator, who gets a mail with a link to set a password. */
export function CreateOrganization(frame: DialogProps<Subject, 'create'>) {
  const t = useTexts('manage.organization.create')
  const common = useTexts('common.label')
  const texts = useTexts()
  return (
    <FormDialog
      {...frame}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={520}
      call="organizations.createWithAccount"
      stale={['manage']}
      rules={createRules}
      initial={{ businessType: '1', organizationName: '', address: '', name: '', email: '' }}
      draft="manage.organization"
      input={({ businessType, ...values }) => ({
        body: { ...values, businessType: businessType === '1' ? businessTypes.clinic : businessTypes.lab },
      })}
      fields={[
        ({ getInputProps }) => (
          <Radio.Group label={common('type')} {...getInputProps('businessType')}>
            <div className={dialogCss.dialogBoxes}>
              <Radio value="1" label={texts('orgTypes.1')} />
              <Radio value="2" label={texts('orgTypes.2')} />
            </div>
          </Radio.Group>
        ),
        {
          name: 'organizationName',
          label: common('organizationName'),
          autoComplete: 'off',
          hasFocus: true,
        },
        { name: 'address', label: common('address'), autoComplete: 'off' },
        {
          legend: t('administrator'),
          className: dialogCss.dialogBoxes,
          fields: [
            { name: 'name', label: common('personName'), autoComplete: 'off' },
            { name: 'email', label: common('email'), help: t('emailHelp'), as: 'email' },
          ],
        },
      ]}
      done={(_, { organizationName, email }) => texts('manage.created', { name: organizationName, email })}
    />
  )
}

const editRules = { ...ManagedOrganizationUpdate.shape, quota: QuotaText }

const initialOf = ({ organization, requiresTwoFactor }: OrganizationDetail) => ({
  name: organization.name,
  address: organization.address,
  postalCode: organization.postalCode,
  contactPerson: organization.contactPerson,
  officePhone: organization.officePhone,
  mobilePhone: organization.mobilePhone,
  email: organization.email,
  licenseNumber: organization.licenseNumber,
  websiteUrl: organization.websiteUrl,
  remark: organization.remark,
  autoAcceptsPartners: organization.autoAcceptsPartners,
  requiresTwoFactor,
  quota: formatQuota(organization.storageQuotaBytes),
})

/** Edits contact, quota and rules of an organization. It loads the organization first, so that no out-of-date value is saved. */
export function EditOrganization(props: DialogProps<Subject, 'edit'>) {
  const { subject } = props
  const { data } = useRead(
    'manage.getOrganization',
    { params: { id: subject?.id ?? '' } },
    { isEnabled: subject !== undefined, isFresh: true },
  )
  return data ? <OrganizationForm {...props} detail={data} /> : null
}

function OrganizationForm(props: DialogProps<Subject, 'edit'> & { detail: OrganizationDetail }) {
  const { detail } = props
  const t = useTexts('manage.organization.editing')
  const common = useTexts('common.label')
  const texts = useTexts()
  const own = useTexts('organizations')
  const { size } = useFormats()
  const initial = initialOf(detail)
  return (
    <FormDialog
      {...props}
      title={common('editOf', { name: detail.name })}
      confirm={texts('common.do.save')}
      widthPx={600}
      call="manage.updateOrganization"
      rules={editRules}
      initial={initial}
      // The text of the quota is rounded, so an unchanged quota is not sent.
      input={({ quota, ...values }, typed) => ({
        body: {
          id: detail.id,
          ...values,
          ...(typed.quota === initial.quota ? {} : { storageQuotaBytes: parseQuota(quota) }),
        },
      })}
      fields={[
        { name: 'name', label: common('organizationName') },
        {
          name: 'quota',
          label: t('quota'),
          help: t('quotaHelp', { margin: size(limits.storageMarginBytes) }),
          inputMode: 'decimal',
        },
        {
          className: css.pair,
          fields: [
            { name: 'address', label: own('address') },
            { name: 'postalCode', label: own('postalCode') },
            { name: 'contactPerson', label: common('contactPerson') },
            { name: 'email', label: common('email'), type: 'email' },
            { name: 'officePhone', label: own('officePhone'), type: 'tel' },
            { name: 'mobilePhone', label: common('mobilePhone'), type: 'tel' },
            { name: 'licenseNumber', label: common('license') },
            { name: 'websiteUrl', label: own('website') },
          ],
        },
        { name: 'remark', label: own('remark'), as: 'area', rows: [2, 6] },
        {
          legend: t('rules'),
          className: dialogCss.dialogBoxes,
          fields: [
            { name: 'autoAcceptsPartners', label: own('autoAccept'), as: 'box' },
            { name: 'requiresTwoFactor', label: t('requiresTwoFactor'), as: 'box' },
          ],
        },
      ]}
      done={(_, { name }) => texts('common.savedName', { name })}
    />
  )
}
