import { deliveryRiskOf, dueStatuses, type Order } from '@pontic/contract'
import { IconAlertTriangle, IconHourglass } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../ui/DayField.tsx'
import { DayText } from '../../ui/formats.tsx'
import css from './DeliveryDay.module.css'

/**
 * How a delivery day stands to today: late, due today, or at risk because the laboratory's working days hardly reach;
 * none of them once the case is on its way.
 */
export function judgeDelivery(order: Order): 'late' | 'today' | 'atRisk' | 'ahead' | undefined {
  if (order.deliveryOn === null) return undefined
  const today = dayFromToday()
  const risk = deliveryRiskOf(order, today)
  if (risk === 'late') return 'late'
  if (dueStatuses.some((due) => due === order.status) && order.deliveryOn === today) return 'today'
  return risk === 'atRisk' ? 'atRisk' : 'ahead'
}

/** A case's delivery day; a late one, today's and one at risk are marked by word, shape and colour. */
export function DeliveryDay({ order }: { order: Order }) {
  const t = useTexts('orders')
  const state = judgeDelivery(order)
  if (state === undefined) return <span className="quiet">–</span>
  return (
    <span className="delivery" data-state={state}>
      {state === 'late' && <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />}
      {state === 'atRisk' && <IconHourglass size={14} stroke={2} aria-hidden="true" />}
      <DayText day={order.deliveryOn} withWeekday />
      {state !== 'ahead' && <span className={css.deliveryWord}>{t(state)}</span>}
    </span>
  )
}
