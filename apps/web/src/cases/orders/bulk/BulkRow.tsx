import { Group, Loader, Stack } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useTexts } from '../../../frame/i18n.tsx'
import { DayField, dayFromToday } from '../../../ui/DayField.tsx'
import css from './BulkDialog.module.css'
import type { BulkOutcome } from './bulk.ts'

/** A case of a bulk action: its delivery day while that is asked for, later its outcome. */
export function BulkRow(props: {
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
