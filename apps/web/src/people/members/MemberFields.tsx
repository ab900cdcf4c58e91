import { TextInput } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import { AccountBoxes, type AnyForm } from '../../ui/AccountFields.tsx'

/** License number and telephone, then what he may and what is sent to him. @param props.isOwn one's own rights stay */
export function MemberFields({ form, isOwn = false }: { form: AnyForm; isOwn?: boolean }) {
  const t = useTexts('members.fields')
  const common = useTexts('common')
  const ui = useTexts('ui')
  const optional = (label: string) => (
    <>
      {label} <span className="meta">({ui('optional')})</span>
    </>
  )
  return (
    <>
      <TextInput
        label={optional(common('label.license'))}
        autoComplete="off"
        {...form.getInputProps('licenseNumber')}
      />
      <TextInput
        label={optional(common('label.telephone'))}
        type="tel"
        autoComplete="off"
        {...form.getInputProps('telephone')}
      />
      <AccountBoxes
        form={form}
        rightsHelp={t(isOwn ? 'isAdministratorOwn' : 'isAdministratorHelp')}
        hasFixedRights={isOwn}
      />
    </>
  )
}
