import { TextInput } from '@mantine/core'
import { businessTypes, type ManagedUser } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { AccountBoxes, type AnyForm } from '../../ui/AccountFields.tsx'

/** Whether somebody of this organization can be its administrator; individuals have none. */
export const hasAdministrators = ({ businessType }: Pick<ManagedUser, 'businessType'>): boolean =>
  businessType !== businessTypes.person

/** Numbers, rights and notifications. @param props.rightsHelp what the box means here; without it there is none */
export function UserFields({ form, rightsHelp }: { form: AnyForm; rightsHelp: string | undefined }) {
  const common = useTexts('common')
  return (
    <>
      <div className="manage-pair">
        <TextInput
          label={common('label.license')}
          autoComplete="off"
          {...form.getInputProps('licenseNumber')}
        />
        <TextInput
          label={common('label.telephone')}
          type="tel"
          autoComplete="off"
          {...form.getInputProps('telephone')}
        />
      </div>
      <AccountBoxes form={form} rightsHelp={rightsHelp} />
    </>
  )
}
