import type { WorkOrderType } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

/** Asks before a type is offered no more. */
export function DeleteTypeDialog(props: { subject: WorkOrderType; isOpen: boolean; onClose: () => void }) {
  const { subject: type, isOpen, onClose } = props
  const t = useTexts('support.typesPage.remove')
  const common = useTexts('common')
  const name = useTypeName()(type)
  const { send, isBusy } = useWrite('worktypes.delete')
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('deleteName', { name })}
      confirm={t('confirm')}
      isDangerous
      isBusy={isBusy}
      send={() => send({ params: { id: type.id } })}
      done={common('deletedName', { name })}
    >
      <p>{t('text', { open: type.open })}</p>
    </AskDialog>
  )
}
