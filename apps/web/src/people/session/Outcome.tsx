import type { ReactNode } from 'react'
import { Note } from './Note.tsx'
import { SessionFrame } from './SessionFrame.tsx'

/**
 * A page that tells how something came out, and the step after it. Read out when it appears.
 * @param props.told what has happened since, above it
 * @param props.isFailure read out at once
 */
export function Outcome(props: {
  title: string
  text?: ReactNode
  more?: ReactNode
  told?: string | undefined
  isFailure?: boolean
  actions?: ReactNode
  children?: ReactNode
}) {
  return (
    <SessionFrame title={props.title}>
      {props.told && <Note tone="done">{props.told}</Note>}
      <div className="door-form" role={props.isFailure ? 'alert' : 'status'}>
        {props.text && <p className="outcome-text">{props.text}</p>}
        {props.more && <p className="outcome-text quiet">{props.more}</p>}
      </div>
      {props.actions && <div className="outcome-actions">{props.actions}</div>}
      {props.children}
    </SessionFrame>
  )
}
