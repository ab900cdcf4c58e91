import { Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { type Order, proposeDelivery } from '@pontic/contract'
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { markStale } from '../../../frame/cache.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { DayField } from '../../../ui/DayField.tsx'
import { FormDialogFrame } from '../../../ui/Dialog.tsx'
import { useRestoredFocus } from '../../../ui/use-opener.ts'
import listCss from '../../lists.module.css'
import { LabSelect, usePartnerLabs } from '../LabSelect.tsx'
import css from './BulkDialog.module.css'
import { type BulkAction, type BulkOutcome, isBulkActionAllowed, runBulkAction } from './bulk.ts'

type Props = { action: BulkAction; orders: readonly Order[]; isOpen: boolean; onClose: () => void }

/** Asks for the input of a bulk action, runs it case by case and shows the outcome of each case. */
export function BulkDialog({ action, orders, isOpen, onClose }: Props) {
  const t = useTexts('orders.bulk')
  const common = useTexts('common')
  const ui = useTexts('ui')
  const texts = useTexts('orders')
  const run = useBulkRun(action, orders)
  const lab = useLabChoice()
  const [operator, setOperator] = useState(useSession()?.name ?? '')
  const days = useDeliveryDays(action, orders)
  useRestoredFocus(isOpen)
  const start = async () => {
    if (run.isFinished) return onClose()
    if (action === 'send' && !lab.check()) return
    await run.start({ labId: lab.labId, operator, days: days.values })
  }
  const isAsking = !run.isFinished && !run.isBusy
  const dayOf = (id: string) => ({
    day: days.values[id] ?? null,
    onDay: (day: string | null) => days.set(id, day),
  })
  return (
    <FormDialogFrame
      isOpen={isOpen}
      onClose={onClose}
      title={t(`${action}.title`, { count: run.fitting.length })}
      confirm={run.isFinished ? ui('close') : t(`${action}.button`, { count: run.fitting.length })}
      isBusy={run.isBusy}
      widthPx={620}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      {action === 'send' && isAsking && <LabSelect label={common('label.lab')} {...lab.field} isRequired />}
      {action === 'accept' && isAsking && (
        <TextInput
          label={texts('columns.operator')}
          maxLength={60}
          value={operator}
          onChange={(event) => setOperator(event.currentTarget.value)}
        />
      )}
      <Text fw={500} role="status" hidden={!run.isFinished}>
        {run.isFinished && t('summary', run.counts)}
      </Text>
      <ul className={clsx(listCss.rows, css.rows)}>
        {orders.map((order) => (
          <BulkRow
            key={order.id}
            order={order}
            outcome={run.outcomes[order.id] ?? { state: 'waiting' }}
            {...(action === 'accept' && isAsking ? dayOf(order.id) : {})}
          />
        ))}
      </ul>
    </FormDialogFrame>
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

/** Returns the state of a bulk action: the cases that allow it, the outcome of each case, and `start`, which runs the action. */
function useBulkRun(action: BulkAction, orders: readonly Order[]) {
  const session = useSession()
  const [fitting] = useState(() =>
    orders.filter((order) => session && isBulkActionAllowed(action, order, session)),
  )
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, BulkOutcome>>>(() =>
    Object.fromEntries(
      orders.map((order) => [order.id, { state: fitting.includes(order) ? 'waiting' : 'unfit' }] as const),
    ),
  )
  const [phase, setPhase] = useState<'asking' | 'busy' | 'finished'>('asking')
  const countOf = (state: BulkOutcome['state']) =>
    Object.values(outcomes).filter((outcome) => outcome.state === state).length
  return {
    fitting,
    outcomes,
    isBusy: phase === 'busy',
    isFinished: phase === 'finished',
    counts: { done: countOf('done'), failed: countOf('failed') + countOf('unfit') },
    start: async (input: Parameters<typeof runBulkAction>[2]) => {
      setPhase('busy')
      await runBulkAction(action, fitting, input, (id, outcome) =>
        setOutcomes((before) => ({ ...before, [id]: outcome })),
      )
      setPhase('finished')
      markStale('orders')
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

/** The row of a case in a bulk action. It shows a field for the delivery day if one is needed, and later the outcome. */
function BulkRow(props: {
  order: Order
  outcome: BulkOutcome
  day?: string | null
  onDay?: (day: string | null) => void
}) {
  const { order, outcome, day, onDay } = props
  const t = useTexts('orders.bulk')
  return (
    <li className={css.row} data-state={outcome.state}>
      <Stack component="span" gap={0} miw={0}>
        <span className="one-line">{order.patientName || order.clinicName}</span>
        <span className="meta figures">{order.number}</span>
      </Stack>
      {onDay && outcome.state === 'waiting' ? (
        <DayField
          aria-label={t('accept.day', { number: order.number })}
          min={dayFromToday()}
          value={day ?? null}
          onChange={onDay}
          required
        />
      ) : (
        <Outcome order={order} outcome={outcome} />
      )}
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
      <Icon size={16} stroke={2} aria-hidden="true" />
      {texts[outcome.state]}
    </Group>
  )
}
