import { Checkbox, TextInput } from '@mantine/core'
import { LicenseNumber, PersonName, Telephone } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../i18n.tsx'
import type { useContractForm } from '../ui/contract-form.ts'
import { Filled } from '../ui/form-fields.ts'

/** What the platform sets of a user, every field given; the rules are the call's. */
export const userShape = {
  name: z.pipe(Filled, PersonName),
  licenseNumber: LicenseNumber,
  telephone: Telephone,
  isAdministrator: z.boolean(),
  acceptsOrderSms: z.boolean(),
  acceptsOrderEmail: z.boolean(),
}

// The forms differ in the fields around these.
type AnyForm = Pick<ReturnType<typeof useContractForm<Record<string, unknown>, unknown>>, 'getInputProps'>

/** Name of a user, the first field of its dialogs. */
export function UserName({ form }: { form: AnyForm }) {
  const t = useTexts('members.fields')
  return (
    <TextInput
      label={t('name')}
      withAsterisk
      aria-required
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
  )
}

/** Numbers, rights and notifications. @param props.rightsHelp what the box means here; without it there is none */
export function UserFields({ form, rightsHelp }: { form: AnyForm; rightsHelp: string | undefined }) {
  const t = useTexts('members.fields')
  const box = (name: keyof typeof userShape) => form.getInputProps(name, { type: 'checkbox' })
  return (
    <>
      <div className="manage-pair">
        <TextInput label={t('licenseNumber')} autoComplete="off" {...form.getInputProps('licenseNumber')} />
        <TextInput
          label={t('telephone')}
          type="tel"
          autoComplete="off"
          {...form.getInputProps('telephone')}
        />
      </div>
      {rightsHelp !== undefined && (
        <fieldset className="manage-boxes">
          <legend>{t('rights')}</legend>
          <Checkbox label={t('isAdministrator')} description={rightsHelp} {...box('isAdministrator')} />
        </fieldset>
      )}
      <fieldset className="manage-boxes">
        <legend>{t('notices')}</legend>
        <Checkbox label={t('acceptsOrderEmail')} {...box('acceptsOrderEmail')} />
        <Checkbox label={t('acceptsOrderSms')} {...box('acceptsOrderSms')} />
      </fieldset>
    </>
  )
}
