import type { ReactNode } from 'react'
import css from './Dashboard.module.css'

/** A row of a table with bars. `share` is the length of the bar, from 0 to 1. */
type BarRow = {
  key: string | number
  label: ReactNode
  value: string
  /** A second, quiet value. */
  note?: string
  share: number
}

/** A table with a bar below each row. @param props.heads names of the columns, for screen readers */
export function BarTable(props: {
  label?: string
  heads: readonly [string, string, string?]
  rows: readonly BarRow[]
  isStale: boolean
}) {
  const [name, value, note] = props.heads
  return (
    <table className={css.typeBars} aria-label={props.label} data-stale={props.isStale || undefined}>
      <thead className="only-read">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{value}</th>
          {note !== undefined && <th scope="col">{note}</th>}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            <td className="figures">{row.value}</td>
            {note !== undefined && <td className="figures quiet">{row.note}</td>}
            <td className={css.typeBar} aria-hidden="true">
              <span style={{ width: `${row.share * 100}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
