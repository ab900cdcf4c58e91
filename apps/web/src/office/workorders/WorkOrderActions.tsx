import { Button, Group, Stack, Text } from '@mantine/core'
import {
  canRunWorkOrderAction,
  type HandleAction,
  handleActions,
  type WorkOrderDetail,
} from '@pontic/contract'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { IconCheck, IconCircleX, IconLock, IconTool, IconUserShare } from '../../ui/icons.ts'
import { useRestoredFocus } from '../../ui/use-opener.ts'
import { WorkOrderBadge } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

const loadDialogs = () => import('./ActionDialogs.tsx')
const ConfirmAction = lazy(async () => ({ default: (await loadDialogs()).ConfirmAction }))
const AssignDialog = lazy(async () => ({ default: (await loadDialogs()).AssignDialog }))

type Action = HandleAction | 'assign'

const icons = {
  close: IconLock,
  processed: IconTool,
  resolved: IconCheck,
  unresolved: IconCircleX,
  assign: IconUserShare,
} as const
// Buttons of the usual next steps are filled.
const filled: readonly Action[] = ['processed', 'resolved']
const quiet: readonly Action[] = ['close']

/** The status of a request, and buttons for its next steps. A dialog confirms each step (requirement 4.workorder.confirm). */
export function WorkOrderActions({ detail }: { detail: WorkOrderDetail }) {
  const { workOrder, parties } = detail
  const [pressed, setPressed] = useState<{ action: Action; press: number }>()
  const [isOpen, setOpen] = useState(false)
  useRestoredFocus(isOpen)
  const isAllowed = (action: Action) => canRunWorkOrderAction(action, { status: workOrder.status, parties })
  const offered = (['assign', 'processed', 'resolved', 'unresolved', 'close'] as const).filter(isAllowed)
  const press = (action: Action) => {
    setPressed((last) => ({ action, press: (last?.press ?? 0) + 1 }))
    setOpen(true)
  }
  const frame = { detail, isOpen, onClose: () => setOpen(false) }
  return (
    <Stack component="section" gap={12} className={css.requestState}>
      <WorkOrderBadge status={workOrder.status} isLarge />
      <Deadline detail={detail} />
      {offered.length > 0 && (
        <Group gap={8} data-testid="request-actions">
          {offered.map((action) => (
            <ActionButton key={action} action={action} detail={detail} onPress={press} />
          ))}
        </Group>
      )}
      <Suspense fallback={null}>
        {pressed?.action === 'assign' && <AssignDialog key={pressed.press} {...frame} />}
        {pressed && isHandled(pressed.action) && (
          <ConfirmAction key={pressed.press} action={pressed.action} {...frame} />
        )}
      </Suspense>
    </Stack>
  )
}

const isHandled = (action: Action): action is HandleAction => handleActions.some((one) => one === action)

function ActionButton(props: { action: Action; detail: WorkOrderDetail; onPress: (action: Action) => void }) {
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
      leftSection={<Icon />}
      onClick={() => props.onPress(action)}
    >
      {action === 'assign'
        ? t(operatorId === null ? 'do.assign' : 'do.assignOther')
        : t(`confirm.${action}.confirm`)}
    </Button>
  )
}

/** The day on which a processed request automatically becomes resolved. */
function Deadline({ detail: { resolvesAt } }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const { date } = useFormats()
  if (resolvesAt === null) return null
  return <Text c="dimmed">{t('resolvesOn', { day: date(resolvesAt) })}</Text>
}
