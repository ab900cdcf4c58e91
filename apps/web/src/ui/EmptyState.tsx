import type { ReactNode } from 'react'
import { type Drawing, drawings } from './drawings.tsx'
import './EmptyState.css'

/** Where nothing is yet: what belongs here, and the first step. */
export function EmptyState(props: {
  drawing: Drawing
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      {drawings[props.drawing]}
      <p className="empty-title">{props.title}</p>
      {props.text && <p className="empty-text">{props.text}</p>}
      {props.action && <div className="empty-action">{props.action}</div>}
    </div>
  )
}
