import { deliveryRiskOf, dueStatuses, type Order } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { dayFromToday } from '../../frame/time-zone.ts'
import { DayText } from '../../ui/formats.tsx'
import { IconAlertTriangle, IconHourglass } from '../../ui/icons.ts'
import css from './DeliveryDay.module.css'

/**
 * Returns how urgent the delivery day of a case is. `atRisk`: too few working days are left. `ahead`: none of the others.
 * @returns undefined for a case without a delivery day
 */
function stateOf(order: Order): 'late' | 'today' | 'atRisk' | 'ahead' | undefined {
  if (order.deliveryOn === null) return undefined
  const today = dayFromToday()
  const risk = deliveryRiskOf(order, today)
  if (risk === 'late') return 'late'
  if (dueStatuses.some((due) => due === order.status) && order.deliveryOn === today) return 'today'
  return risk === 'atRisk' ? 'atRisk' : 'ahead'
}

const words = { late: 'orders.late', today: 'orders.today', atRisk: 'orders.atRisk' } as const

/** The delivery day of a case. A day that is late, today or at risk also has a word and a colour. */
export function DeliveryDay({ order }: { order: Order }) {
  const t = useTexts()
  const state = stateOf(order)
  if (state === undefined) return <span className="quiet">–</span>
  return (
    <span className={css.day} data-state={state}>
      {state === 'late' && <IconAlertTriangle size={14} stroke={2} />}
      {state === 'atRisk' && <IconHourglass size={14} stroke={2} />}
      <DayText day={order.deliveryOn} withWeekday />
      {state !== 'ahead' && <span className={css.word}>{t(words[state])}</span>}
    </span>
  )
}
