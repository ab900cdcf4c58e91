import { Checkbox } from '@mantine/core'
import type { HandleAction, WorkOrderDetail } from '@pontic/contract'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { AskDialog } from '../../ui/Dialog.tsx'
import { useFollowUp } from './follow-up.ts'

/** Asks before a step and says what it means; Unresolved offers to begin a new request with the old text. */
export function ConfirmAction(props: {
  action: HandleAction
  detail: WorkOrderDetail
  isOpen: boolean
  onClose: () => void
}) {
  const { action, detail, onClose } = props
  const t = useTexts('support.confirm')
  const begin = useFollowUp()
  const [begins, setBegins] = useState(true)
  const { id, number, version } = detail.workOrder
  return (
    <AskDialog
      isOpen={props.isOpen}
      onClose={onClose}
      title={t(`${action}.title`, { number })}
      confirm={t(`${action}.confirm`)}
      isDangerous={action === 'close'}
      call="workorders.handle"
      input={{ body: { id, action, version } }}
      onDone={() => action === 'unresolved' && begins && begin(detail)}
    >
      <p>{t(`${action}.text`)}</p>
      {action === 'unresolved' && (
        <Checkbox
          label={t('unresolved.again')}
          checked={begins}
          onChange={(event) => setBegins(event.currentTarget.checked)}
        />
      )}
    </AskDialog>
  )
}
