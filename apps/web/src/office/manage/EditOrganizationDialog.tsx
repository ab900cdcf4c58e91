import { limits, ManagedOrganizationUpdate, type OrganizationDetail } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import dialogCss from '../../ui/Dialog.module.css'
import { FormDialog } from '../../ui/FormDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import type { Subject } from './ConfirmOrganization.tsx'
import css from './Manage.module.css'
import { gigabytesOf, QuotaText, readQuota } from './quota.ts'

const rules = { ...ManagedOrganizationUpdate.shape, quota: QuotaText }

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
  quota: gigabytesOf(organization.storageQuotaBytes),
})

/** Changes an organization for the platform: contact, quota, rules. It is read anew before, so that nothing old is written. */
export function EditOrganizationDialog(props: DialogProps<Subject, 'edit'>) {
  const { subject } = props
  const { data } = useRead(
    'manage.getOrganization',
    { params: { id: subject?.id ?? '' } },
    { isEnabled: subject !== undefined, isFresh: true },
  )
  return data ? <OrganizationForm {...props} detail={data} /> : null
}

function OrganizationForm(props: DialogProps<Subject, 'edit'> & { detail: OrganizationDetail }) {
  const { detail, isOpen, onClose } = props
  const t = useTexts('manage.organization.editing')
  const common = useTexts('common')
  const own = useTexts('organizations')
  const { size } = useFormats()
  const initial = initialOf(detail)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.editOf', { name: detail.name })}
      confirm={common('do.save')}
      widthPx={600}
      call="manage.updateOrganization"
      rules={rules}
      initial={initial}
      // A quota that nobody touched is left out: rounded, it would differ.
      input={({ quota, ...values }, typed) => ({
        body: {
          id: detail.id,
          ...values,
          ...(typed.quota === initial.quota ? {} : { storageQuotaBytes: readQuota(quota) }),
        },
      })}
      fields={[
        { name: 'name', label: common('label.organizationName') },
        {
          name: 'quota',
          label: t('quota'),
          help: t('quotaHelp', { margin: size(limits.storageMarginBytes) }),
          inputMode: 'decimal',
        },
        {
          className: css.managePair,
          fields: [
            { name: 'address', label: own('address') },
            { name: 'postalCode', label: own('postalCode') },
            { name: 'contactPerson', label: common('label.contactPerson') },
            { name: 'email', label: common('label.email'), type: 'email' },
            { name: 'officePhone', label: own('officePhone'), type: 'tel' },
            { name: 'mobilePhone', label: common('label.mobilePhone'), type: 'tel' },
            { name: 'licenseNumber', label: common('label.license') },
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
      done={(_, { name }) => common('savedName', { name })}
    />
  )
}
