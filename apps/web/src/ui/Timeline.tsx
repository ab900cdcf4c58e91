import type { ReactNode } from 'react'
import css from './Timeline.module.css'

/** One thing that happened. `tone` colours the dot; the sentence tells it all. */
export type TimelineEntry = {
  readonly key: string
  readonly title: ReactNode
  readonly meta: ReactNode
  readonly note?: ReactNode
  readonly shape?: ReactNode
}

/** What happened, newest first as given: a line with a shape at each step. */
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
