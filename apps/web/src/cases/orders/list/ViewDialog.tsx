import { type SavedView, type ViewContent, viewRoutes } from '@pontic/contract'
import { useTexts } from '../../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../../ui/Dialog.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useRestoredFocus } from '../../../ui/use-opener.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  kind: 'save' | 'rename' | 'delete'
  /** The view that is renamed or deleted. */
  view: SavedView | undefined
  /** The content of a new view. */
  content: ViewContent
  /** Receives the saved view; undefined after a deletion. */
  onSaved: (view: SavedView | undefined) => void
}

/** Saves, renames or deletes a view. */
export function ViewDialog({ isOpen, onClose, kind, view, content, onSaved }: Props) {
  useRestoredFocus(isOpen)
  const t = useTexts('orders.views')
  const common = useTexts('common')
  if (kind === 'delete')
    return (
      view && (
        <ConfirmCallDialog
          isOpen={isOpen}
          onClose={onClose}
          title={t('deleteTitle', { name: view.name })}
          confirm={t('delete')}
          isDangerous
          call="views.delete"
          input={{ params: { id: view.id } }}
          staysOnFailure
          onDone={() => onSaved(undefined)}
        >
          <p>{t('deleteText')}</p>
        </ConfirmCallDialog>
      )
    )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(view ? 'rename' : 'save')}
      confirm={t(view ? 'rename' : 'save')}
      call={view ? 'views.update' : 'views.create'}
      rules={viewRoutes['views.create'].body.shape}
      initial={{ name: view?.name ?? '' }}
      input={({ name }) => ({
        body: view ? { id: view.id, name, content: view.content } : { name, content },
      })}
      fields={[
        {
          name: 'name',
          label: common('label.name'),
          help: kind === 'save' ? t('nameHelp') : undefined,
          autoComplete: 'off',
        },
      ]}
      resets
      onDone={onSaved}
    />
  )
}
