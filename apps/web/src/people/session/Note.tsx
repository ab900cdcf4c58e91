import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './Note.module.css'

/** What happened, above a form: read out at once, and brought into sight. @param props.action a button that helps further */
export function Note(props: { tone: 'error' | 'done'; children: ReactNode; action?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const Icon = props.tone === 'error' ? IconAlertCircle : IconCircleCheck
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      className={css.note}
      data-tone={props.tone}
      role={props.tone === 'error' ? 'alert' : 'status'}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div>
        <p>{props.children}</p>
        {props.action}
      </div>
    </div>
  )
}
