import { limits, type Order } from '@pontic/contract'
import { useRead, useWrite } from '../api.ts'
import { useFormats, useTexts } from '../i18n.tsx'
import type { DialogProps } from '../ui/use-dialogs.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

/** Asks before a case is deleted, and says what goes along. */
export function ConfirmCase(props: DialogProps<Order, 'delete'>) {
  return props.subject ? <Ask {...props} order={props.subject} /> : null
}

function Ask({ order, isOpen, onClose }: DialogProps<Order, 'delete'> & { order: Order }) {
  const t = useTexts('manage.case.deleting')
  const { size } = useFormats()
  const { number } = order
  const input = { params: { id: order.id } }
  const weight = useRead('manage.weighOrder', input, { isFresh: true })
  const { send, isBusy } = useWrite('manage.deleteOrder')
  const restore = useWrite('manage.restoreOrder')
  return (
    <DeleteDialog
      isOpen={isOpen}
      onClose={onClose}
      words={{
        title: t('title', { number }),
        confirm: t('confirm'),
        done: t('done', { number }),
        undo: t('undo'),
      }}
      weight={weight}
      send={() => send(input)}
      isBusy={isBusy}
      onUndo={() => void restore.send(input)}
    >
      {({ files, filesBytes, messages, shares, clinicName, labName }) => (
        <>
          <p>{t('text', { days: limits.orderDiscardDays })}</p>
          <ul className="manage-weight">
            <li>{t('files', { count: files, size: size(filesBytes) })}</li>
            {messages > 0 && <li>{t('messages', { count: messages })}</li>}
            {shares > 0 && <li>{t('shares', { count: shares })}</li>}
            <li>
              {labName === null
                ? t('alone', { clinic: clinicName })
                : t('both', { clinic: clinicName, lab: labName })}
            </li>
          </ul>
        </>
      )}
    </DeleteDialog>
  )
}
