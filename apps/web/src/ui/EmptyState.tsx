import type { ReactNode } from 'react'
import { type Drawing, drawings } from './drawings.tsx'
import css from './EmptyState.module.css'

/** Message in place of an empty list. `action` is the next step, such as a button that creates the first row. */
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
