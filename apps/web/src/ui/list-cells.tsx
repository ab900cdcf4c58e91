import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import css from './DataTable.module.css'
import { DateText, MomentText, NumberText } from './formats.tsx'
import type { Cell, CellProps, PhoneLines, View } from './list.ts'

type Of<Row, Value> = (row: Row) => Value

/** Creates a cell that shows a moment as `5 minutes ago` within a day, otherwise as a date. */
export const date =
  <Row,>(of: Of<Row, string | null | undefined>): View<{ row: Row }> =>
  ({ row }) => <DateText moment={of(row)} />

/** Creates a cell that shows date and time of a moment. */
export const moment =
  <Row,>(of: Of<Row, string>): View<{ row: Row }> =>
  ({ row }) => <MomentText moment={of(row)} />

/** Creates a cell that shows a number, and nothing for undefined. */
export const number =
  <Row,>(of: Of<Row, number | undefined>): View<{ row: Row }> =>
  ({ row }) => {
    const value = of(row)
    return value === undefined ? null : <NumberText value={value} />
  }

/** Creates a cell with a {@link OneLine}. */
export const line =
  <Row,>(of: Of<Row, string | null>): View<{ row: Row }> =>
  ({ row }) => <OneLine text={of(row)} />

/** A text that is truncated to one line. Hovering shows the complete text. */
export const OneLine = ({ text }: { text: string | null }) => (
  <span className="one-line" title={text ?? undefined}>
    {text}
  </span>
)

/** Creates a cell with two lines of text, the second in a secondary style. */
export const lines =
  <Row,>(top: Of<Row, string>, below: Of<Row, string | null>): View<{ row: Row }> =>
  ({ row }) => <Lines top={<OneLine text={top(row)} />} below={<OneLine text={below(row)} />} />

/** Two lines in a cell, the second in a secondary style. */
export const Lines = (props: { top: ReactNode; below: ReactNode }) => (
  <span className={css.cellLines}>
    {props.top}
    {props.below && <span className="meta one-line">{props.below}</span>}
  </span>
)

/** Renders a cell of a list. */
export function CellView<Row, Press>({ cell, ...props }: CellProps<Row, Press> & { cell: Cell<Row, Press> }) {
  if (typeof cell === 'string') return props.row[cell] as ReactNode
  const Drawn = cell
  return <Drawn {...(props as CellProps<Row, Press>)} />
}

/** A row on a phone in two lines. */
export function PhoneView<Row, Press>(props: {
  phone: PhoneLines<Row, Press>
  name: string
  cell: CellProps<Row, Press>
}) {
  const { phone, name, cell } = props
  // Text fields are truncated here. Components truncate their own texts.
  const draw = (one: Cell<Row, Press> | undefined) => {
    if (one === undefined) return null
    const view = <CellView cell={one} {...cell} />
    return typeof one === 'string' ? <span className="one-line">{view}</span> : view
  }
  return (
    <div className={css.phoneLines}>
      <div className="phone-line">
        <span className={clsx(css.phoneName, 'one-line')}>
          {phone.title ? <CellView cell={phone.title} {...cell} /> : name}
        </span>
        {draw(phone.mark)}
      </div>
      <div className="phone-line meta">
        {draw(phone.left)}
        {draw(phone.right)}
      </div>
    </div>
  )
}
