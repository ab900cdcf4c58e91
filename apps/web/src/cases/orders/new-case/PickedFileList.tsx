import { ActionIcon, Box, Group, Stack } from '@mantine/core'
import type { FileRole } from '@pontic/contract'
import { IconAlertCircle, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTexts } from '../../../frame/i18n.tsx'
import { SizeText } from '../../../ui/formats.tsx'
import type { PickedRow } from '../../files/picked-files.ts'
import { RoleSelect } from '../../files/RoleSelect.tsx'
import listCss from '../../lists.module.css'
import css from './NewCaseDialog.module.css'

/** Lists the chosen files of a new case with role and size, and the reason why a file can't be uploaded. */
export function PickedFileList(props: {
  rows: readonly PickedRow[]
  onRole: (key: string, role: FileRole) => void
  onRemove: (key: string) => void
}) {
  const t = useTexts('files')
  const problems = useTexts('errors.file')
  return (
    <Box component="ul" className={clsx(listCss.rows, css.files)} mt={8} aria-label={t('chosen')}>
      {props.rows.map(({ key, role, problem, file: { name, size } }) => (
        <li key={key} className={css.file} data-file-problem={problem}>
          <Stack gap={0} miw={0}>
            <span className="one-line" title={name}>
              {name}
            </span>
            <span className="meta">
              <SizeText sizeBytes={size} />
            </span>
          </Stack>
          <RoleSelect name={name} role={role} onChange={(next) => props.onRole(key, next)} />
          <ActionIcon size={28} aria-label={t('removeNamed', { name })} onClick={() => props.onRemove(key)}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
          {problem && (
            <Group className={css.error} gap={5} fz="sm" wrap="nowrap" role="alert">
              <IconAlertCircle size={14} stroke={2} aria-hidden="true" />
              {problems(problem, { name })}
            </Group>
          )}
        </li>
      ))}
    </Box>
  )
}
