import { Loader } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useTexts } from '../../../frame/i18n.tsx'
import { DayField, dayFromToday } from '../../../ui/DayField.tsx'
import css from './BulkDialog.module.css'
import type { BulkOutcome } from './bulk.ts'

/** A case of a bulk action: before it its delivery day where one is asked for, afterwards what became of it. */
export function BulkRow(props: {
  order: Order
  outcome: BulkOutcome
  day?: string | null
  onDay?: (day: string | null) => void
}) {
  const { order, outcome, day, onDay } = props
  const t = useTexts('orders.bulk')
  return (
    <li data-state={outcome.state}>
      <span className={css.bulkCase}>
        <span className="one-line">{order.patientName || order.clinicName}</span>
        <span className="meta figures">{order.number}</span>
      </span>
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

function Outcome({ order, outcome }: { order: Order; outcome: BulkOutcome }) {
  const t = useTexts('orders.bulk')
  const statuses = useTexts('order.status')
  if (outcome.state === 'waiting') return null
  if (outcome.state === 'running') return <Loader size={16} aria-label={t('running')} />
  if (outcome.state === 'done')
    return (
      <span className={css.bulkOutcome}>
        <IconCheck size={16} stroke={2} aria-hidden="true" />
        {t('done')}
      </span>
    )
  const Icon = outcome.state === 'failed' ? IconAlertCircle : IconMinus
  return (
    <span className={css.bulkOutcome}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      {outcome.state === 'failed'
        ? outcome.message || t('failed')
        : t('unfit', { status: statuses(order.status) })}
    </span>
  )
}
