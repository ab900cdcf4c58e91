import { Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { type Order, proposeDelivery } from '@pontic/contract'
import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { FormDialogFrame } from '../../../ui/Dialog.tsx'
import { IconAlertCircle, IconCheck, IconMinus } from '../../../ui/icons.ts'
import { useRestoredFocus } from '../../../ui/use-opener.ts'
import listCss from '../../lists.module.css'
import { CarrierField } from '../CarrierField.tsx'
import dialogCss from '../case-dialog.module.css'
import { LabSelect, usePartnerLabs } from '../LabSelect.tsx'
import { storeLastCarrier } from '../shipping.ts'
import { TechnicianSelect } from '../technicians/TechnicianSelect.tsx'
import css from './BulkDialog.module.css'
import type { BulkAction, BulkOutcome } from './bulk.ts'
import { useBulkRun } from './use-bulk-run.ts'
import { useNumbers } from './use-numbers.ts'

type Props = { action: BulkAction; orders: readonly Order[]; isOpen: boolean; onClose: () => void }

/**
 * Asks for the input of a bulk action, runs it case by case and shows the outcome of each case. A case that failed keeps its input and
 * can be tried again.
 */
export function BulkDialog({ action, orders, isOpen, onClose }: Props) {
  const t = useTexts('orders.bulk')
  const ship = useTexts('orders.ship')
  const common = useTexts('common')
  const ui = useTexts('ui')
  const texts = useTexts('orders')
  const run = useBulkRun(action, orders)
  const lab = useLabChoice()
  const [operator, setOperator] = useState(useSession()?.name ?? '')
  const [technicianId, setTechnician] = useState<string | null>(orders[0]?.technicianId ?? null)
  const days = useDeliveryDays(action, orders)
  const numbers = useNumbers(run.open)
  useRestoredFocus(isOpen)
  const start = async () => {
    if (run.isFinished) return onClose()
    if (action === 'send' && !lab.check()) return
    if (action === 'ship' && !numbers.check()) return
    const carrier = numbers.carrier.value
    if (action === 'ship') storeLastCarrier(carrier)
    const all = {
      labId: lab.labId,
      operator,
      days: days.values,
      carrier,
      numbers: numbers.values,
      technicianId,
    }
    await run.start(all)
  }
  const isAsking = !run.isFinished && !run.isBusy
  const inputOf = (order: Order): ReactNode => {
    if (!isAsking || !run.isOpen(order.id)) return undefined
    if (action === 'accept') return <Day order={order} days={days} />
    return action === 'ship' ? <ExpressNumberField order={order} numbers={numbers} /> : undefined
  }
  const isWithout = action === 'ship' && numbers.isAsking && isAsking
  return (
    <FormDialogFrame
      isOpen={isOpen}
      onClose={onClose}
      title={t(`${action}.title`, { count: run.isFinished ? orders.length : run.open.length })}
      confirm={run.isFinished ? ui('close') : t(`${action}.button`, { count: run.open.length })}
      isBusy={run.isBusy}
      isDisabled={!run.isFinished && run.open.length === 0}
      hasCancel={!run.isFinished}
      widthPx={620}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      {action === 'send' && isAsking && <LabSelect label={common('label.lab')} {...lab.field} isRequired />}
      {action === 'assign' && isAsking && <TechnicianSelect value={technicianId} onChange={setTechnician} />}
      {action === 'accept' && isAsking && (
        <TextInput
          label={texts('columns.operator')}
          maxLength={60}
          value={operator}
          onChange={(event) => setOperator(event.currentTarget.value)}
        />
      )}
      {action === 'ship' && isAsking && (
        <CarrierField label={texts('columns.carrier')} {...numbers.carrier} />
      )}
      <Text fw={500} role="status" hidden={!run.hasRun || run.isBusy}>
        {run.hasRun && !run.isBusy && t('summary', run.counts)}
      </Text>
      {isAsking && (action === 'accept' || action === 'ship') && (
        <div className={clsx(css.row, css.head)}>
          <span>
            {texts(action === 'ship' ? 'columns.expressNumber' : 'columns.deliveryOn')}
            {action === 'ship' && <span className="meta">{t('ship.help')}</span>}
          </span>
        </div>
      )}
      <ul className={clsx(listCss.rows, css.rows)}>
        {orders.map((order) => (
          <BulkRow key={order.id} order={order} outcome={run.outcomes[order.id] ?? { state: 'waiting' }}>
            {inputOf(order)}
          </BulkRow>
        ))}
      </ul>
      {isWithout && (
        <p className={dialogCss.question} role="alert">
          {ship('without')}
        </p>
      )}
    </FormDialogFrame>
  )
}

function Day({ order, days }: { order: Order; days: ReturnType<typeof useDeliveryDays> }) {
  const t = useTexts('orders.bulk')
  return (
    <DayField
      aria-label={t('accept.day', { number: order.number })}
      min={dayFromToday()}
      value={days.values[order.id] ?? null}
      onChange={(day) => days.set(order.id, day)}
      required
    />
  )
}

function ExpressNumberField(props: { order: Order; numbers: ReturnType<typeof useNumbers> }) {
  const t = useTexts('orders.bulk')
  const { onChange, ...field } = props.numbers.fieldOf(props.order)
  return (
    <TextInput
      aria-label={t('ship.number', { number: props.order.number })}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: 'figures' }}
      {...field}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns the state of the field that selects one laboratory for all cases. A single partner laboratory is preselected. */
function useLabChoice() {
  const fields = useTexts('fields')
  const labs = usePartnerLabs()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const labId = chosen ?? (labs?.length === 1 ? (labs[0]?.organizationId ?? null) : null)
  return {
    labId,
    /** Returns whether a laboratory is chosen; if not, the field shows an error. */
    check: () => {
      setMissing(labId === null)
      return labId !== null
    },
    field: {
      value: labId,
      onChange: setChosen,
      error: isMissing && labId === null ? fields('required') : undefined,
    },
  }
}

/**
 * Returns the delivery day of each case (`YYYY-MM-DD`, by order id) and a setter. The initial day is the clinic's wish if it is not
 * in the past, else the day that the laboratory's calendar proposes.
 */
function useDeliveryDays(action: BulkAction, orders: readonly Order[]) {
  const labId = useSession()?.organization_id ?? ''
  const calendar = useRead(
    'delivery.getCalendar',
    { params: { id: labId } },
    { isEnabled: action === 'accept' },
  )
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const today = dayFromToday()
  const proposed = orders.flatMap(({ id, type, deliveryOn }) => {
    const wish = deliveryOn !== null && deliveryOn >= today ? deliveryOn : undefined
    const day = wish ?? (calendar.data && proposeDelivery(type, today, calendar.data))
    return day === undefined ? [] : [[id, day] as const]
  })
  return {
    values: { ...Object.fromEntries(proposed), ...typed },
    set: (id: string, day: string | null) => setTyped((before) => ({ ...before, [id]: day ?? '' })),
  }
}

/** The row of a case in a bulk action: its input if one is needed, and the outcome. */
function BulkRow(props: { order: Order; outcome: BulkOutcome; children: ReactNode }) {
  const { order, outcome, children } = props
  return (
    <li className={css.row} data-state={outcome.state}>
      <Stack component="span" gap={0} miw={0}>
        <span className="one-line">{order.patientName || order.clinicName}</span>
        <span className="meta figures">{order.number}</span>
      </Stack>
      <Stack gap={4} miw={0}>
        {children}
        <Outcome order={order} outcome={outcome} />
      </Stack>
    </li>
  )
}

const icons = { done: IconCheck, failed: IconAlertCircle, unfit: IconMinus } as const

function Outcome({ order, outcome }: { order: Order; outcome: BulkOutcome }) {
  const t = useTexts('orders.bulk')
  const statuses = useTexts('order.status')
  if (outcome.state === 'waiting') return null
  if (outcome.state === 'running') return <Loader size={16} aria-label={t('running')} />
  const Icon = icons[outcome.state]
  const texts = {
    done: t('done'),
    failed: (outcome.state === 'failed' && outcome.message) || t('failed'),
    unfit: t('unfit', { status: statuses(order.status) }),
  }
  return (
    <Group component="span" className={css.outcome} gap={6} wrap="nowrap" align="flex-start">
      <Icon size={16} stroke={2} />
      {texts[outcome.state]}
    </Group>
  )
}
