import { useTexts } from '../../../frame/i18n.tsx'
import { ConfirmCall } from './ConfirmCall.tsx'
import type { ActionDialogProps } from './use-order-write.ts'

/** Returns the props that the dialogs of this file share. */
const frameOf = ({ order: { id, version }, isOpen, onClose }: ActionDialogProps) => ({
  orderId: id,
  input: { body: { id, version } },
  isOpen,
  onClose,
})

/** Cancels a deferred send. */
function CancelSendDialog(props: ActionDialogProps) {
  const t = useTexts('orders.cancelSend')
  const actions = useTexts('order.action')
  const { number } = props.order
  const texts = { title: t('title'), confirm: actions('cancelSend'), text: t('text', { number }) }
  return <ConfirmCall {...frameOf(props)} {...texts} call="orders.cancelSend" />
}

/** Recalls a case that was sent to a laboratory. */
function RecallDialog(props: ActionDialogProps) {
  const t = useTexts('orders.recall')
  const { number, labName } = props.order
  const text = t('text', { number, lab: labName ?? '' })
  const texts = { title: t('title'), confirm: t('confirm'), text }
  return <ConfirmCall {...frameOf(props)} {...texts} call="orders.recall" />
}

/** Declares that a case has no scans. */
function NoScansDialog(props: ActionDialogProps) {
  const t = useTexts('orders.noScans')
  const actions = useTexts('order.action')
  const texts = { title: t('title'), confirm: actions('declareNoScans'), text: t('text') }
  return <ConfirmCall {...frameOf(props)} {...texts} call="orders.declareNoScans" />
}

/** Confirms the receipt of a case, even if the laboratory did not mark it as shipped. */
function CompleteDialog(props: ActionDialogProps) {
  const t = useTexts()
  const { id, version, number, status, labName } = props.order
  const arrivedUnshipped = status === 'accepted'
  const confirm = t(arrivedUnshipped ? 'orders.complete.confirmUnshipped' : 'order.action.complete')
  const key = arrivedUnshipped ? 'orders.complete.textUnshipped' : 'orders.complete.text'
  const texts = { title: t('orders.complete.title'), confirm, text: t(key, { number, lab: labName ?? '' }) }
  const input = { body: { id, version, arrivedUnshipped } }
  return <ConfirmCall {...frameOf(props)} {...texts} call="orders.complete" input={input} />
}

/** Discards a case, which can be restored for `limits.orderDiscardDays` days. */
function DiscardDialog(props: ActionDialogProps) {
  const t = useTexts('orders.discard')
  const { id, number, patientName } = props.order
  const text = t('text', { number, patient: patientName })
  const texts = { title: t('title'), confirm: t('confirm'), text, done: t('done', { number }) }
  const call = {
    call: 'orders.discard',
    input: { params: { id } },
    onDone: () => props.onDiscarded?.(),
  } as const
  return <ConfirmCall {...frameOf(props)} {...texts} {...call} isDangerous />
}

/** The dialogs of actions that only need a confirmation. */
export const confirmDialogs = {
  cancelSend: CancelSendDialog,
  recall: RecallDialog,
  declareNoScans: NoScansDialog,
  complete: CompleteDialog,
  discard: DiscardDialog,
}
