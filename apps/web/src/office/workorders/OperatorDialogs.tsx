import { Skeleton } from '@mantine/core'
import { Id, type Operator } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog, InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** Dialog that makes a user of the platform an operator. */
export function AddOperator(props: Props) {
  const t = useTexts('support.operatorsPage')
  const found = useRead('manage.listOperatorCandidates', {}, { isFresh: true })
  const list = found.data?.list
  if (list === undefined || list.length === 0)
    return (
      <InfoDialog {...props} title={t('add')}>
        {found.failure && <ErrorState {...found.failure} onRetry={found.refetch} />}
        {found.isLoading && <Skeleton height={64} />}
        {list && <p>{t('dialog.none')}</p>}
      </InfoDialog>
    )
  return (
    <FormDialog
      {...props}
      title={t('add')}
      confirm={t('add')}
      call="operators.create"
      rules={{ id: Id }}
      initial={{ id: '' }}
      input={({ id }) => ({ params: { id } })}
      fields={[
        {
          name: 'id',
          label: t('dialog.user'),
          help: t('dialog.help'),
          as: 'select',
          choose: t('dialog.choose'),
          options: list.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
        },
      ]}
      done={({ name }) => t('dialog.done', { name })}
    />
  )
}

/** Asks for confirmation before a user stops being an operator. Their open requests become unassigned. */
export function RemoveOperator({ subject, ...frame }: Props & { subject: Operator }) {
  const { id, name, open } = subject
  const t = useTexts('support.operatorsPage')
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('remove.title', { name })}
      confirm={t('end')}
      isDangerous
      call="operators.delete"
      input={{ params: { id } }}
      stale={['workorders']}
      done={({ returned }) => t('remove.done', { name, count: returned })}
    >
      <p>{t('remove.text', { open })}</p>
    </ConfirmCallDialog>
  )
}
