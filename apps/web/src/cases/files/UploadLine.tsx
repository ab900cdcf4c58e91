import { ActionIcon, Button } from '@mantine/core'
import type { Upload } from '@pontic/client'
import { isUnfinishedFile, type OrderFile } from '@pontic/contract'
import { useState } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useUploadText } from '../../frame/upload-text.ts'
import { cancelUpload } from '../../frame/uploads.ts'
import { IconPlayerPlay, IconX } from '../../ui/icons.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { UploadButtons } from '../../ui/UploadButtons.tsx'
import { showFailure } from '../orders/actions/use-order-write.ts'
import css from './OrderFiles.module.css'

/**
 * The progress of an upload. An upload that runs in this browser tab can be paused, resumed and cancelled. Any other unfinished
 * upload of the user's party can be resumed. The remaining files only show their progress and state: those of the other party, and
 * those whose bytes are complete.
 * @param props.isMine whether the file belongs to the user's party
 * @param props.onChoose resumes an upload that does not run in this browser tab
 */
export function UploadLine(props: {
  file: OrderFile
  upload: Upload | undefined
  isMine: boolean
  onChoose: () => Promise<void>
}) {
  const { file, upload } = props
  const isUploadingHere = upload !== undefined && upload.status !== 'cancelled' && upload.status !== 'done'
  if (isUploadingHere) return <RunningUpload upload={upload} />
  if (props.isMine && isUnfinishedFile(file.state) && upload?.status !== 'done')
    return <StoppedUpload {...props} />
  return <UploadState file={file} />
}

const stateOf = (upload: Upload) =>
  upload.status === 'failed' ? 'failed' : upload.status === 'paused' ? 'paused' : 'running'

function RunningUpload({ upload }: { upload: Upload }) {
  const t = useTexts('files')
  const textOf = useUploadText()
  const failureOf = useFailureText()
  const { fileId, name, status } = upload
  return (
    <div className={css.upload} data-status={status}>
      <ProgressBar
        label={t('progressOf', { name })}
        share={upload.sentBytes / Math.max(upload.sizeBytes, 1)}
        state={stateOf(upload)}
      />
      <span className="meta figures">{textOf(upload)}</span>
      <UploadButtons upload={upload} />
      {status !== 'checking' && (
        <ActionIcon
          size={26}
          aria-label={t('cancelNamed', { name })}
          onClick={() => cancelUpload(fileId).catch((error) => showFailure(failureOf(error)))}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  )
}

/** An unfinished upload that does not run in this browser tab, with a button that resumes it. */
function StoppedUpload({ file, onChoose }: { file: OrderFile; onChoose: () => Promise<void> }) {
  const t = useTexts('files')
  const { percent } = useFormats()
  const [isBusy, setBusy] = useState(false)
  const share = file.receivedBytes / Math.max(file.sizeBytes, 1)
  return (
    <div className={css.upload} data-stopped>
      <ProgressBar label={t('progressOf', { name: file.name })} share={share} state="paused" />
      <span className="meta">{share > 0 ? t('stopped', { share: percent(share) }) : t('notBegun')}</span>
      <Button
        size="xs"
        variant="default"
        loading={isBusy}
        leftSection={<IconPlayerPlay size={14} />}
        aria-label={t('resumeNamed', { name: file.name })}
        onClick={async () => {
          setBusy(true)
          await onChoose()
          setBusy(false)
        }}
      >
        {t('resume')}
      </Button>
    </div>
  )
}

function UploadState({ file }: { file: OrderFile }) {
  const t = useTexts()
  const share = file.receivedBytes / Math.max(file.sizeBytes, 1)
  return (
    <div className={css.upload}>
      <ProgressBar label={t('files.progressOf', { name: file.name })} share={share} />
      <span className="meta">{t(`order.fileState.${file.state}`)}</span>
    </div>
  )
}
