import { Button, TextInput } from '@mantine/core'
import { type Organization, OrganizationAddress } from '@pontic/contract'
import type * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import css from './Organization.module.css'
import { usePartnerText } from './use-partner-text.ts'
import { useSave } from './use-save.ts'

/** Where one's own organization is. */
export function AddressForm({ organization }: { organization: Organization }) {
  const t = useTexts('organizations')
  const partnerText = usePartnerText()
  const { address, postalCode } = organization
  const form = useContractForm({
    schema: OrganizationAddress,
    initial: { address, postalCode } as z.input<typeof OrganizationAddress>,
    draft: 'organization.address',
  })
  const { save, isBusy } = useSave('organizations.updateAddress', form)
  return (
    <form className={css.organizationForm} onSubmit={form.submit((values) => save(values))} noValidate>
      <TextInput
        label={t('address')}
        description={partnerText('common.addressHelp')}
        {...form.getInputProps('address')}
      />
      <TextInput
        label={t('postalCode')}
        className={css.organizationShort}
        autoComplete="postal-code"
        {...form.getInputProps('postalCode')}
      />
      <Button type="submit" className={css.organizationSave} loading={isBusy}>
        {t('saveAddress')}
      </Button>
    </form>
  )
}
