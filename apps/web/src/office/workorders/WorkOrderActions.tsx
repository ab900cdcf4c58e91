import { Button } from '@mantine/core'
import {
  canRunWorkOrderAction,
  type HandleAction,
  handleActions,
  type WorkOrderDetail,
} from '@pontic/contract'
import { IconCheck, IconCircleX, IconLock, IconTool, IconUserShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { WorkOrderBadge } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

const ConfirmAction = lazy(() =>
  import('./ConfirmAction.tsx').then((file) => ({ default: file.ConfirmAction })),
)
const AssignDialog = lazy(() => import('./AssignDialog.tsx').then((file) => ({ default: file.AssignDialog })))

type Pressed = HandleAction | 'assign'

const icons = {
  close: IconLock,
  processed: IconTool,
  resolved: IconCheck,
  unresolved: IconCircleX,
  assign: IconUserShare,
} as const
// The next step of whoever has one is filled; ending it without a result never is.
const filled: readonly Pressed[] = ['processed', 'resolved']
const quiet: readonly Pressed[] = ['close']

/** Where a request stands and what this person can do with it; every step asks first (requirement 4.workorder.confirm). */
export function WorkOrderActions({ detail }: { detail: WorkOrderDetail }) {
  const { workOrder, parties } = detail
  const [asked, ask] = useState<{ action: Pressed; press: number }>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const may = (action: Pressed) => canRunWorkOrderAction(action, { status: workOrder.status, parties })
  const offered = (['assign', 'processed', 'resolved', 'unresolved', 'close'] as const).filter(may)
  const press = (action: Pressed) => {
    ask((last) => ({ action, press: (last?.press ?? 0) + 1 }))
    setOpen(true)
  }
  const frame = { detail, isOpen, onClose: () => setOpen(false) }
  return (
    <section className={css.requestState}>
      <WorkOrderBadge status={workOrder.status} />
      <Deadline detail={detail} />
      {offered.length > 0 && (
        <div className="request-actions">
          {offered.map((action) => (
            <ActionButton key={action} action={action} detail={detail} onPress={press} />
          ))}
        </div>
      )}
      <Suspense fallback={null}>
        {asked?.action === 'assign' && <AssignDialog key={asked.press} {...frame} />}
        {asked && isHandled(asked.action) && (
          <ConfirmAction key={asked.press} action={asked.action} {...frame} />
        )}
      </Suspense>
    </section>
  )
}

const isHandled = (action: Pressed): action is HandleAction =>
  (handleActions as readonly Pressed[]).includes(action)

function ActionButton(props: {
  action: Pressed
  detail: WorkOrderDetail
  onPress: (action: Pressed) => void
}) {
  const t = useTexts('support')
  const { action, detail } = props
  const { operatorId } = detail.workOrder
  const Icon = icons[action]
  const isFilled = filled.includes(action) || (action === 'assign' && operatorId === null)
  const variant = isFilled ? 'filled' : quiet.includes(action) ? 'subtle' : 'default'
  return (
    <Button
      variant={variant}
      {...(variant === 'subtle' ? { color: 'gray' } : {})}
      leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => props.onPress(action)}
    >
      {action === 'assign'
        ? t(operatorId === null ? 'do.assign' : 'do.assignOther')
        : t(`confirm.${action}.confirm`)}
    </Button>
  )
}

/** When a processed request counts as resolved. */
function Deadline({ detail: { resolvesAt } }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const { date } = useFormats()
  if (resolvesAt === null) return null
  return <p className={css.requestHint}>{t('resolvesOn', { day: date(resolvesAt) })}</p>
}
