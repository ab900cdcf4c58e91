import { useTexts } from '../i18n.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { showNotice } from '../ui/notices.ts'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { useOrderWrite } from './use-order-write.ts'

const target = ({ id, version }: { id: string; version: number }) => ({ id, version })

/** Takes back a send that waits for the upload. */
export function CancelSendDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.cancelSend')
  const write = useOrderWrite('orders.cancelSend', { orderId: order.id, onConflict: onClose })
  const confirm = async () => {
    if (await write.send({ body: target(order) })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('text', { number: order.number })}</p>
    </ConfirmDialog>
  )
}

/** Takes a sent case back. */
export function RecallDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.recall')
  const write = useOrderWrite('orders.recall', { orderId: order.id, onConflict: onClose })
  const confirm = async () => {
    if (await write.send({ body: target(order) })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('text', { number: order.number, lab: order.labName ?? '' })}</p>
    </ConfirmDialog>
  )
}

/** Says that a case comes without scans. */
export function NoScansDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.noScans')
  const write = useOrderWrite('orders.declareNoScans', { orderId: order.id, onConflict: onClose })
  const confirm = async () => {
    if (await write.send({ body: target(order) })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('text')}</p>
    </ConfirmDialog>
  )
}

/** Confirms receipt; from production with the confirmation that it arrived although nobody marked it shipped. */
export function CompleteDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.complete')
  const write = useOrderWrite('orders.complete', { orderId: order.id, onConflict: onClose })
  const isUnshipped = order.status === 'accepted'
  const confirm = async () => {
    if (await write.send({ body: { ...target(order), arrivedUnshipped: isUnshipped } })) onClose()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={isUnshipped ? t('confirmUnshipped') : t('confirm')}
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t(isUnshipped ? 'textUnshipped' : 'text', { number: order.number, lab: order.labName ?? '' })}</p>
    </ConfirmDialog>
  )
}

/** Discards a case; it can be restored for 30 days. */
export function DiscardDialog({ order, isOpen, onClose, onGone }: ActionDialogProps) {
  const t = useTexts('orders.discard')
  const write = useOrderWrite('orders.discard', { orderId: order.id, onConflict: onClose })
  const confirm = async () => {
    if (!(await write.send({ params: { id: order.id } }))) return
    onClose()
    onGone?.()
    showNotice({ level: 'info', text: t('done', { number: order.number }) })
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onConfirm={confirm}
    >
      <p>{t('text', { number: order.number, patient: order.patientName })}</p>
    </ConfirmDialog>
  )
}
