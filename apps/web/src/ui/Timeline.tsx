import type { ReactNode } from 'react'
import './Timeline.css'

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
    <ol className="timeline" aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <span className="timeline-shape">{entry.shape ?? <span className="timeline-dot" />}</span>
          <div className="timeline-title">{entry.title}</div>
          <div className="meta">{entry.meta}</div>
          {entry.note && <div className="timeline-note">{entry.note}</div>}
        </li>
      ))}
    </ol>
  )
}
