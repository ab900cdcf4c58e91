import { TextInput } from '@mantine/core'
import { orderRoutes } from '@pontic/contract'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { DayField, dayFromToday } from '../../ui/DayField.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import { DeliveryProposal, useProposedDay } from './DeliveryProposal.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

const { deliveryOn, operator } = orderRoutes['orders.accept'].body.shape
const AcceptForm = z.strictObject({ deliveryOn, operator })

/** Accepts a case: the delivery day is confirmed or moved. */
export function AcceptDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.accept')
  const orderTexts = useTexts('order')
  const orders = useTexts('orders')
  const { weekday } = useFormats()
  const session = useSession()
  const form = useContractForm({
    schema: AcceptForm,
    initial: { deliveryOn: order.deliveryOn ?? '', operator: session?.name ?? '' },
  })
  const write = useOrderWrite('orders.accept', { orderId: order.id, form, onConflict: onClose })
  const day = form.values.deliveryOn
  const proposed = useProposedDay(order.labId, order.type)
  const offer = useRef(form.setFieldValue)
  offer.current = form.setFieldValue
  // The clinic named no day: the laboratory's own pace does.
  useEffect(() => {
    if (order.deliveryOn === null && proposed !== undefined) offer.current('deliveryOn', proposed)
  }, [order.deliveryOn, proposed])
  const isMoved = order.deliveryOn !== null && day !== '' && day !== order.deliveryOn
  const wish = order.deliveryOn ? t('wish', { day: weekday(order.deliveryOn) }) : t('noWish')
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={day ? t('confirmFor', { day: weekday(day) }) : orderTexts('action.accept')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async (values) => {
        if (await write.send({ body: { id: order.id, version: order.version, ...values } })) onClose()
      })}
    >
      <DayField
        label={orders('columns.deliveryOn')}
        description={wish}
        min={dayFromToday()}
        value={day || null}
        onChange={(value) => form.setFieldValue('deliveryOn', value ?? '')}
        error={form.errors.deliveryOn}
        withAsterisk
        data-autofocus
      />
      <DeliveryProposal
        proposed={proposed}
        day={day || null}
        onTake={(taken) => form.setFieldValue('deliveryOn', taken)}
      />
      {isMoved && <p className="quiet dialog-note">{t('moved', { clinic: order.clinicName })}</p>}
      <TextInput
        label={orders('columns.operator')}
        description={t('operatorHelp')}
        {...form.getInputProps('operator')}
      />
    </FormDialog>
  )
}
