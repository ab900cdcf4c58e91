import { Skeleton } from '@mantine/core'
import { limits, type Order } from '@pontic/contract'
import { useRead, useWrite } from '../api.ts'
import { useFormats, useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import type { ManageDialogProps } from './use-actions.tsx'

/** Asks before a case is deleted, and says what goes along. */
export function ConfirmCase(props: ManageDialogProps<Order, 'delete'>) {
  return props.subject ? <Ask {...props} order={props.subject} /> : null
}

function Ask({ order, isOpen, onClose }: ManageDialogProps<Order, 'delete'> & { order: Order }) {
  const t = useTexts('manage.case.deleting')
  const { size } = useFormats()
  const { id, number } = order
  const weight = useRead('manage.weighOrder', { params: { id } }, { isFresh: true })
  const write = useWrite('manage.deleteOrder')
  const restore = useWrite('manage.restoreOrder')
  const confirm = async () => {
    const isDone = await write.send({ params: { id } })
    onClose()
    if (!isDone) return
    const undo = { label: t('undo'), onSelect: () => void restore.send({ params: { id } }) }
    showNotice({ level: 'info', text: t('done', { number }), action: undo })
  }
  const { data } = weight
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy || (data === undefined && weight.failure === undefined)}
      onConfirm={() => void confirm()}
    >
      {data === undefined && !weight.failure && <Skeleton height={96} />}
      {weight.failure && <p role="alert">{weight.failure.message}</p>}
      {data && (
        <>
          <p>{t('text', { days: limits.orderDiscardDays })}</p>
          <ul className="manage-weight">
            <li>{t('files', { count: data.files, size: size(data.filesBytes) })}</li>
            {data.messages > 0 && <li>{t('messages', { count: data.messages })}</li>}
            {data.shares > 0 && <li>{t('shares', { count: data.shares })}</li>}
            <li>
              {data.labName === null
                ? t('alone', { clinic: data.clinicName })
                : t('both', { clinic: data.clinicName, lab: data.labName })}
            </li>
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
