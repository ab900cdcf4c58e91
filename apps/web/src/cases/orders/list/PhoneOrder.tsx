import type { Order } from '@pontic/contract'
import { clsx } from 'clsx'
import { useSession } from '../../../frame/session.ts'
import dataTableCss from '../../../ui/DataTable.module.css'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import { ActionMenu, NextAction, type PressAction, useOffered } from '../actions/OrderActions.tsx'
import { canCreateCase } from '../actions/order-actions.ts'
import { CaseThumb } from '../CaseThumb.tsx'
import { OrderMarks } from '../OrderMarks.tsx'
import css from './OrderList.module.css'
import { NumberLink, RowStatus } from './order-columns.tsx'

/** A case on a phone, in two lines: patient and status; number, day or party, and what is due next. */
export function PhoneOrder({ order, onPress }: { order: Order; onPress: PressAction }) {
  const session = useSession()
  const { next } = useOffered(order)
  const partner = session && canCreateCase(session) ? order.labName : order.clinicName
  const day = order.deliveryOn && <DeliveryDay order={order} />
  return (
    <>
      <CaseThumb order={order} />
      <div className={dataTableCss.phoneLines}>
        <div className="phone-line">
          <span className={clsx(css.phonePatient, 'one-line')}>{order.patientName || partner}</span>
          <RowStatus order={order} />
        </div>
        <OrderMarks order={order} />
        <div className="phone-line meta">
          <span className={css.phoneMore}>
            <NumberLink order={order} />
            {next ? day : partner && order.patientName && <span className="one-line">{partner}</span>}
          </span>
          {next ? <NextAction order={order} onPress={onPress} isSmall /> : day}
        </div>
      </div>
      <ActionMenu order={order} onPress={onPress} />
    </>
  )
}
