import { Button, Skeleton } from '@mantine/core'
import { Id, type WorkOrderDetail } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Props = { detail: WorkOrderDetail; isOpen: boolean; onClose: () => void }

/** Gives a request to an operator; without any it leads to where they are named. */
export function AssignDialog(props: Props) {
  const t = useTexts('support.assign')
  const options = useRead('operators.listOptions', {}, { isFresh: true })
  const title = t('title', { number: props.detail.workOrder.number })
  const others = options.data?.list.filter(({ id }) => id !== props.detail.workOrder.operatorId)
  if (others && others.length > 0) return <ChooseOperator {...props} title={title} list={others} />
  return (
    <InfoDialog isOpen={props.isOpen} onClose={props.onClose} title={title}>
      {options.failure && <ErrorState {...options.failure} onRetry={options.refetch} />}
      {options.isLoading && <Skeleton height={64} />}
      {others && (
        <>
          <p>{t('none')}</p>
          <Button component={Link} variant="default" {...({ to: '/manage/workorderopr' } as object)}>
            {t('toOperators')}
          </Button>
        </>
      )}
    </InfoDialog>
  )
}

function ChooseOperator(props: Props & { title: string; list: readonly { id: string; name: string }[] }) {
  const t = useTexts('support.assign')
  const support = useTexts('support')
  const { isOpen, onClose, title, list } = props
  const { id, number, version } = props.detail.workOrder
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      confirm={t('confirm')}
      call="workorders.assign"
      rules={{ operatorId: Id }}
      initial={{ operatorId: '' }}
      input={({ operatorId }) => ({ body: { id, operatorId, version } })}
      onFailure={() => {
        onClose()
        return false
      }}
      fields={[
        {
          name: 'operatorId',
          label: support('list.column.operator'),
          as: 'select',
          choose: t('choose'),
          options: list.map((one) => ({ value: one.id, label: one.name })),
        },
      ]}
      done={({ operatorName }) => t('done', { number, name: operatorName ?? '' })}
    />
  )
}
