import type { FailedJob } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import { useJobName } from './JobTable.tsx'

/** Asks for confirmation before a failed job is deleted permanently. */
export function DeleteJobDialog({
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
    <ConfirmCallDialog
      {...frame}
      title={t('dropTitle')}
      confirm={t('drop')}
      isDangerous
      call="health.dropJob"
      input={{ params: { id } }}
      done={t('dropped')}
    >
      <p>{t('dropText', { name: nameOf(name) })}</p>
    </ConfirmCallDialog>
  )
}
