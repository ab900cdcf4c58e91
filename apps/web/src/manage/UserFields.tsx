import { TextInput } from '@mantine/core'
import { useTexts } from '../i18n.tsx'
import { AccountBoxes, type AnyForm } from '../ui/AccountFields.tsx'

/** Numbers, rights and notifications. @param props.rightsHelp what the box means here; without it there is none */
export function UserFields({ form, rightsHelp }: { form: AnyForm; rightsHelp: string | undefined }) {
  const t = useTexts('members.fields')
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
      <AccountBoxes form={form} rightsHelp={rightsHelp} />
    </>
  )
}
