import type { ReactNode } from 'react'
import css from './Timeline.module.css'

/** An event of a timeline. */
export type TimelineEntry = {
  readonly key: string
  readonly title: ReactNode
  readonly meta: ReactNode
  readonly note?: ReactNode
  readonly shape?: ReactNode
}

/** A timeline of events. @param entries in the order in which they are shown, usually newest first */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <span className={css.timelineShape}>{entry.shape ?? <span className={css.timelineDot} />}</span>
          <div className="timeline-title">{entry.title}</div>
          <div className="meta">{entry.meta}</div>
          {entry.note && <div className={css.timelineNote}>{entry.note}</div>}
        </li>
      ))}
    </ol>
  )
}
