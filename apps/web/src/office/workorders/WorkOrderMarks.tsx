import type { WorkOrder, WorkOrderPriority, WorkOrderStatus, WorkOrderTypeName } from '@pontic/contract'
import { type ReactNode, useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconAlertTriangle, IconFlag, IconMinus } from '../../ui/icons.ts'
import { statusShapes } from '../../ui/status-shapes.tsx'
import css from './WorkOrderMarks.module.css'

const shapes: Readonly<Record<WorkOrderStatus, ReactNode>> = {
  submitted: statusShapes.dashedRing,
  assigned: statusShapes.ring,
  in_progress: statusShapes.half,
  processed: statusShapes.threeQuarters,
  resolved: statusShapes.check,
  unresolved: statusShapes.cross,
  closed: <path d="M3.5 8h9" className="stroke" strokeLinecap="round" />,
}

/** The icon of a status, which screen readers ignore. Show the name of the status beside it. */
export function WorkOrderShape({ status }: { status: WorkOrderStatus }) {
  return (
    <svg
      className={css.requestShape}
      data-request={status}
      width={16}
      height={16}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {shapes[status]}
    </svg>
  )
}

/** The status of a request with its icon, name and colour. */
export function WorkOrderBadge({ status, isLarge }: { status: WorkOrderStatus; isLarge?: boolean }) {
  const t = useTexts('support.status')
  return (
    <span className={css.requestBadge} data-large={isLarge} data-testid="request-status">
      <WorkOrderShape status={status} />
      {t(status)}
    </span>
  )
}

const priorityIcons = { normal: IconMinus, important: IconFlag, critical: IconAlertTriangle } as const

/** The priority of a request with its icon, name and colour. */
export function PriorityMark({ priority }: { priority: WorkOrderPriority }) {
  const t = useTexts('support.priority')
  const Icon = priorityIcons[priority]
  return (
    <span className={css.requestPriority} data-priority={priority}>
      <Icon size={16} />
      {t(priority)}
    </span>
  )
}

/** The number of unread replies and status changes that other people added to a support request. Renders nothing for 0. */
export function UnreadMark({ workOrder }: { workOrder: Pick<WorkOrder, 'unread'> }) {
  const t = useTexts('support.list')
  if (workOrder.unread === 0) return null
  return <span className={css.requestUnread}>{t('unread', { count: workOrder.unread })}</span>
}

/** Returns a function that names a type of requests. Built-in types have a name in the user's language. */
export function useTypeName(): (type: Pick<WorkOrderTypeName, 'code' | 'name'>) => string {
  const t = useTexts('support.types')
  return useCallback(({ code, name }) => (code === null ? name : t(code)), [t])
}
