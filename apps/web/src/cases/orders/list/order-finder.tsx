import { useEffect } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { portal } from '../../../frame/session.ts'
import { registerFinder } from '../../../ui/finders.ts'
import { OrderTypeIcon } from '../OrderType.tsx'

const foundMax = 6

/** Adds cases to the global search (Ctrl or ⌘ K). They stay searchable after the user leaves the page. */
export function useOrderFinder(): void {
  const t = useTexts('screens')
  const label = t('orders')
  useEffect(() => {
    registerFinder({
      key: 'orders',
      label,
      find: async (words, signal) => {
        const body = { words, pageSize: foundMax, totalMax: 0 } as const
        const { list } = await portal.call('orders.list', { body }, { signal })
        return list
          .filter((order) => !order.isWithdrawn)
          .map((order) => ({
            key: order.id,
            label: order.patientName,
            detail: order.number,
            icon: <OrderTypeIcon type={order.type} />,
            to: `/order/detail/${order.id}`,
          }))
      },
    })
  }, [label])
}
