import { Button, NativeSelect, Skeleton } from '@mantine/core'
import type { WorkOrderDetail } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog, InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

const AssignForm = z.strictObject({ operatorId: z.string().check(z.minLength(1, 'required')) })

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
  const form = useContractForm({ schema: AssignForm, initial: { operatorId: '' } })
  const write = useWrite('workorders.assign', { form })
  const { id, number, version } = props.detail.workOrder
  return (
    <FormDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ operatorId }) => {
        const assigned = await write.send({ body: { id, operatorId, version } })
        props.onClose()
        if (assigned)
          showNotice({ level: 'info', text: t('done', { number, name: assigned.operatorName ?? '' }) })
      })}
    >
      <NativeSelect
        label={support('list.column.operator')}
        data={[
          { value: '', label: t('choose'), disabled: true },
          ...props.list.map((one) => ({ value: one.id, label: one.name })),
        ]}
        withAsterisk
        aria-required
        {...form.getInputProps('operatorId')}
      />
    </FormDialog>
  )
}
