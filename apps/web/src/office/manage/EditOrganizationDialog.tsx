import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { limits, ManagedOrganizationUpdate, type OrganizationDetail } from '@pontic/contract'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import type { Subject } from './ConfirmOrganization.tsx'
import { gigabytesOf, QuotaText, readQuota } from './quota.ts'

const EditForm = z.strictObject({
  ...z.required(
    z.pick(ManagedOrganizationUpdate, {
      name: true,
      address: true,
      postalCode: true,
      contactPerson: true,
      officePhone: true,
      mobilePhone: true,
      email: true,
      licenseNumber: true,
      websiteUrl: true,
      remark: true,
      autoAcceptsPartners: true,
      requiresTwoFactor: true,
    }),
  ).shape,
  quota: QuotaText,
})

const initialOf = ({ organization, requiresTwoFactor }: OrganizationDetail): z.input<typeof EditForm> => ({
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
  const form = useContractForm({ schema: EditForm, initial })
  const write = useWrite('manage.updateOrganization', { form })
  const submit = form.submit(async ({ quota, ...values }, typed) => {
    // What nobody touched is not written: a rounded quota would differ.
    const size = typed.quota === initial.quota ? {} : { storageQuotaBytes: readQuota(quota) }
    if (!(await write.send({ body: { id: detail.id, ...values, ...size } }))) return
    onClose()
    showNotice({ level: 'info', text: common('savedName', { name: values.name }) })
  })
  const box = (name: 'autoAcceptsPartners' | 'requiresTwoFactor') =>
    form.getInputProps(name, { type: 'checkbox' })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.editOf', { name: detail.name })}
      confirm={common('do.save')}
      widthPx={600}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <TextInput
        label={common('label.organizationName')}
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('quota')}
        description={t('quotaHelp', { margin: size(limits.storageMarginBytes) })}
        inputMode="decimal"
        {...form.getInputProps('quota')}
      />
      <div className="manage-pair">
        <TextInput label={own('address')} {...form.getInputProps('address')} />
        <TextInput label={own('postalCode')} {...form.getInputProps('postalCode')} />
        <TextInput label={common('label.contactPerson')} {...form.getInputProps('contactPerson')} />
        <TextInput label={common('label.email')} type="email" {...form.getInputProps('email')} />
        <TextInput label={own('officePhone')} type="tel" {...form.getInputProps('officePhone')} />
        <TextInput label={common('label.mobilePhone')} type="tel" {...form.getInputProps('mobilePhone')} />
        <TextInput label={common('label.license')} {...form.getInputProps('licenseNumber')} />
        <TextInput label={own('website')} {...form.getInputProps('websiteUrl')} />
      </div>
      <Textarea label={own('remark')} autosize minRows={2} maxRows={6} {...form.getInputProps('remark')} />
      <fieldset className="dialog-boxes">
        <legend>{t('rules')}</legend>
        <Checkbox label={own('autoAccept')} {...box('autoAcceptsPartners')} />
        <Checkbox label={t('requiresTwoFactor')} {...box('requiresTwoFactor')} />
      </fieldset>
    </FormDialog>
  )
}
