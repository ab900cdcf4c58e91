import type { Delivery } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import type { PressDelivery } from './DeliveryTable.tsx'

const dialogs = {
  open: dialogOf(() => import('./DeliveryDialog.tsx').then((file) => file.DeliveryDialog)),
} as const

/** Runs the actions on deliveries. @returns `press` for the buttons; `dialog` to render in the page */
export function useDeliveryActions() {
  const t = useTexts('transfers.log')
  const { send: replay } = useWriteNotice('pushSettings.replay')
  const { send: drop } = useWriteNotice('pushSettings.drop')
  const { press: open, dialog } = useDialogs<Delivery, 'open'>(dialogs)
  const press = useCallback<PressDelivery>(
    (action, deliveries) => {
      const input = { body: { ids: deliveries.map(({ id }) => id) } }
      if (action === 'open') open('open', deliveries[0])
      else if (action === 'drop') void drop(input, ({ dropped }) => t('dropped', { count: dropped }))
      else void replay(input, ({ replayed }) => t('replayed', { count: replayed }))
    },
    [open, replay, drop, t],
  )
  return { press, dialog }
}
