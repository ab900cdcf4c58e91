import { TextInput } from '@mantine/core'
import { type SavedView, type ViewContent, viewRoutes } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { ConfirmDialog, FormDialog } from '../../ui/Dialog.tsx'
import { useOpener } from '../../ui/use-opener.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  kind: 'save' | 'rename' | 'delete'
  /** The view that is renamed or deleted. */
  view: SavedView | undefined
  /** What a new view keeps. */
  content: ViewContent
  /** The view that is shown from now on; undefined after it was deleted. */
  onSaved: (view: SavedView | undefined) => void
}

const { name } = viewRoutes['views.create'].body.shape
const NameForm = z.strictObject({ name })

/** Names a view that is saved or renamed, or asks before one is deleted. */
export function ViewDialog(props: Props) {
  useOpener(props.isOpen)
  return props.kind === 'delete' ? <DeleteView {...props} /> : <NameView {...props} />
}

function NameView({ isOpen, onClose, kind, view, content, onSaved }: Props) {
  const t = useTexts('orders.views')
  const common = useTexts('common')
  const form = useContractForm({ schema: NameForm, initial: { name: view?.name ?? '' } })
  const create = useWrite('views.create', { form })
  const update = useWrite('views.update', { form })
  const submit = form.submit(async ({ name: typed }) => {
    const saved = view
      ? await update.send({ body: { id: view.id, name: typed, content: view.content } })
      : await create.send({ body: { name: typed, content } })
    if (!saved) return
    onSaved(saved)
    form.reset()
    onClose()
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(view ? 'rename' : 'save')}
      confirm={t(view ? 'rename' : 'save')}
      isBusy={create.isBusy || update.isBusy}
      onSubmit={submit}
    >
      <TextInput
        label={common('label.name')}
        description={kind === 'save' ? t('nameHelp') : undefined}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}

function DeleteView({ isOpen, onClose, view, onSaved }: Props) {
  const t = useTexts('orders.views')
  const write = useWrite('views.delete')
  if (!view) return null
  const confirm = async () => {
    if (!(await write.send({ params: { id: view.id } }))) return
    onSaved(undefined)
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('deleteTitle', { name: view.name })}
      confirm={t('delete')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={() => void confirm()}
    >
      <p>{t('deleteText')}</p>
    </ConfirmDialog>
  )
}
