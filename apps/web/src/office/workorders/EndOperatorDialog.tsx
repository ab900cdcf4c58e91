import type { Operator } from '@pontic/contract'
import { useWrite } from '../../frame/api.ts'
import { markStale } from '../../frame/cache.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'

/** Asks before somebody ceases to be an operator, and says what becomes of his requests. */
export function EndOperatorDialog(props: { subject: Operator; isOpen: boolean; onClose: () => void }) {
  const { id, name, open } = props.subject
  const t = useTexts('support.operatorsPage.remove')
  const support = useTexts('support')
  const { send, isBusy } = useWrite('operators.delete')
  const end = async () => {
    const ended = await send({ params: { id } })
    if (ended) markStale('workorders')
    return ended
  }
  return (
    <AskDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { name })}
      confirm={support('operatorsPage.end')}
      isDangerous
      isBusy={isBusy}
      send={end}
      done={({ returned }) => t('done', { name, count: returned })}
    >
      <p>{t('text', { open })}</p>
    </AskDialog>
  )
}
