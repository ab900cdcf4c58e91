import { Checkbox, TextInput } from '@mantine/core'
import { LicenseNumber, PersonName, Telephone } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../frame/i18n.tsx'
import type { useContractForm } from './contract-form.ts'
import { Filled } from './form-fields.ts'

/** What administrators and the platform set of another's account, every field given; the rules are the calls'. */
export const accountShape = {
  name: z.pipe(Filled, PersonName),
  licenseNumber: LicenseNumber,
  telephone: Telephone,
  isAdministrator: z.boolean(),
  acceptsOrderSms: z.boolean(),
  acceptsOrderEmail: z.boolean(),
}

/** A form with those fields; the forms differ in the fields around them. */
export type AnyForm = Pick<
  ReturnType<typeof useContractForm<Record<string, unknown>, unknown>>,
  'getInputProps'
>

/** Name of an account's owner, the first field of its dialogs. */
export function NameField({ form }: { form: AnyForm }) {
  const common = useTexts('common')
  return (
    <TextInput
      label={common('label.personName')}
      withAsterisk
      aria-required
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('name')}
    />
  )
}

/** The address that a new account has to be given. */
export function EmailField({ form, ...words }: { form: AnyForm; label: string; description?: string }) {
  return (
    <TextInput
      {...words}
      withAsterisk
      aria-required
      type="email"
      inputMode="email"
      autoComplete="off"
      {...form.getInputProps('email')}
    />
  )
}

/** Rights and notifications. @param props.rightsHelp what the box means here; without it there is none */
export function AccountBoxes(props: {
  form: AnyForm
  rightsHelp: string | undefined
  hasFixedRights?: boolean
}) {
  const t = useTexts('members.fields')
  const accounts = useTexts('accounts')
  const common = useTexts('common')
  const box = (name: keyof typeof accountShape) => props.form.getInputProps(name, { type: 'checkbox' })
  return (
    <>
      {props.rightsHelp !== undefined && (
        <fieldset className="dialog-boxes">
          <legend>{t('rights')}</legend>
          <Checkbox
            label={common('role.administrator')}
            description={props.rightsHelp}
            disabled={props.hasFixedRights ?? false}
            {...box('isAdministrator')}
          />
        </fieldset>
      )}
      <fieldset className="dialog-boxes">
        <legend>{t('notices')}</legend>
        <Checkbox label={accounts('byEmail')} {...box('acceptsOrderEmail')} />
        <Checkbox label={accounts('bySms')} {...box('acceptsOrderSms')} />
      </fieldset>
    </>
  )
}
