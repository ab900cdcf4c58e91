import { Text } from '@mantine/core'
import { movedDayRoutes } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { ConfirmDialog, FormDialogFrame } from '../../../ui/Dialog.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { TechnicianSelect } from '../technicians/TechnicianSelect.tsx'
import { type ActionDialogProps, useCaseDialog, useOrderWrite } from './use-order-write.ts'

/** Assigns a technician to a case, or ends the assignment. */
export function AssignDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.assign')
  const actions = useTexts('order.action')
  const [technicianId, setTechnician] = useState(order.technicianId)
  const assign = useWrite('orders.assign', { stale: ['orders'] })
  const submit = async () => {
    const reply = await assign.send({ body: { ids: [order.id], technicianId } })
    if (reply === undefined) return
    const refusal = reply.list[0]?.message
    if (refusal) showNotice({ level: 'error', text: refusal })
    onClose()
  }
  return (
    <FormDialogFrame
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={actions('assign')}
      isBusy={assign.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TechnicianSelect value={technicianId} onChange={setTechnician} />
    </FormDialogFrame>
  )
}

/**
 * Moves the confirmed delivery day of a case. A later day is only proposed to the clinic.
 * @param props.day the day to start with; by default the current one
 */
export function MoveDayDialog(props: ActionDialogProps) {
  const { order, day } = props
  const t = useTexts('orders.moveDay')
  const orders = useTexts('orders')
  const actions = useTexts('order.action')
  const { weekday } = useFormats()
  const { id, version, number, deliveryOn: current, clinicName } = order
  const isLater = (next: string) => current !== null && next > current
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={({ deliveryOn: next }) => {
        if (!next) return actions('moveDay')
        return isLater(next) ? t('propose', { day: weekday(next) }) : t('move', { day: weekday(next) })
      }}
      isDisabled={({ deliveryOn: next }) => next === current}
      call="orders.moveDay"
      rules={movedDayRoutes['orders.moveDay'].body.shape}
      initial={{ deliveryOn: day ?? order.proposedOn ?? current ?? '' }}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        ({ values, getInputProps, setFieldValue }) => (
          <>
            <DayField
              label={orders('columns.deliveryOn')}
              min={dayFromToday()}
              data-autofocus
              {...getInputProps('deliveryOn')}
              value={values.deliveryOn || null}
              onChange={(next) => setFieldValue('deliveryOn', next ?? '')}
            />
            {values.deliveryOn && values.deliveryOn !== current && (
              <Text c="dimmed" fz="sm" role="status">
                {isLater(values.deliveryOn) && current !== null
                  ? t('asks', { clinic: clinicName, day: weekday(current) })
                  : orders('accept.moved', { clinic: clinicName })}
              </Text>
            )}
          </>
        ),
      ]}
    />
  )
}

/** Answers the delivery day that the laboratory proposes: the clinic agrees, or keeps the confirmed day. */
export function AnswerDayDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.answerDay')
  const { weekday } = useFormats()
  const { id, version, number, labName, proposedOn, deliveryOn } = order
  const answer = useOrderWrite('orders.answerDay', { orderId: id, onConflict: onClose })
  const send = async (agrees: boolean) => {
    if (await answer.send({ body: { id, version, agrees } })) onClose()
  }
  if (proposedOn === null || deliveryOn === null) return null
  const days = { day: weekday(proposedOn), before: weekday(deliveryOn) }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('agree', days)}
      isBusy={answer.isBusy}
      other={{ label: t('keep', { day: days.before }), onSelect: () => void send(false) }}
      onConfirm={() => send(true)}
    >
      <p>{t('text', { lab: labName ?? '', ...days })}</p>
    </ConfirmDialog>
  )
}
