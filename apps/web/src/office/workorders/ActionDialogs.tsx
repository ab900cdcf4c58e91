import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Skeleton } from '@mantine/core'
import { type HandleAction, Id, type WorkOrderDetail } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog, InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFollowUp } from './follow-up.ts'

type Props = { detail: WorkOrderDetail; isOpen: boolean; onClose: () => void }

/** Assigns a request to an operator. If there is no other operator, the dialog links to the page of operators. */
export function AssignDialog({ detail, ...frame }: Props) {
  const t = useTexts('support')
  const options = useRead('operators.listOptions', {}, { isFresh: true })
  const { id, number, version, operatorId } = detail.workOrder
  const title = t('assign.title', { number })
  const others = options.data?.list.filter((one) => one.id !== operatorId)
  if (others === undefined || others.length === 0)
    return (
      <InfoDialog {...frame} title={title}>
        {options.failure && <ErrorState {...options.failure} onRetry={options.refetch} />}
        {options.isLoading && <Skeleton height={64} />}
        {others && (
          <>
            <p>{t('assign.none')}</p>
            <Button variant="default" renderRoot={(root) => <Link to="/manage/workorderopr" {...root} />}>
              {t('assign.toOperators')}
            </Button>
          </>
        )}
      </InfoDialog>
    )
  return (
    <FormDialog
      {...frame}
      title={title}
      confirm={t('assign.confirm')}
      call="workorders.assign"
      rules={{ operatorId: Id }}
      initial={{ operatorId: '' }}
      input={({ operatorId }) => ({ body: { id, operatorId, version } })}
      onFailure={() => {
        frame.onClose()
        return false
      }}
      fields={[
        {
          name: 'operatorId',
          label: t('list.column.operator'),
          as: 'select',
          choose: t('assign.choose'),
          options: others.map((one) => ({ value: one.id, label: one.name })),
        },
      ]}
      done={({ operatorName }) => t('assign.done', { number, name: operatorName ?? '' })}
    />
  )
}

/** Asks for confirmation of an action on a request. For `unresolved`, the dialog also offers a follow-up request. */
export function ConfirmAction({ action, detail, ...frame }: Props & { action: HandleAction }) {
  const t = useTexts('support.confirm')
  const startFollowUp = useFollowUp()
  const [hasFollowUp, setFollowUp] = useState(true)
  const { id, number, version } = detail.workOrder
  const isUnresolved = action === 'unresolved'
  return (
    <ConfirmCallDialog
      {...frame}
      title={t(`${action}.title`, { number })}
      confirm={t(`${action}.confirm`)}
      isDangerous={action === 'close'}
      call="workorders.handle"
      input={{ body: { id, action, version } }}
      onDone={() => isUnresolved && hasFollowUp && startFollowUp(detail)}
    >
      <p>{t(`${action}.text`)}</p>
      {isUnresolved && (
        <Checkbox
          label={t('unresolved.again')}
          checked={hasFollowUp}
          onChange={(event) => setFollowUp(event.currentTarget.checked)}
        />
      )}
    </ConfirmCallDialog>
  )
}
