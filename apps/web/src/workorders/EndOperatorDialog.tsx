import type { Operator } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { markStale } from '../cache.ts'
import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'

/** Asks before somebody ceases to be an operator, and says what becomes of his requests. */
export function EndOperatorDialog(props: { operator: Operator; isOpen: boolean; onClose: () => void }) {
  const { operator, onClose } = props
  const { id, name, open } = operator
  const t = useTexts('support.operatorsPage.remove')
  const write = useWrite('operators.delete')
  const confirm = async () => {
    const ended = await write.send({ params: { id } })
    onClose()
    if (!ended) return
    markStale('workorders')
    showNotice({ level: 'info', text: t('done', { name, count: ended.returned }) })
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
      <p>{t('text', { open })}</p>
    </ConfirmDialog>
  )
}
