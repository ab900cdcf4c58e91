import { Button } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { IconCheck, IconFileZip, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { hasPermission } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { BulkBar } from '../../../ui/DataTable.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { type BulkAction, bulkPermissions, isBulkActionAllowed } from './bulk.ts'

const icons = { send: IconSend, accept: IconCheck, download: IconFileZip } as const
const actions: readonly BulkAction[] = ['send', 'accept', 'download']

/** The buttons for the selected cases. An action runs on the cases that allow it, and its dialog explains why others do not. */
export function BulkActions(props: { orders: readonly Order[]; onClear: () => void }) {
  const t = useTexts('orders.bulk')
  const session = useSession()
  const [started, setStarted] = useState<{ action: BulkAction; orders: readonly Order[]; count: number }>()
  const [isOpen, setOpen] = useState(false)
  if (!session) return null
  const { orders } = props
  const open = (action: BulkAction) => {
    // The dialog works with these versions of the cases. The server refuses a case that has changed since.
    setStarted((before) => ({ action, orders, count: (before?.count ?? 0) + 1 }))
    setOpen(true)
  }
  const offered = actions.filter((action) => hasPermission(session, bulkPermissions[action]))
  return (
    <>
      <BulkBar count={orders.length} onClear={props.onClear}>
        {offered.map((action) => {
          const count = orders.filter((order) => isBulkActionAllowed(action, order, session)).length
          const Icon = icons[action]
          return (
            <Button
              key={action}
              size="xs"
              variant="default"
              disabled={count === 0}
              leftSection={<Icon size={16} stroke={1.75} />}
              onClick={() => open(action)}
            >
              {t(`${action}.button`, { count })}
            </Button>
          )
        })}
      </BulkBar>
      {started && (
        <BulkDialog key={started.count} {...started} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
