import { Text } from '@mantine/core'
import { OrderDraft, orderRoutes, rejectReasons } from '@pontic/contract'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { DeliveryProposal, useProposedDay } from '../../delivery/DeliveryProposal.tsx'
import { CarrierField } from '../CarrierField.tsx'
import { CaseFields, toCaseValues } from '../CaseFields.tsx'
import css from '../case-dialog.module.css'
import { isNumberless, OptionalExpressNumber, storeLastCarrier, suggestCarrier } from '../shipping.ts'
import { type ActionDialogProps, useCaseDialog } from './use-order-write.ts'

/** Edits the clinic's fields of a case, while the case is with the clinic. */
export function EditCaseDialog(props: ActionDialogProps) {
  const t = useTexts('orders.edit')
  const { id, version, number } = props.order
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={t('confirm')}
      widthPx={560}
      call="orders.update"
      rules={OrderDraft.shape}
      initial={toCaseValues(props.order)}
      draft={`case.${id}.${version}`}
      input={(draft) => ({ body: { id, version, draft } })}
      fields={[(form) => <CaseFields form={form} />]}
    />
  )
}

/** Edits the remark of a case, which both parties can read. */
export function RemarkDialog(props: ActionDialogProps) {
  const t = useTexts('orders.remark')
  const orders = useTexts('orders')
  const { id, number, version, remark } = props.order
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={t('confirm')}
      call="orders.remark"
      rules={orderRoutes['orders.remark'].body.shape}
      initial={{ remark }}
      // The key contains the version, because a draft must not overwrite a remark that has changed since.
      draft={`remark.${id}.${version}`}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        { name: 'remark', label: orders('columns.remark'), help: t('help'), as: 'area', rows: [4, 10] },
      ]}
    />
  )
}

/** Rejects a case with a coded reason and a note for the clinic. */
export function RejectDialog(props: ActionDialogProps) {
  const { order } = props
  const t = useTexts('orders.reject')
  const common = useTexts('common')
  const reasons = useTexts('order.reason')
  const { id, version, number } = order
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={t('confirm')}
      isDangerous
      call="orders.reject"
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
  expressNumber: OptionalExpressNumber,
}

/** Marks a case as shipped. An empty express number has to be confirmed. The carrier follows the number until the user edits it. */
export function ShipDialog(props: ActionDialogProps) {
  const t = useTexts('orders.ship')
  const orders = useTexts('orders')
  const [isAsking, setAsking] = useState(false)
  const [typedCarrier, setTypedCarrier] = useState(props.order.carrier || undefined)
  const { id, version, number, trackingNote } = props.order
  const carrierFor = (expressNumber: string) => typedCarrier ?? suggestCarrier([expressNumber])
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={({ expressNumber }) =>
        t(isAsking && isNumberless(expressNumber) ? 'confirmWithout' : 'confirm')
      }
      call="orders.ship"
      rules={shipRules}
      initial={{ expressNumber: '', carrier: '', trackingNote }}
      onDone={({ carrier }) => storeLastCarrier(carrier)}
      input={({ expressNumber, ...more }) => {
        const withoutNumber = isNumberless(expressNumber)
        if (withoutNumber && !isAsking) return void setAsking(true)
        return {
          body: {
            id,
            version,
            ...more,
            carrier: carrierFor(expressNumber),
            expressNumber: withoutNumber ? null : expressNumber,
            withoutNumber,
          },
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
          isNumberless(values.expressNumber) && (
            <p className={css.question} role="alert">
              {t('without')}
            </p>
          ),
        ({ values, errors }) => (
          <CarrierField
            label={orders('columns.carrier')}
            value={carrierFor(values.expressNumber)}
            onChange={setTypedCarrier}
            error={errors.carrier}
          />
        ),
        { name: 'trackingNote', label: orders('columns.trackingNote'), help: t('noteHelp') },
      ]}
    />
  )
}

/** Accepts a case with the delivery day that the clinic wished for, or with another one. */
export function AcceptDialog(props: ActionDialogProps) {
  const { order } = props
  const t = useTexts('orders.accept')
  const orderTexts = useTexts('order')
  const orders = useTexts('orders')
  const { weekday } = useFormats()
  const session = useSession()
  const proposed = useProposedDay(order.labId, order.type)
  const { id, version, number } = order
  return (
    <FormDialog
      {...useCaseDialog(props)}
      title={t('title', { number })}
      confirm={({ deliveryOn: day }) =>
        day ? t('confirmFor', { day: weekday(day) }) : orderTexts('action.accept')
      }
      call="orders.accept"
      rules={orderRoutes['orders.accept'].body.shape}
      initial={{ deliveryOn: props.day ?? order.deliveryOn ?? '', operator: session?.name ?? '' }}
      input={(values) => ({ body: { id, version, ...values } })}
      fields={[
        ({ values, getInputProps, setFieldValue }) => (
          <DeliveryFields
            wished={order.deliveryOn}
            isChosen={props.day !== undefined}
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

/** The field for the delivery day, with a proposal and a note if the day differs from the clinic's wish. */
function DeliveryFields(props: {
  wished: string | null
  /** Whether the user has chosen the day before. */
  isChosen: boolean
  clinicName: string
  proposed: string | undefined
  day: string | null
  field: ComponentProps<typeof DayField>
  onDay: (day: string) => void
}) {
  const t = useTexts('orders.accept')
  const orders = useTexts('orders')
  const { weekday } = useFormats()
  const { wished, isChosen, proposed, day, onDay } = props
  const select = useRef(onDay)
  select.current = onDay
  // Without a wish of the clinic, the field starts with the proposed day, unless the user has typed before the proposal arrives.
  const hasTyped = useRef(false)
  useEffect(() => {
    const isFree = wished === null && !isChosen && !hasTyped.current
    if (isFree && proposed !== undefined) select.current(proposed)
  }, [wished, isChosen, proposed])
  const isMoved = wished !== null && day !== null && day !== wished
  return (
    <>
      <DayField
        label={orders('columns.deliveryOn')}
        description={wished ? t('wish', { day: weekday(wished) }) : t('noWish')}
        min={dayFromToday()}
        data-autofocus
        {...props.field}
        onChange={(typed) => {
          hasTyped.current = true
          props.field.onChange(typed)
        }}
        value={day}
      />
      <DeliveryProposal proposed={proposed} day={day} onSelect={onDay} />
      {isMoved && (
        <Text c="dimmed" fz="sm">
          {t('moved', { clinic: props.clinicName })}
        </Text>
      )}
    </>
  )
}
