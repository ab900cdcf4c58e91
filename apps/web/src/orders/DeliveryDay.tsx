import type { Order } from '@pontic/contract'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../i18n.tsx'
import { dayFromToday } from '../ui/DayField.tsx'
import { DayText } from '../ui/formats.tsx'
import './DeliveryDay.css'

const isUnderway = ({ status }: Order) => status !== 'completed' && status !== 'shipped'

/** How a delivery day stands to today: `late` and `today` only while the case is not on its way. */
export function judgeDelivery(order: Order): 'late' | 'today' | 'ahead' | undefined {
  if (order.deliveryOn === null) return undefined
  const today = dayFromToday()
  if (!isUnderway(order) || order.deliveryOn > today) return 'ahead'
  return order.deliveryOn === today ? 'today' : 'late'
}

/** A case's delivery day; a late one and today's are marked by word, shape and colour. */
export function DeliveryDay({ order }: { order: Order }) {
  const t = useTexts('orders')
  const state = judgeDelivery(order)
  if (state === undefined) return <span className="quiet">–</span>
  return (
    <span className="delivery" data-state={state}>
      {state === 'late' && <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />}
      <DayText day={order.deliveryOn} withWeekday />
      {state !== 'ahead' && <span className="delivery-word">{t(state)}</span>}
    </span>
  )
}
