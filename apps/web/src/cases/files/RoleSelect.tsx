import { NativeSelect } from '@mantine/core'
import { type FileRole, fileRoles } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import css from './OrderFiles.module.css'

/** What a file is for. @param props.name of the file, for the label */
export function RoleSelect(props: {
  name: string
  role: FileRole
  onChange: (role: FileRole) => void
  /** Those to choose from; all unless told. */
  roles?: readonly FileRole[]
}) {
  const t = useTexts('files')
  const names = useTexts('order.role')
  return (
    <NativeSelect
      size="xs"
      className={css.roleSelect}
      aria-label={t('roleOf', { name: props.name })}
      value={props.role}
      data={(props.roles ?? fileRoles).map((role) => ({ value: role, label: names(role) }))}
      onChange={(event) => props.onChange(event.currentTarget.value as FileRole)}
    />
  )
}
