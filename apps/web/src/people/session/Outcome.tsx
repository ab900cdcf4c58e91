import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Note } from './Note.tsx'
import css from './SessionFrame.module.css'
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
      <div className={css.doorForm} role={props.isFailure ? 'alert' : 'status'}>
        {props.text && <p className={css.outcomeText}>{props.text}</p>}
        {props.more && <p className={clsx(css.outcomeText, 'quiet')}>{props.more}</p>}
      </div>
      {props.actions && <div className={css.outcomeActions}>{props.actions}</div>}
      {props.children}
    </SessionFrame>
  )
}
