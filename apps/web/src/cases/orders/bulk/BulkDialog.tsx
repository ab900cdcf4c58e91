import { TextInput } from '@mantine/core'
import { type Order, proposeDelivery } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { markStale } from '../../../frame/cache.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { dayFromToday } from '../../../ui/DayField.tsx'
import { FormDialog } from '../../../ui/Dialog.tsx'
import { useOpener } from '../../../ui/use-opener.ts'
import { LabSelect, usePartnerLabs } from '../LabSelect.tsx'
import css from './BulkDialog.module.css'
import { BulkRow } from './BulkRow.tsx'
import { type BulkAction, type BulkOutcome, fitsBulk, runBulk } from './bulk.ts'

type Props = { action: BulkAction; orders: readonly Order[]; isOpen: boolean; onClose: () => void }

/** Asks what a bulk action needs, takes it on one case after the other, and tells of each what became of it. */
export function BulkDialog({ action, orders, isOpen, onClose }: Props) {
  const t = useTexts('orders.bulk')
  const common = useTexts('common')
  const ui = useTexts('ui')
  const run = useBulkRun(action, orders)
  const lab = useLabChoice()
  const [operator, setOperator] = useState(useSession()?.name ?? '')
  const days = useDays(action, orders)
  useOpener(isOpen)
  const start = async () => {
    if (run.isOver) return onClose()
    if (action === 'send' && !lab.judge()) return
    await run.start({ labId: lab.labId, operator, days: days.values })
  }
  const isAsking = !run.isOver && !run.isBusy
  const dayOf = (id: string) => ({
    day: days.values[id] ?? null,
    onDay: (day: string | null) => days.set(id, day),
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(`${action}.title`, { count: run.fitting.length })}
      confirm={run.isOver ? ui('close') : t(`${action}.button`, { count: run.fitting.length })}
      isBusy={run.isBusy}
      widthPx={620}
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      {action === 'send' && isAsking && <LabSelect label={common('label.lab')} {...lab.field} isRequired />}
      {action === 'accept' && isAsking && <OperatorField value={operator} onChange={setOperator} />}
      <p className={css.bulkSummary} role="status">
        {run.isOver && t('summary', run.counts)}
      </p>
      <ul className={css.bulkRows}>
        {orders.map((order) => (
          <BulkRow
            key={order.id}
            order={order}
            outcome={run.outcomes[order.id] ?? { state: 'waiting' }}
            {...(action === 'accept' && isAsking ? dayOf(order.id) : {})}
          />
        ))}
      </ul>
    </FormDialog>
  )
}

function OperatorField(props: { value: string; onChange: (operator: string) => void }) {
  const orders = useTexts('orders')
  return (
    <TextInput
      label={orders('columns.operator')}
      maxLength={60}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** The laboratory that the cases go to; where there is one only, that one. */
function useLabChoice() {
  const fields = useTexts('fields')
  const labs = usePartnerLabs()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const labId = chosen ?? (labs?.length === 1 ? (labs[0]?.organizationId ?? null) : null)
  return {
    labId,
    /** Whether there is one; otherwise the field says so. */
    judge: () => {
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

/** How each case stands, what fits, and the start. */
function useBulkRun(action: BulkAction, orders: readonly Order[]) {
  const session = useSession()
  const [fitting] = useState(() => orders.filter((order) => session && fitsBulk(action, order, session)))
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, BulkOutcome>>>(() =>
    Object.fromEntries(
      orders.map((order) => [order.id, { state: fitting.includes(order) ? 'waiting' : 'unfit' }] as const),
    ),
  )
  const [phase, setPhase] = useState<'asking' | 'busy' | 'over'>('asking')
  const countOf = (state: BulkOutcome['state']) =>
    Object.values(outcomes).filter((outcome) => outcome.state === state).length
  return {
    fitting,
    outcomes,
    isBusy: phase === 'busy',
    isOver: phase === 'over',
    counts: { done: countOf('done'), failed: countOf('failed') + countOf('unfit') },
    start: async (input: Parameters<typeof runBulk>[2]) => {
      setPhase('busy')
      await runBulk(action, fitting, input, (id, outcome) =>
        setOutcomes((before) => ({ ...before, [id]: outcome })),
      )
      setPhase('over')
      markStale('orders')
    },
  }
}

/** The delivery day of each case: the one that the clinic wishes for, else the one that the laboratory's pace gives. */
function useDays(action: BulkAction, orders: readonly Order[]) {
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
