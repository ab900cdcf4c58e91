import { ExpressNumber, OrderDraft, orderRoutes, rejectReasons } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { CaseFields, toCaseValues } from '../CaseFields.tsx'
import css from '../case-dialog.module.css'
import type { ActionDialogProps } from './order-actions.ts'
import { useCaseWrite } from './use-order-write.ts'

/** Edits the clinic's fields while the case is with the clinic. */
export function EditCaseDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.edit')
  const { id, version, number } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      widthPx={560}
      call="orders.update"
      {...useCaseWrite(id, onClose)}
      rules={OrderDraft.shape}
      initial={toCaseValues(order)}
      draft={`case.${id}.${version}`}
      input={(draft) => ({ body: { id, version, draft } })}
      fields={[(form) => <CaseFields form={form} />]}
    />
  )
}

/** Edits the remark, which both parties see. */
export function RemarkDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.remark')
  const orders = useTexts('orders')
  const { id, number, version, remark } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      call="orders.remark"
      {...useCaseWrite(id, onClose)}
      rules={orderRoutes['orders.remark'].body.shape}
      initial={{ remark }}
      // With the version, so that a draft is not applied to a remark that has changed since.
      draft={`remark.${id}.${version}`}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        { name: 'remark', label: orders('columns.remark'), help: t('help'), as: 'area', rows: [4, 10] },
      ]}
    />
  )
}

/** Rejects a case with a coded reason and a note for the clinic. */
export function RejectDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.reject')
  const common = useTexts('common')
  const reasons = useTexts('order.reason')
  const { id, version, number } = order
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number })}
      confirm={t('confirm')}
      isDangerous
      call="orders.reject"
      {...useCaseWrite(id, onClose)}
      rules={orderRoutes['orders.reject'].body.shape}
      initial={{ reason: '', note: '' }}
      draft={`reject.${id}`}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        {
          name: 'reason',
          label: common('label.reason'),
          as: 'select',
          choose: t('choose'),
          options: rejectReasons.map((value) => ({ value, label: reasons(value) })),
        },
        { name: 'note', label: t('note'), help: t('noteHelp', { clinic: order.clinicName }), as: 'area' },
      ]}
    />
  )
}

const shipRules = {
  ...orderRoutes['orders.ship'].body.shape,
  expressNumber: z.union([z.string().check(z.regex(/^\s*$/)), ExpressNumber], 'express_number'),
}

/** Marks a case as shipped. If the express number is empty, it asks for a confirmation first. */
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
      rules={shipRules}
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
            <p className={css.question} role="alert">
              {t('without')}
            </p>
          ),
        { name: 'carrier', label: orders('columns.carrier') },
        { name: 'trackingNote', label: orders('columns.trackingNote'), help: t('noteHelp') },
      ]}
    />
  )
}
