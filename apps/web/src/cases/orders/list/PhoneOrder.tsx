import { Text } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { useSession } from '../../../frame/session.ts'
import dataTableCss from '../../../ui/DataTable.module.css'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import { ActionMenu, NextAction, type PressAction, useOffered } from '../actions/OrderActions.tsx'
import { canCreateCase } from '../actions/order-actions.ts'
import { OrderMarks } from '../OrderMarks.tsx'
import { CaseThumb } from '../OrderType.tsx'
import css from './OrderList.module.css'
import { NumberLink, RowStatus } from './order-columns.tsx'

/** A case on a phone: patient and status, then number, delivery day or other party, and the next action. */
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
          <Text component="span" className="one-line" fw={500}>
            {order.patientName || partner}
          </Text>
          <RowStatus order={order} />
        </div>
        <OrderMarks order={order} />
        <div className="phone-line meta">
          <span className={css.phoneParts}>
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
