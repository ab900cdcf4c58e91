import type { BoardBy, Order } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../frame/i18n.tsx'
import { initialsOf } from '../../../ui/initials.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import { useWorkLine } from '../../prescriptions/prescription-line.ts'
import { ActionMenu, type PressAction } from '../actions/OrderActions.tsx'
import { OrderMarks } from '../OrderMarks.tsx'
import css from './Board.module.css'

export type CardProps = {
  by: BoardBy
  order: Order
  /** Whether the card shows the delivery day, which the column does not tell. */
  hasDay: boolean
  isDragged: boolean
  onPress: PressAction
}

/**
 * The card of a case: patient and work; clinic, marks, technician and, if needed, the delivery day. The work gets its own line if it
 * does not fit beside the patient.
 */
export function BoardCardView({ by, order, hasDay, isDragged, onPress }: CardProps) {
  const t = useTexts('orders.columns')
  const work = useWorkLine()(order.work) || order.number
  return (
    <li className={css.card} data-card={order.id} data-dragged={isDragged || undefined}>
      <div className={css.line}>
        <Link
          to="/order/detail/$id"
          params={{ id: order.id }}
          className={css.patient}
          draggable={false}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
        >
          {order.patientName}
        </Link>
        <span className={css.work} title={work}>
          {work}
        </span>
        <span className={css.menu}>
          <ActionMenu order={order} onPress={onPress} hasNext />
        </span>
      </div>
      <div className={css.foot}>
        <span className="one-line meta">{order.clinicName}</span>
        {order.technician && by !== 'technician' && (
          <abbr className={css.initials} title={`${t('technician')}: ${order.technician}`}>
            {initialsOf(order.technician)}
          </abbr>
        )}
        <OrderMarks order={order} isShort />
        {hasDay && order.deliveryOn && <DeliveryDay order={order} />}
        {by === 'technician' && <StatusBadge status={order.status} />}
      </div>
    </li>
  )
}
