import { limits, type Order } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import css from './Manage.module.css'

/** Asks before a case is deleted, and says what goes along. */
export function ConfirmCase(props: DialogProps<Order, 'delete'>) {
  return props.subject ? <Ask {...props} order={props.subject} /> : null
}

function Ask({ order, isOpen, onClose }: DialogProps<Order, 'delete'> & { order: Order }) {
  const t = useTexts('manage.case.deleting')
  const { size } = useFormats()
  return (
    <DeleteDialog
      isOpen={isOpen}
      onClose={onClose}
      kind="case"
      id={order.id}
      values={{ number: order.number }}
    >
      {({ files, filesBytes, messages, shares, clinicName, labName }) => (
        <>
          <p>{t('text', { days: limits.orderDiscardDays })}</p>
          <ul className={css.manageWeight}>
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
