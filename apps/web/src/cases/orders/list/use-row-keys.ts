import type { Order } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../../frame/session.ts'
import type { PressAction } from '../actions/OrderActions.tsx'
import { canDownload, listCaseActions, nextActionOf } from '../actions/order-actions.ts'
import type { useDownloadOf } from '../actions/use-order-write.ts'

/** Returns the handler of keys on a row: `a` runs the next action, `d` downloads all files, `p` prints the work ticket. */
export function useRowKeys(
  press: PressAction,
  download: ReturnType<typeof useDownloadOf>,
): (order: Order, key: string) => boolean {
  const session = useSession()
  const navigate = useNavigate()
  return (order, key) => {
    if (!session || order.isWithdrawn) return false
    if (key === 'p') void navigate({ to: '/order/print/$id', params: { id: order.id } })
    else if (key === 'd' && canDownload(order, session)) void download(order.id, null)
    else if (key === 'a') {
      const next = nextActionOf(order, listCaseActions(order, session))
      if (next === undefined) return false
      press(order, next.action)
    } else return false
    return true
  }
}
