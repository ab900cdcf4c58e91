import type { FailedJob } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import { useJobName } from './JobTable.tsx'

/** Confirms that a job is dropped for good. */
export function DropDialog({
  subject,
  ...frame
}: {
  subject: FailedJob
  isOpen: boolean
  onClose: () => void
}) {
  const { id, name } = subject
  const t = useTexts('health.jobs')
  const nameOf = useJobName()
  return (
    <AskDialog
      {...frame}
      title={t('dropTitle')}
      confirm={t('drop')}
      isDangerous
      call="health.dropJob"
      input={{ params: { id } }}
      done={t('dropped')}
    >
      <p>{t('dropText', { name: nameOf(name) })}</p>
    </AskDialog>
  )
}
