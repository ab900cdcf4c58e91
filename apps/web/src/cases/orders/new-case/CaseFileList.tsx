import { ActionIcon, Box, Group, Stack } from '@mantine/core'
import type { FileRole, OrderFile } from '@pontic/contract'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useFailureText } from '../../../frame/failures.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useUpload } from '../../../frame/upload-list.ts'
import { cancelUpload } from '../../../frame/uploads.ts'
import { SizeText } from '../../../ui/formats.tsx'
import { IconAlertCircle, IconX } from '../../../ui/icons.ts'
import type { PickedRow } from '../../files/picked-files.ts'
import { RoleSelect } from '../../files/RoleSelect.tsx'
import { UploadLine } from '../../files/UploadLine.tsx'
import listCss from '../../lists.module.css'
import { showFailure, useOrderWrite } from '../actions/use-order-write.ts'
import css from './NewCaseDialog.module.css'

/** Lists the files of a new case: those that are uploaded or being uploaded, and those that were only chosen yet. */
export function CaseFileList(props: {
  orderId: string | undefined
  announced: readonly OrderFile[]
  rows: readonly PickedRow[]
  onRole: (key: string, role: FileRole) => void
  onRemove: (key: string) => void
  onRemoved: (fileId: string) => void
  onChoose: () => Promise<void>
}) {
  const t = useTexts('files')
  const problems = useTexts('errors.file')
  const { orderId } = props
  if (props.announced.length === 0 && props.rows.length === 0) return null
  return (
    <Box component="ul" className={clsx(listCss.rows, css.files)} mt={8} aria-label={t('chosen')}>
      {orderId !== undefined &&
        props.announced.map((file) => (
          <AnnouncedFile
            key={file.id}
            orderId={orderId}
            file={file}
            onRemoved={() => props.onRemoved(file.id)}
            onChoose={props.onChoose}
          />
        ))}
      {props.rows.map(({ key, role, problem, file: { name, size } }) => (
        <li key={key} className={css.file} data-file-problem={problem}>
          <FileLine name={name} meta={<SizeText sizeBytes={size} />} />
          <RoleSelect name={name} role={role} onChange={(next) => props.onRole(key, next)} />
          <RemoveButton name={name} onClick={() => props.onRemove(key)} />
          {problem && (
            <Group className={css.error} gap={5} fz="sm" wrap="nowrap" role="alert">
              <IconAlertCircle size={14} stroke={2} />
              {problems(problem, { name })}
            </Group>
          )}
        </li>
      ))}
    </Box>
  )
}

/** A file of the registered case, with the progress of its upload. */
function AnnouncedFile(props: {
  orderId: string
  file: OrderFile
  onRemoved: () => void
  onChoose: () => Promise<void>
}) {
  const { file } = props
  const upload = useUpload(file.id)
  const failureOf = useFailureText()
  const roles = useOrderWrite('files.setRole', { orderId: props.orderId })
  const remove = () =>
    cancelUpload(file.id).then(props.onRemoved, (error: unknown) => showFailure(failureOf(error)))
  const isDone = file.state === 'verified' || upload?.status === 'done'
  return (
    <li className={css.file} data-file={file.name}>
      <FileLine name={file.name} meta={<SizeText sizeBytes={file.sizeBytes} />} />
      <RoleSelect
        name={file.name}
        role={file.role}
        onChange={(role) => void roles.send({ body: { fileId: file.id, role } })}
      />
      <RemoveButton name={file.name} onClick={() => void remove()} />
      {!isDone && (
        <div className={css.progress}>
          <UploadLine file={file} upload={upload} isMine onChoose={props.onChoose} />
        </div>
      )}
    </li>
  )
}

const FileLine = ({ name, meta }: { name: string; meta: ReactNode }) => (
  <Stack gap={0} miw={0}>
    <span className="one-line" title={name}>
      {name}
    </span>
    <span className="meta">{meta}</span>
  </Stack>
)

function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  const t = useTexts('files')
  return (
    <ActionIcon size={28} aria-label={t('removeNamed', { name })} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  )
}
