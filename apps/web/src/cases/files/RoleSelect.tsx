import { NativeSelect } from '@mantine/core'
import { type FileRole, fileRoles } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'

/** Selects the role of a file. @param props.name the file's name, for the accessible label */
export function RoleSelect(props: {
  name: string
  role: FileRole
  onChange: (role: FileRole) => void
  /** The roles to select from; all by default. */
  roles?: readonly FileRole[]
}) {
  const t = useTexts('files')
  const names = useTexts('order.role')
  const { roles = fileRoles } = props
  return (
    <NativeSelect
      size="xs"
      w={176}
      maw="100%"
      aria-label={t('roleOf', { name: props.name })}
      value={props.role}
      data={roles.map((role) => ({ value: role, label: names(role) }))}
      onChange={({ currentTarget }) => {
        const role = roles.find((one) => one === currentTarget.value)
        if (role) props.onChange(role)
      }}
    />
  )
}
