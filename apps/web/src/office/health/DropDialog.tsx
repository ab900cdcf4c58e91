import type { FailedJob } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import { useJobName } from './use-job-name.ts'

/** Asks before a job is given up for good. */
export function DropDialog(props: { subject: FailedJob; isOpen: boolean; onClose: () => void }) {
  const { id, name } = props.subject
  const t = useTexts('health.jobs')
  const nameOf = useJobName()
  return (
    <AskDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
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
