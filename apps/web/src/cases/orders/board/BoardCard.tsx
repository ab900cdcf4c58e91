import type { Order } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import { ActionMenu, NextAction, type PressAction } from '../actions/OrderActions.tsx'
import { CaseThumb } from '../CaseThumb.tsx'
import { OrderMarks } from '../OrderMarks.tsx'
import css from './Board.module.css'

/** A case on the board: patient, number and clinic, its day, and what is due next. */
export function BoardCard(props: { order: Order; isDayShown: boolean; onPress: PressAction }) {
  const { order, onPress } = props
  return (
    <li className={css.boardCard} data-card={order.id}>
      <div className={css.boardCardHead}>
        <CaseThumb order={order} />
        <Link to="/order/detail/$id" params={{ id: order.id }} className="one-line">
          {order.patientName}
        </Link>
        <ActionMenu order={order} onPress={onPress} />
      </div>
      <p className="one-line meta">
        <span className="figures">{order.number}</span> · {order.clinicName}
      </p>
      <div className={css.boardCardFoot}>
        {props.isDayShown ? <DeliveryDay order={order} /> : <StatusBadge status={order.status} />}
        <OrderMarks order={order} />
        <NextAction order={order} onPress={onPress} isSmall />
      </div>
    </li>
  )
}
