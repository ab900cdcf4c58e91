import type { RouteName } from '@pontic/contract'
import type { ReactNode } from 'react'
import type { Input } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { AskDialog } from '../../../ui/Dialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

const target = ({ id, version }: { id: string; version: number }) => ({ body: { id, version } })

/** Asks before one call; it closes when that was done or the case is no longer what was seen. */
function ConfirmCall<N extends RouteName>(
  props: ActionDialogProps & {
    call: N
    input: Input<N>
    title: string
    confirm: string
    isDangerous?: boolean
    done?: string
    onDone?: () => void
    children: ReactNode
  },
) {
  return <AskDialog {...props} {...useCaseWrite(props.order.id, props.onClose)} staysOnFailure />
}

/** Takes back a send that waits for the upload or for its scans to be read. */
export function CancelSendDialog(props: ActionDialogProps) {
  const t = useTexts('orders.cancelSend')
  const orderTexts = useTexts('order')
  const { order } = props
  const words = { title: t('title'), confirm: orderTexts('action.cancelSend') }
  return (
    <ConfirmCall {...props} {...words} call="orders.cancelSend" input={target(order)}>
      <p>{t('text', { number: order.number })}</p>
    </ConfirmCall>
  )
}

/** Takes a sent case back. */
export function RecallDialog(props: ActionDialogProps) {
  const t = useTexts('orders.recall')
  const { order } = props
  const words = { title: t('title'), confirm: t('confirm') }
  return (
    <ConfirmCall {...props} {...words} call="orders.recall" input={target(order)}>
      <p>{t('text', { number: order.number, lab: order.labName ?? '' })}</p>
    </ConfirmCall>
  )
}

/** Says that a case comes without scans. */
export function NoScansDialog(props: ActionDialogProps) {
  const t = useTexts('orders.noScans')
  const orderTexts = useTexts('order')
  const words = { title: t('title'), confirm: orderTexts('action.declareNoScans') }
  return (
    <ConfirmCall {...props} {...words} call="orders.declareNoScans" input={target(props.order)}>
      <p>{t('text')}</p>
    </ConfirmCall>
  )
}

/** Confirms receipt; from production with the confirmation that it arrived although nobody marked it shipped. */
export function CompleteDialog(props: ActionDialogProps) {
  const t = useTexts('orders.complete')
  const texts = useTexts()
  const { id, version, number, status, labName } = props.order
  const arrivedUnshipped = status === 'accepted'
  const words = {
    title: t('title'),
    confirm: texts(arrivedUnshipped ? 'orders.complete.confirmUnshipped' : 'order.action.complete'),
  }
  const input = { body: { id, version, arrivedUnshipped } }
  return (
    <ConfirmCall {...props} {...words} call="orders.complete" input={input}>
      <p>{t(arrivedUnshipped ? 'textUnshipped' : 'text', { number, lab: labName ?? '' })}</p>
    </ConfirmCall>
  )
}

/** Discards a case; it can be restored for 30 days. */
export function DiscardDialog(props: ActionDialogProps) {
  const t = useTexts('orders.discard')
  const { id, number, patientName } = props.order
  const words = { title: t('title'), confirm: t('confirm'), isDangerous: true }
  const after = { done: t('done', { number }), onDone: () => props.onGone?.() }
  return (
    <ConfirmCall {...props} {...words} {...after} call="orders.discard" input={{ params: { id } }}>
      <p>{t('text', { number, patient: patientName })}</p>
    </ConfirmCall>
  )
}
