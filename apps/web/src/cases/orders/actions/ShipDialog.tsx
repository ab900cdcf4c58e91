import { ExpressNumber, orderRoutes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import css from '../case-dialog.module.css'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

const rules = {
  ...orderRoutes['orders.ship'].body.shape,
  expressNumber: z.union([z.string().check(z.regex(/^\s*$/)), ExpressNumber], 'express_number'),
}

/**
 * Marks a case as shipped. An express number follows the contract's rule; without one the user is asked whether it goes
 * without.
 */
export function ShipDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.ship')
  const orders = useTexts('orders')
  const [isAsking, setAsking] = useState(false)
  const { id, version, number, carrier, trackingNote } = order
  const isEmpty = (expressNumber: string) => expressNumber.trim() === ''
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={({ expressNumber }) => t(isAsking && isEmpty(expressNumber) ? 'confirmWithout' : 'confirm')}
      call="orders.ship"
      {...useCaseWrite(id, onClose)}
      rules={rules}
      initial={{ expressNumber: '', carrier, trackingNote }}
      input={({ expressNumber, ...more }) => {
        const withoutNumber = isEmpty(expressNumber)
        if (withoutNumber && !isAsking) return void setAsking(true)
        return {
          body: { id, version, ...more, expressNumber: withoutNumber ? null : expressNumber, withoutNumber },
        }
      }}
      fields={[
        {
          name: 'expressNumber',
          label: orders('columns.expressNumber'),
          help: t('numberHelp'),
          autoCapitalize: 'characters',
          autoComplete: 'off',
          spellCheck: false,
        },
        ({ values }) =>
          isAsking &&
          isEmpty(values.expressNumber) && (
            <p className={css.dialogAsk} role="alert">
              {t('without')}
            </p>
          ),
        { name: 'carrier', label: orders('columns.carrier') },
        { name: 'trackingNote', label: orders('columns.trackingNote'), help: t('noteHelp') },
      ]}
    />
  )
}
