import { ActionIcon } from '@mantine/core'
import type { FileRole } from '@pontic/contract'
import { IconAlertCircle, IconX } from '@tabler/icons-react'
import { useTexts } from '../../../frame/i18n.tsx'
import { SizeText } from '../../../ui/formats.tsx'
import type { PickedRow } from '../../files/picked-files.ts'
import { RoleSelect } from '../../files/RoleSelect.tsx'
import css from './NewCaseDialog.module.css'

/** The chosen files of a new case: role, size, what is wrong with them. */
export function PickedFileList(props: {
  rows: readonly PickedRow[]
  onRole: (key: string, role: FileRole) => void
  onRemove: (key: string) => void
}) {
  const t = useTexts('files')
  return (
    <ul className={css.pickedFiles} aria-label={t('chosen')}>
      {props.rows.map((row) => (
        <PickedItem key={row.key} row={row} onRole={props.onRole} onRemove={props.onRemove} />
      ))}
    </ul>
  )
}

function PickedItem({
  row,
  onRole,
  onRemove,
}: {
  row: PickedRow
  onRole: (key: string, role: FileRole) => void
  onRemove: (key: string) => void
}) {
  const t = useTexts('files')
  const problems = useTexts('errors.file')
  const { name, size } = row.file
  return (
    <li className="picked-file" data-problem={row.problem !== undefined || undefined}>
      <div className={css.pickedName}>
        <span className="one-line" title={name}>
          {name}
        </span>
        <span className="meta">
          <SizeText sizeBytes={size} />
        </span>
      </div>
      <RoleSelect name={name} role={row.role} onChange={(role) => onRole(row.key, role)} />
      <ActionIcon size={28} aria-label={t('removeNamed', { name })} onClick={() => onRemove(row.key)}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
      {row.problem && (
        <p className={css.fileProblem} role="alert">
          <IconAlertCircle size={14} stroke={2} aria-hidden="true" />
          {problems(row.problem, { name })}
        </p>
      )}
    </li>
  )
}
