import { ActionIcon } from '@mantine/core'
import type { Upload } from '@pontic/client'
import { useTexts } from '../frame/i18n.tsx'
import { pauseUpload, resumeUpload } from '../frame/uploads.ts'
import { IconPlayerPause, IconPlayerPlay } from './icons.ts'

/** The buttons that pause or resume an upload. While an upload waits for a retry, the button resumes it immediately. */
export function UploadButtons({ upload: { fileId, name, status } }: { upload: Upload }) {
  const t = useTexts('files')
  const canPause = status === 'uploading' || status === 'waiting'
  const canResume = status === 'paused' || status === 'failed' || status === 'retrying'
  return (
    <>
      {canPause && (
        <ActionIcon size={26} aria-label={t('pauseNamed', { name })} onClick={() => pauseUpload(fileId)}>
          <IconPlayerPause size={16} />
        </ActionIcon>
      )}
      {canResume && (
        <ActionIcon size={26} aria-label={t('resumeNamed', { name })} onClick={() => resumeUpload(fileId)}>
          <IconPlayerPlay size={16} />
        </ActionIcon>
      )}
    </>
  )
}
