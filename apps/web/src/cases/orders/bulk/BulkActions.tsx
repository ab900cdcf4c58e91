import { Button } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { hasPermission } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { BulkBar } from '../../../ui/DataTable.tsx'
import {
  IconCheck,
  IconFileZip,
  IconPrinter,
  IconSend,
  IconTruckDelivery,
  IconUserCheck,
} from '../../../ui/icons.ts'
import { useShortcut } from '../list/use-shortcut.ts'
import { type BulkAction, bulkPermissions, isBulkActionAllowed } from './bulk.ts'

const loadDialog = () => import('./BulkDialog.tsx').then((file) => ({ default: file.BulkDialog }))
const BulkDialog = lazy(loadDialog)

const icons = {
  send: IconSend,
  accept: IconCheck,
  ship: IconTruckDelivery,
  assign: IconUserCheck,
  print: IconPrinter,
  download: IconFileZip,
} as const
const actions = Object.keys(icons) as (keyof typeof icons)[]

/** The buttons for the selected cases. An action runs on the cases that allow it, and its dialog explains why others do not. */
export function BulkActions(props: { orders: readonly Order[]; onClear: () => void }) {
  const t = useTexts('orders.bulk')
  const session = useSession()
  const navigate = useNavigate()
  const [started, setStarted] = useState<{ action: BulkAction; orders: readonly Order[]; count: number }>()
  const [isOpen, setOpen] = useState(false)
  const { orders } = props
  const fitting = (action: keyof typeof icons) =>
    session === undefined ? [] : orders.filter((order) => isBulkActionAllowed(action, order, session))
  const open = (action: keyof typeof icons) => {
    if (action === 'print') {
      const ids = fitting(action).map(({ id }) => id)
      return void navigate({ to: '/order/tickets', search: { ids: ids.join(',') } })
    }
    // The dialog works with these versions of the cases. The server refuses a case that has changed since.
    setStarted((before) => ({ action, orders, count: (before?.count ?? 0) + 1 }))
    setOpen(true)
  }
  useShortcut('s', () => open('ship'), !isOpen && fitting('ship').length > 0)
  if (!session) return null
  const offered = actions.filter((action) => hasPermission(session, bulkPermissions[action]))
  return (
    <>
      <BulkBar count={orders.length} onClear={props.onClear}>
        {offered.map((action) => {
          const count = fitting(action).length
          const Icon = icons[action]
          return (
            <Button
              key={action}
              size="xs"
              variant="default"
              disabled={count === 0}
              aria-keyshortcuts={action === 'ship' ? 's' : undefined}
              leftSection={<Icon size={16} />}
              onPointerEnter={() => void loadDialog().catch(() => undefined)}
              onFocus={() => void loadDialog().catch(() => undefined)}
              onClick={() => open(action)}
            >
              {t(`${action}.button`, { count })}
            </Button>
          )
        })}
      </BulkBar>
      <Suspense fallback={null}>
        {started && (
          <BulkDialog key={started.count} {...started} isOpen={isOpen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
