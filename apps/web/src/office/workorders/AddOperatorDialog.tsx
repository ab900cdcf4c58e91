import { NativeSelect, Skeleton } from '@mantine/core'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog, InfoDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'

const AddForm = z.strictObject({ id: z.string().check(z.minLength(1, 'required')) })

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

function ChooseUser({ isOpen, onClose, list }: Props & { list: readonly Candidate[] }) {
  const t = useTexts('support.operatorsPage.dialog')
  const support = useTexts('support')
  const form = useContractForm({ schema: AddForm, initial: { id: '' } })
  const write = useWrite('operators.create', { form })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={support('operatorsPage.add')}
      confirm={support('operatorsPage.add')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ id }) => {
        const made = await write.send({ params: { id } })
        if (!made) return
        onClose()
        showNotice({ level: 'info', text: t('done', { name: made.name }) })
      })}
    >
      <NativeSelect
        label={t('user')}
        description={t('help')}
        data={[
          { value: '', label: t('choose'), disabled: true },
          ...list.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
        ]}
        withAsterisk
        aria-required
        {...form.getInputProps('id')}
      />
    </FormDialog>
  )
}
