import type { PullSetting } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'

/** Asks before a pull setting is deleted, and says what stays. */
export function PullDeleteDialog(props: { setting: PullSetting; isOpen: boolean; onClose: () => void }) {
  const { setting, onClose } = props
  const t = useTexts('transfers.pull.remove')
  const { id, name, clinicName } = setting
  const write = useWrite('pullSettings.delete')
  const confirm = async () => {
    const isDone = await write.send({ params: { id } })
    onClose()
    if (isDone) showNotice({ level: 'info', text: t('done', { name }) })
  }
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('text', { clinic: clinicName })}</p>
    </ConfirmDialog>
  )
}
