import type { Operator } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'

/** Asks before somebody ceases to be an operator, and says what becomes of his requests. */
export function EndOperatorDialog(props: { subject: Operator; isOpen: boolean; onClose: () => void }) {
  const { id, name, open } = props.subject
  const t = useTexts('support.operatorsPage.remove')
  const support = useTexts('support')
  return (
    <AskDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { name })}
      confirm={support('operatorsPage.end')}
      isDangerous
      call="operators.delete"
      input={{ params: { id } }}
      stale={['workorders']}
      done={({ returned }) => t('done', { name, count: returned })}
    >
      <p>{t('text', { open })}</p>
    </AskDialog>
  )
}
