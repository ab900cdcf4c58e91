import { Button } from '@mantine/core'
import type { Order } from '@pontic/contract'
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconClockX,
  IconDental,
  IconMessage2,
  IconPackageOff,
  IconPencil,
  IconPrinter,
  IconRotateClockwise,
  IconSend,
  IconTrash,
  IconTruckDelivery,
  IconX,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useCallback, useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { useSession } from '../session.ts'
import type { IconProps } from '../ui/dental-icons.tsx'
import type { MenuEntry } from '../ui/MenuButton.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import { useOpener } from '../ui/use-opener.ts'
import { type CaseAction, listCaseActions, nextActionOf, type OfferedAction } from './order-actions.ts'

const ActionDialog = lazy(() => import('./ActionDialog.tsx').then((file) => ({ default: file.ActionDialog })))

/** Opens the dialog of an action on a case. */
export type PressAction = (order: Order, action: CaseAction) => void

const icons: Readonly<Record<CaseAction, ComponentType<IconProps>>> = {
  declareNoScans: IconPackageOff,
  send: IconSend,
  cancelSend: IconClockX,
  recall: IconArrowBackUp,
  accept: IconCheck,
  reject: IconX,
  ship: IconTruckDelivery,
  complete: IconCheck,
  remark: IconMessage2,
  edit: IconPencil,
  prescribe: IconDental,
  remake: IconRotateClockwise,
  discard: IconTrash,
}

const dangerous: readonly CaseAction[] = ['reject', 'discard']

/** The icon of an action. */
export function CaseActionIcon({ action, size = 18 }: { action: CaseAction; size?: number }) {
  const Icon = icons[action] ?? IconBan
  return <Icon size={size} stroke={1.75} />
}

/** What the button of an action says. */
export function useActionName(): (offered: OfferedAction) => string {
  const t = useTexts('orders.do')
  return useCallback(({ action, isDeferred }) => (isDeferred ? t('sendDeferred') : t(action)), [t])
}

/**
 * The actions on cases of a page: one dialog for all of its buttons.
 * @returns `press` for the buttons, `dialog` to be drawn once
 */
export function useCaseActions(options: { onGone?: () => void } = {}) {
  const [pressed, setPressed] = useState<{ order: Order; action: CaseAction; count: number }>()
  const [isOpen, setOpen] = useState(false)
  const press = useCallback<PressAction>((order, action) => {
    setPressed((before) => ({ order, action, count: (before?.count ?? 0) + 1 }))
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  useOpener(isOpen)
  const dialog = pressed && (
    <Suspense fallback={null}>
      <ActionDialog
        key={pressed.count}
        order={pressed.order}
        action={pressed.action}
        isOpen={isOpen}
        onClose={close}
        {...(options.onGone ? { onGone: options.onGone } : {})}
      />
    </Suspense>
  )
  return { press, dialog }
}

/** What this person may do with a case, and which of it is due next. */
export function useOffered(order: Order | undefined) {
  const session = useSession()
  const offered = order && session ? listCaseActions(order, session) : []
  const next = order && nextActionOf(order, offered)
  return { next, others: offered.filter((one) => one !== next) }
}

/** The one filled button of a case. Nothing where nothing is due from this person. */
export function NextAction(props: { order: Order; onPress: PressAction; isSmall?: boolean }) {
  const nameOf = useActionName()
  const { next } = useOffered(props.order)
  if (!next) return null
  return (
    <Button
      {...(props.isSmall ? { size: 'xs', variant: 'subtle' } : { fullWidth: true })}
      leftSection={<CaseActionIcon action={next.action} size={props.isSmall ? 16 : 18} />}
      onClick={() => props.onPress(props.order, next.action)}
    >
      {nameOf(next)}
    </Button>
  )
}

/** The entry of a menu that leads to the work ticket of a case, which prints itself. */
function usePrintEntry(order: Order): MenuEntry[] {
  const t = useTexts('ticket')
  const navigate = useNavigate()
  if (order.isWithdrawn) return []
  return [
    {
      key: 'print',
      label: t('open'),
      icon: <IconPrinter size={18} stroke={1.75} />,
      onSelect: () => void navigate({ to: '/order/print/$id', params: { id: order.id } }),
    },
  ]
}

/** Every other action on a case, in a menu behind dots. @param props.more entries of the place (open, download) */
export function ActionMenu(props: { order: Order; onPress: PressAction; more?: readonly MenuEntry[] }) {
  const t = useTexts('orders')
  const nameOf = useActionName()
  const { others } = useOffered(props.order)
  const print = usePrintEntry(props.order)
  const actions = others.map(
    (offered): MenuEntry => ({
      key: offered.action,
      label: nameOf(offered),
      icon: <CaseActionIcon action={offered.action} />,
      isDangerous: dangerous.includes(offered.action),
      onSelect: () => props.onPress(props.order, offered.action),
    }),
  )
  return (
    <RowMenu
      label={t('actionsFor', { number: props.order.number })}
      actions={[...(props.more ?? []), ...print, ...actions]}
    />
  )
}
