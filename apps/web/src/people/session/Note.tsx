import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconAlertCircle, IconCircleCheck } from '../../ui/icons.ts'
import css from './Note.module.css'

/** A message above a form. It is announced by screen readers and scrolled into view. @param props.action button below the text */
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
      <Icon />
      <div>
        <p>{props.children}</p>
        {props.action}
      </div>
    </div>
  )
}

/** State of an error message above a form. Render `note`. Each `show` announces the text, even if it has not changed. */
export function useErrorNote() {
  const [error, setError] = useState<{ text: string; count: number }>()
  return {
    note: error && (
      <Note key={error.count} tone="error">
        {error.text}
      </Note>
    ),
    show: (text: string) => setError((before) => ({ text, count: (before?.count ?? 0) + 1 })),
    clear: () => setError(undefined),
  }
}
