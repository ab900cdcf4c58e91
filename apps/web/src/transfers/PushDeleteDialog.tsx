import type { PushSetting } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'

/** Asks before a push setting is deleted, and says what that takes along. */
export function PushDeleteDialog(props: { setting: PushSetting; isOpen: boolean; onClose: () => void }) {
  const { setting, onClose } = props
  const t = useTexts('transfers.push.remove')
  const { name, organizations, waiting } = setting
  const write = useWrite('pushSettings.delete')
  const confirm = async () => {
    const isDone = await write.send({ params: { id: setting.id } })
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
      <p>{t('text', { users: organizations.length, waiting })}</p>
    </ConfirmDialog>
  )
}
