import { Checkbox, TextInput } from '@mantine/core'
import { LicenseNumber, PersonName, Telephone } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../i18n.tsx'
import type { useContractForm } from '../ui/contract-form.ts'
import { Filled } from '../ui/form-fields.ts'

/** What an administrator sets of a member, every field given; the rules are the call's. */
export const memberShape = {
  name: z.pipe(Filled, PersonName),
  licenseNumber: LicenseNumber,
  telephone: Telephone,
  isAdministrator: z.boolean(),
  acceptsOrderSms: z.boolean(),
  acceptsOrderEmail: z.boolean(),
}

/** The values of those fields. */
export type MemberValues = {
  name: string
  licenseNumber: string
  telephone: string
  isAdministrator: boolean
  acceptsOrderSms: boolean
  acceptsOrderEmail: boolean
}

// The forms differ in the fields above these.
type AnyForm = Pick<ReturnType<typeof useContractForm<Record<string, unknown>, unknown>>, 'getInputProps'>

/** License number and telephone, then what he may and what is sent to him. @param props.isOwn one's own rights stay */
export function MemberFields({ form, isOwn = false }: { form: AnyForm; isOwn?: boolean }) {
  const t = useTexts('members.fields')
  const ui = useTexts('ui')
  const optional = (label: string) => (
    <>
      {label} <span className="meta">({ui('optional')})</span>
    </>
  )
  const box = (name: keyof MemberValues) => form.getInputProps(name, { type: 'checkbox' })
  return (
    <>
      <TextInput
        label={optional(t('licenseNumber'))}
        autoComplete="off"
        {...form.getInputProps('licenseNumber')}
      />
      <TextInput
        label={optional(t('telephone'))}
        type="tel"
        autoComplete="off"
        {...form.getInputProps('telephone')}
      />
      <fieldset className="member-boxes">
        <legend>{t('rights')}</legend>
        <Checkbox
          label={t('isAdministrator')}
          description={t(isOwn ? 'isAdministratorOwn' : 'isAdministratorHelp')}
          disabled={isOwn}
          {...box('isAdministrator')}
        />
      </fieldset>
      <fieldset className="member-boxes">
        <legend>{t('notices')}</legend>
        <Checkbox label={t('acceptsOrderEmail')} {...box('acceptsOrderEmail')} />
        <Checkbox label={t('acceptsOrderSms')} {...box('acceptsOrderSms')} />
      </fieldset>
    </>
  )
}

/** The name of a member; the first field of its dialogs. */
export function NameField({ form }: { form: AnyForm }) {
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
