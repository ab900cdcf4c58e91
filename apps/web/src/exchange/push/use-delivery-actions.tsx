import type { Delivery } from '@pontic/contract'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useOpener } from '../../ui/use-opener.ts'
import type { PressDelivery } from './DeliveryTable.tsx'

const DeliveryDialog = lazy(() =>
  import('./DeliveryDialog.tsx').then((file) => ({ default: file.DeliveryDialog })),
)

/** Sends again or gives up at once, and opens the answers. @returns `dialog` belongs into the page */
export function useDeliveryActions(): { press: PressDelivery; dialog: ReactNode } {
  const t = useTexts('transfers.log')
  const { send: replay } = useWrite('pushSettings.replay')
  const { send: drop } = useWrite('pushSettings.drop')
  const [shown, show] = useState<Delivery>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const press = useCallback<PressDelivery>(
    async (action, deliveries) => {
      const body = { ids: deliveries.map(({ id }) => id) }
      if (action === 'open') {
        show(deliveries[0])
        setOpen(true)
      } else if (action === 'replay') {
        const done = await replay({ body })
        if (done) showNotice({ level: 'info', text: t('replayed', { count: done.replayed }) })
      } else {
        const done = await drop({ body })
        if (done) showNotice({ level: 'info', text: t('dropped', { count: done.dropped }) })
      }
    },
    [replay, drop, t],
  )
  const dialog = (
    <Suspense fallback={null}>
      {shown && (
        <DeliveryDialog
          key={shown.id}
          delivery={shown}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onPress={press}
        />
      )}
    </Suspense>
  )
  return { press, dialog }
}
