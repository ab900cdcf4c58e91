import type { FailedJob } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import { useJobName } from './use-job-actions.tsx'

/** Asks before a job is given up for good. */
export function DropDialog({
  job,
  isOpen,
  onClose,
}: {
  job: FailedJob
  isOpen: boolean
  onClose: () => void
}) {
  const t = useTexts('health.jobs')
  const nameOf = useJobName()
  const write = useWrite('health.dropJob')
  const confirm = async () => {
    const isDone = await write.send({ params: { id: job.id } })
    onClose()
    if (isDone) showNotice({ level: 'info', text: t('dropped') })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('dropTitle')}
      confirm={t('drop')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('dropText', { name: nameOf(job.name) })}</p>
    </ConfirmDialog>
  )
}
