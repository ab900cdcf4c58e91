import { Button } from '@mantine/core'
import type { Order } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { IconFileDescription, IconFileZip, IconPrinter } from '../../../ui/icons.ts'
import type { MenuEntry } from '../../../ui/menu.ts'
import { RowButton, RowIconButton } from '../../../ui/RowButton.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { useRestoredFocus } from '../../../ui/use-opener.ts'
import type { DialogAction } from './ActionDialog.tsx'
import {
  actionIcons,
  type CaseAction,
  canDownload,
  listCaseActions,
  nextActionOf,
  type OfferedAction,
  reviewAnchor,
} from './order-actions.ts'
import { RowDownload, useDownload } from './use-order-write.ts'

const ActionDialog = lazy(() => import('./ActionDialog.tsx').then((file) => ({ default: file.ActionDialog })))

/** Opens the dialog of an action on a case. @param day the delivery day with which the dialog starts */
export type PressAction = (order: Order, action: CaseAction, day?: string) => void

const dangerous: readonly CaseAction[] = ['reject', 'discard']

/** The icon of an action. */
export function CaseActionIcon({ action, size = 18 }: { action: CaseAction; size?: number }) {
  const Icon = actionIcons[action]
  return <Icon size={size} />
}

/** @returns a function that returns the text of an action's button */
export function useActionName(): (offered: OfferedAction) => string {
  const t = useTexts('order.action')
  return ({ action, isDeferred }) => t(isDeferred ? 'sendDeferred' : action)
}

/**
 * Opens the dialogs of all action buttons on a page. The button that reviews a design opens the page of its case.
 * @param options.onDiscarded called after a case was discarded
 * @returns `press` opens the dialog of an action; `dialog` has to be rendered once on the page
 */
export function useCaseActions(options: { onDiscarded?: () => void } = {}) {
  const [pressed, setPressed] = useState<{
    order: Order
    action: DialogAction
    day?: string
    count: number
  }>()
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const press = useCallback<PressAction>(
    (order, action, day) => {
      if (action === 'judgeReview')
        return void navigate({ to: '/order/detail/$id', params: { id: order.id }, hash: reviewAnchor })
      setPressed((before) => ({
        order,
        action,
        ...(day === undefined ? {} : { day }),
        count: (before?.count ?? 0) + 1,
      }))
      setOpen(true)
    },
    [navigate],
  )
  const close = useCallback(() => setOpen(false), [])
  useRestoredFocus(isOpen)
  const dialog = pressed && (
    <Suspense fallback={null}>
      <ActionDialog
        key={pressed.count}
        order={pressed.order}
        action={pressed.action}
        isOpen={isOpen}
        onClose={close}
        {...(pressed.day === undefined ? {} : { day: pressed.day })}
        {...(options.onDiscarded ? { onDiscarded: options.onDiscarded } : {})}
      />
    </Suspense>
  )
  return { press, dialog }
}

/** Returns the actions that the user may run on a case. `next` advances the case, and is undefined if the user may not run it. */
export function useOfferedActions(order: Order) {
  const session = useSession()
  const offered = session ? listCaseActions(order, session) : []
  const next = nextActionOf(order, offered)
  return { next, others: offered.filter((one) => one !== next) }
}

/** The button of the action that advances a case; empty if the user may not run it. */
export function NextAction(props: { order: Order; onPress: PressAction; isSmall?: boolean }) {
  const nameOf = useActionName()
  const { next } = useOfferedActions(props.order)
  if (!next) return null
  const button = {
    children: nameOf(next),
    onClick: () => props.onPress(props.order, next.action),
  }
  return props.isSmall ? (
    <RowButton icon={<CaseActionIcon action={next.action} size={16} />} {...button} />
  ) : (
    <Button fullWidth leftSection={<CaseActionIcon action={next.action} />} {...button} />
  )
}

/** Returns the menu entries that change nothing: open the case, download its files, print the ticket. Empty for a withdrawn case. */
function useReadEntries(order: Order, download: () => unknown): MenuEntry[] {
  const t = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  if (order.isWithdrawn || !session) return []
  const params = { id: order.id }
  const open: MenuEntry = {
    key: 'detail',
    label: t('order.action.detail'),
    icon: <IconFileDescription />,
    onSelect: () => void navigate({ to: '/order/detail/$id', params }),
  }
  const zip: MenuEntry = {
    key: 'download',
    label: t('order.action.download'),
    icon: <IconFileZip />,
    onSelect: () => void download(),
  }
  const print: MenuEntry = {
    key: 'print',
    label: t('ticket.open'),
    icon: <IconPrinter />,
    onSelect: () => void navigate({ to: '/order/print/$id', params }),
  }
  return canDownload(order, session) ? [open, zip, print] : [open, print]
}

/** Buttons in the row of a case: one downloads all files, if there are any, the other prints the work ticket. Needs {@link RowDownload}. */
export function ReadButtons({ order }: { order: Order }) {
  const download = useContext(RowDownload)
  const [, ...entries] = useReadEntries(order, () => download(order.id, null))
  return entries.map(({ key, label, icon, onSelect }) => (
    <RowIconButton key={key} label={label} data-read={key} onClick={onSelect}>
      {icon}
    </RowIconButton>
  ))
}

/**
 * The menu of a case in a list: entries that change nothing, then all actions except the next one, which has its own button. With
 * `hasNext` the menu has all actions.
 */
export function ActionMenu(props: { order: Order; onPress: PressAction; hasNext?: boolean }) {
  const t = useTexts('orders')
  const session = useSession()
  const { order } = props
  // A withdrawn case has no actions.
  if (order.isWithdrawn || !session) return null
  return (
    <RowMenu
      label={t('actionsFor', { number: order.number })}
      actions={(show) => <CaseEntries {...props} show={show} />}
    />
  )
}

function CaseEntries(props: {
  order: Order
  onPress: PressAction
  hasNext?: boolean
  show: (entries: readonly MenuEntry[]) => ReactNode
}) {
  const nameOf = useActionName()
  const { next, others } = useOfferedActions(props.order)
  const download = useDownload(props.order.id)
  const reads = useReadEntries(props.order, () => download(null))
  const actions = (props.hasNext && next ? [next, ...others] : others).map(
    (offered): MenuEntry => ({
      key: offered.action,
      label: nameOf(offered),
      icon: <CaseActionIcon action={offered.action} />,
      isDangerous: dangerous.includes(offered.action),
      onSelect: () => props.onPress(props.order, offered.action),
    }),
  )
  return props.show([...reads, ...actions])
}
