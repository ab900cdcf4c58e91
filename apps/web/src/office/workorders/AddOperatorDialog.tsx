import { Skeleton } from '@mantine/core'
import { Id } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'

type Props = { isOpen: boolean; onClose: () => void }
type Candidate = { id: string; name: string; email: string }

/** Makes a user of the platform an operator. */
export function AddOperatorDialog(props: Props) {
  const t = useTexts('support.operatorsPage.dialog')
  const support = useTexts('support')
  const found = useRead('manage.listOperatorCandidates', {}, { isFresh: true })
  const list = found.data?.list
  if (list && list.length > 0) return <ChooseUser {...props} list={list} />
  return (
    <InfoDialog {...props} title={support('operatorsPage.add')}>
      {found.failure && <ErrorState {...found.failure} onRetry={found.refetch} />}
      {found.isLoading && <Skeleton height={64} />}
      {list && <p>{t('none')}</p>}
    </InfoDialog>
  )
}

function ChooseUser({ list, ...frame }: Props & { list: readonly Candidate[] }) {
  const t = useTexts('support.operatorsPage.dialog')
  const support = useTexts('support')
  return (
    <FormDialog
      {...frame}
      title={support('operatorsPage.add')}
      confirm={support('operatorsPage.add')}
      call="operators.create"
      rules={{ id: Id }}
      initial={{ id: '' }}
      input={({ id }) => ({ params: { id } })}
      fields={[
        {
          name: 'id',
          label: t('user'),
          help: t('help'),
          as: 'select',
          choose: t('choose'),
          options: list.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
        },
      ]}
      done={({ name }) => t('done', { name })}
    />
  )
}
