import type { WorkOrder, WorkOrderPriority, WorkOrderStatus, WorkOrderTypeName } from '@pontic/contract'
import { IconAlertTriangle, IconFlag, IconMinus } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './WorkOrderMarks.module.css'

const ring = <circle cx="8" cy="8" r="5.75" className="stroke" />

const shapes: Readonly<Record<WorkOrderStatus, ReactNode>> = {
  submitted: (
    <circle cx="8" cy="8" r="5.75" className="stroke" strokeDasharray="1.9 2.615" strokeLinecap="round" />
  ),
  assigned: ring,
  in_progress: (
    <>
      {ring}
      <path d="M8 4.25a3.75 3.75 0 0 1 0 7.5Z" />
    </>
  ),
  processed: (
    <>
      {ring}
      <path d="M8 8V4.25A3.75 3.75 0 1 1 4.25 8Z" />
    </>
  ),
  resolved: (
    <>
      <circle cx="8" cy="8" r="6.5" />
      <path
        d="m5.25 8.25 1.9 1.9 3.7-4.1"
        className="stroke cut"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  unresolved: <path d="m4 4 8 8m0-8-8 8" className="stroke" strokeLinecap="round" />,
  closed: <path d="M3.5 8h9" className="stroke" strokeLinecap="round" />,
}

/** The shape of a status. Show it together with the name of the status. */
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

/** The status of a request as word, colour and shape. */
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

/** The priority of a request as word, colour and shape. */
export function PriorityMark({ priority }: { priority: WorkOrderPriority }) {
  const t = useTexts('support.priority')
  const Icon = priorityIcons[priority]
  return (
    <span className={css.requestPriority} data-priority={priority}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {t(priority)}
    </span>
  )
}

/** The number of unread entries of others; nothing for none. */
export function UnreadMark({ workOrder }: { workOrder: Pick<WorkOrder, 'unread'> }) {
  const t = useTexts('support.list')
  if (workOrder.unread === 0) return null
  return <span className={css.requestUnread}>{t('unread', { count: workOrder.unread })}</span>
}

/** Names types of requests. Built-in types are named in the user's language. */
export function useTypeName(): (type: Pick<WorkOrderTypeName, 'code' | 'name'>) => string {
  const t = useTexts('support.types')
  return useCallback(({ code, name }) => (code === null ? name : t(code)), [t])
}
