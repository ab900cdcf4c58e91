import type { ReactNode } from 'react'
import { type Drawing, drawings } from './drawings.tsx'
import css from './EmptyState.module.css'

/** Shown in place of an empty list, with the first step. */
export function EmptyState(props: {
  drawing: Drawing
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      {drawings[props.drawing]}
      <p className={css.emptyTitle}>{props.title}</p>
      {props.text && <p className={css.emptyText}>{props.text}</p>}
      {props.action && <div className={css.emptyAction}>{props.action}</div>}
    </div>
  )
}
