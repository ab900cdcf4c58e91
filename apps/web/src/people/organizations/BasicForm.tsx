import { Button, Textarea, TextInput } from '@mantine/core'
import { type Organization, OrganizationUpdate } from '@pontic/contract'
import { clsx } from 'clsx'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { portal } from '../../frame/session.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import css from './Organization.module.css'
import { usePartnerText } from './use-partner-text.ts'
import { useSave } from './use-save.ts'

const Basic = z.pick(OrganizationUpdate, {
  name: true,
  contactPerson: true,
  officePhone: true,
  mobilePhone: true,
  email: true,
  licenseNumber: true,
  remark: true,
})

/** Name, contact and remark of one's own organization. */
export function BasicForm({ organization }: { organization: Organization }) {
  const t = useTexts('organizations')
  const common = useTexts('common')
  const partnerText = usePartnerText()
  const { name, contactPerson, officePhone, mobilePhone, email, licenseNumber, remark } = organization
  const form = useContractForm({
    schema: Basic,
    initial: { name, contactPerson, officePhone, mobilePhone, email, licenseNumber, remark } as z.input<
      typeof Basic
    >,
    draft: 'organization.basic',
  })
  const { save, isBusy } = useSave('organizations.update', form)
  const submit = form.submit(async (basic) => {
    const saved = await save(basic)
    // The session carries the name: the top bar shows it.
    if (saved && saved.name !== name) await portal.session.refresh().catch(() => undefined)
  })
  return (
    <form className={css.organizationForm} onSubmit={submit} noValidate>
      <TextInput
        label={common('label.organizationName')}
        description={partnerText('organizations.nameHelp')}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={common('label.contactPerson')}
        autoComplete="name"
        {...form.getInputProps('contactPerson')}
      />
      <div className={css.organizationPair}>
        <TextInput label={t('officePhone')} type="tel" {...form.getInputProps('officePhone')} />
        <TextInput label={common('label.mobilePhone')} type="tel" {...form.getInputProps('mobilePhone')} />
      </div>
      <TextInput label={common('label.email')} type="email" {...form.getInputProps('email')} />
      <TextInput label={common('label.license')} {...form.getInputProps('licenseNumber')} />
      {partnerText('organizations.contactHelp') && (
        <p className={clsx(css.organizationNote, 'meta')}>{partnerText('organizations.contactHelp')}</p>
      )}
      <Textarea
        label={t('remark')}
        description={t('remarkHelp')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('remark')}
      />
      <Button type="submit" className={css.organizationSave} loading={isBusy}>
        {t('saveBasic')}
      </Button>
    </form>
  )
}
