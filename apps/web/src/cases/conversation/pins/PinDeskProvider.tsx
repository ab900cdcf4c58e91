import type { Order } from '@pontic/contract'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../frame/session.ts'
import { useDraftKey } from '../../../ui/use-draft.ts'
import { conversationRights } from '../use-conversation.ts'
import { createPinDesk, PinDeskContext } from './pin-desk.ts'

/** Gives the parts of a case's page the desk of its pins, if the user may read them. */
export function PinDeskProvider({ order, children }: { order: Order; children: ReactNode }) {
  const session = useSession()
  const key = useDraftKey(`pins.${order.id}`)
  const [desk] = useState(() => createPinDesk(order.id, key))
  const { mayRead } = conversationRights(order, session)
  return <PinDeskContext value={mayRead ? desk : undefined}>{children}</PinDeskContext>
}
