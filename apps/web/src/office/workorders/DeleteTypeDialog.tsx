import type { WorkOrderType } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import { useTypeName } from './WorkOrderMarks.tsx'

/** Asks before a type is offered no more. */
export function DeleteTypeDialog(props: { subject: WorkOrderType; isOpen: boolean; onClose: () => void }) {
  const { subject: type, isOpen, onClose } = props
  const t = useTexts('support.typesPage.remove')
  const common = useTexts('common')
  const name = useTypeName()(type)
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('deleteName', { name })}
      confirm={t('confirm')}
      isDangerous
      call="worktypes.delete"
      input={{ params: { id: type.id } }}
      done={common('deletedName', { name })}
    >
      <p>{t('text', { open: type.open })}</p>
    </AskDialog>
  )
}
