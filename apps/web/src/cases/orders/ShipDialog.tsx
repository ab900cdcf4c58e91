import { TextInput } from '@mantine/core'
import { ExpressNumber, orderRoutes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

const { carrier, trackingNote } = orderRoutes['orders.ship'].body.shape
const ShipForm = z.strictObject({ expressNumber: z.string(), carrier, trackingNote })

/**
 * Marks a case as shipped. An express number follows the contract's rule; without one the user is asked whether it goes
 * without (requirement 5.express.empty).
 */
export function ShipDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.ship')
  const orders = useTexts('orders')
  const [isAsking, setAsking] = useState(false)
  const form = useContractForm({
    schema: ShipForm,
    initial: { expressNumber: '', carrier: order.carrier, trackingNote: order.trackingNote },
    check: ({ expressNumber }) =>
      expressNumber.trim() === '' || z.safeParse(ExpressNumber, expressNumber).success
        ? {}
        : { expressNumber: 'express_number' },
  })
  const write = useOrderWrite('orders.ship', { orderId: order.id, form, onConflict: onClose })
  const isEmpty = form.values.expressNumber.trim() === ''
  const isAsked = isAsking && isEmpty
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={isAsked ? t('confirmWithout') : t('confirm')}
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ expressNumber, ...more }) => {
        if (isEmpty && !isAsking) return setAsking(true)
        const number = { expressNumber: isEmpty ? null : expressNumber, withoutNumber: isEmpty }
        const shipped = await write.send({
          body: { id: order.id, version: order.version, ...more, ...number },
        })
        if (shipped) onClose()
      })}
    >
      <TextInput
        label={orders('columns.expressNumber')}
        description={t('numberHelp')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('expressNumber')}
      />
      {isAsked && (
        <p className="dialog-ask" role="alert">
          {t('without')}
        </p>
      )}
      <TextInput label={orders('columns.carrier')} {...form.getInputProps('carrier')} />
      <TextInput
        label={orders('columns.trackingNote')}
        description={t('noteHelp')}
        {...form.getInputProps('trackingNote')}
      />
    </FormDialog>
  )
}
