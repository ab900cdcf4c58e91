import type { Order } from '@pontic/contract'
import { useSession } from '../session.ts'
import { DeliveryDay } from './DeliveryDay.tsx'
import { ActionMenu, NextAction, type PressAction } from './OrderActions.tsx'
import { TypePicture } from './OrderType.tsx'
import { canCreateCase } from './order-actions.ts'
import { NumberLink, RowStatus } from './order-columns.tsx'

/** A case on a phone: picture, patient and status, number and day, the other party and the next action. */
export function PhoneOrder({ order, onPress }: { order: Order; onPress: PressAction }) {
  const session = useSession()
  const partner = session && canCreateCase(session) ? order.labName : order.clinicName
  return (
    <>
      <TypePicture type={order.type} isQuiet={order.isWithdrawn} />
      <div className="phone-lines">
        <div className="phone-line">
          <span className="one-line phone-patient">{order.patientName || partner}</span>
          <RowStatus order={order} />
        </div>
        <div className="phone-line meta">
          <span className="one-line">
            <NumberLink order={order} />
            {partner && order.patientName && <span> · {partner}</span>}
          </span>
          {order.deliveryOn && <DeliveryDay order={order} />}
        </div>
        <div className="phone-next">
          <NextAction order={order} onPress={onPress} isSmall />
        </div>
      </div>
      <ActionMenu order={order} onPress={onPress} />
    </>
  )
}
