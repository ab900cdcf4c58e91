import { orderRoutes } from '@pontic/contract'
import { clsx } from 'clsx'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { DayField, dayFromToday } from '../../../ui/DayField.tsx'
import css from '../../../ui/Dialog.module.css'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { DeliveryProposal, useProposedDay } from '../../delivery/DeliveryProposal.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

/** Accepts a case and confirms or moves the delivery day. */
export function AcceptDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.accept')
  const orderTexts = useTexts('order')
  const orders = useTexts('orders')
  const { weekday } = useFormats()
  const session = useSession()
  const proposed = useProposedDay(order.labId, order.type)
  const { id, version, number } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={({ deliveryOn: day }) =>
        day ? t('confirmFor', { day: weekday(day) }) : orderTexts('action.accept')
      }
      call="orders.accept"
      {...useCaseWrite(id, onClose)}
      rules={orderRoutes['orders.accept'].body.shape}
      initial={{ deliveryOn: order.deliveryOn ?? '', operator: session?.name ?? '' }}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        ({ values, getInputProps, setFieldValue }) => (
          <DeliveryFields
            wished={order.deliveryOn}
            clinicName={order.clinicName}
            proposed={proposed}
            day={values.deliveryOn || null}
            field={getInputProps('deliveryOn')}
            onDay={(day) => setFieldValue('deliveryOn', day)}
          />
        ),
        { name: 'operator', label: orders('columns.operator'), help: t('operatorHelp') },
      ]}
    />
  )
}

/** The delivery day with the proposed day, and a note if it differs from the clinic's wish. */
function DeliveryFields(props: {
  wished: string | null
  clinicName: string
  proposed: string | undefined
  day: string | null
  field: ComponentProps<typeof DayField>
  onDay: (day: string) => void
}) {
  const t = useTexts('orders.accept')
  const orders = useTexts('orders')
  const { weekday } = useFormats()
  const { wished, proposed, day, onDay } = props
  const select = useRef(onDay)
  select.current = onDay
  // If the clinic wished for no day, start with the proposed one.
  useEffect(() => {
    if (wished === null && proposed !== undefined) select.current(proposed)
  }, [wished, proposed])
  const isMoved = wished !== null && day !== null && day !== wished
  return (
    <>
      <DayField
        label={orders('columns.deliveryOn')}
        description={wished ? t('wish', { day: weekday(wished) }) : t('noWish')}
        min={dayFromToday()}
        data-autofocus
        {...props.field}
        value={day}
      />
      <DeliveryProposal proposed={proposed} day={day} onSelect={onDay} />
      {isMoved && <p className={clsx(css.dialogNote, 'quiet')}>{t('moved', { clinic: props.clinicName })}</p>}
    </>
  )
}
