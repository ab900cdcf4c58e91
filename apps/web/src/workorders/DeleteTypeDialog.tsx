import type { WorkOrderType } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import { useTypeName } from './WorkOrderMarks.tsx'

/** Asks before a type is offered no more. */
export function DeleteTypeDialog(props: { type: WorkOrderType; isOpen: boolean; onClose: () => void }) {
  const { type, onClose } = props
  const t = useTexts('support.typesPage.remove')
  const name = useTypeName()(type)
  const write = useWrite('worktypes.delete')
  const confirm = async () => {
    const isDone = await write.send({ params: { id: type.id } })
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
      <p>{t('text', { open: type.open })}</p>
    </ConfirmDialog>
  )
}
