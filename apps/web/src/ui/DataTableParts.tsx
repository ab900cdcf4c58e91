import { clsx } from 'clsx'
import { Fragment, type MouseEvent, memo, type ReactNode, useRef, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import css from './DataTable.module.css'
import { IconArrowDown, IconArrowUp } from './icons.ts'
import { BareCheckbox, SelectAll, type Selection } from './row-selection.tsx'
import type { ColumnChoice, ListColumn } from './use-column-choice.ts'
import type { RowCursor } from './use-row-cursor.ts'
import { useRowSlots } from './use-row-slots.ts'

export type Sort = { readonly key: string; readonly isDescending: boolean }

export type DataTableProps<Row> = {
  /** Name of the list for screen readers. */
  label: string
  /** Name under which the column choice is stored. */
  name: string
  columns: readonly ListColumn<Row>[]
  /** The column choice, if the caller stores it. */
  choice?: ColumnChoice
  /** Undefined while the first page loads. Skeleton rows are shown meanwhile. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Returns the name of a row for the label "Select …" of its checkbox. */
  rowName: (row: Row) => string
  onOpen?: (row: Row) => void
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Returns why the rows cannot be sorted by a column, undefined if they can. */
  sortRefusal?: (key: string) => string | undefined
  /** Returns the heading of the group that a row belongs to. Rows of a group follow one another. */
  groupOf?: ((row: Row) => string) | undefined
  /** Handles a key on a focused row. Returns whether it has done so. */
  onKey?: (row: Row, key: string) => boolean
  /** Buttons at the end of the row. Another function renders all rows again. */
  rowActions?: (row: Row) => ReactNode
  /** Renders a row on a phone. */
  phoneRow: (row: Row) => ReactNode
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  empty: ReactNode
  /** Whether the rows are the previous page while the next one is fetched. */
  isStale?: boolean
  skeletonRows?: number
}

type Part<Row> = DataTableProps<Row> & {
  /** The shown columns. */
  shown: readonly ListColumn<Row>[]
  selection: Selection | undefined
}

/** The header row, with sort buttons, a checkbox that selects all rows of the page, and the column menu. */
export function TableHead<Row>(props: Part<Row> & { choice: ColumnChoice }) {
  const { selection, sort } = props
  const latest = useRef(props.onSort)
  latest.current = props.onSort
  const [onSort] = useState(() => (next: Sort) => latest.current?.(next))
  return (
    <thead>
      <tr>
        {selection && (
          <th className={css.tableCheck}>
            <SelectAll {...selection} />
          </th>
        )}
        {props.shown.map((column) => (
          <Head
            key={column.id}
            column={column as ListColumn<never>}
            refusal={column.sortKey && props.sortRefusal?.(column.sortKey)}
            onSort={props.onSort && onSort}
            sorted={
              column.sortKey === undefined || sort?.key !== column.sortKey
                ? 'none'
                : sort.isDescending
                  ? 'descending'
                  : 'ascending'
            }
          />
        ))}
        <th className="table-end">
          <ColumnMenu columns={props.columns as readonly ListColumn<never>[]} choice={props.choice} />
        </th>
      </tr>
    </thead>
  )
}

type HeadProps = {
  column: ListColumn<never>
  refusal: string | undefined
  onSort: ((sort: Sort) => void) | undefined
  sorted: 'ascending' | 'descending' | 'none'
}

// A header renders again only when the order changes.
const Head = memo(function DrawnHead({ column, refusal, onSort, sorted }: HeadProps) {
  const size = column.widthPx === undefined ? {} : { style: { width: column.widthPx } }
  if (column.isHeaderHidden) {
    return (
      <th data-column={column.id} data-name={column.isName} {...size}>
        <span className="only-read">{column.header}</span>
      </th>
    )
  }
  const key = column.sortKey
  if (key === undefined || !onSort || refusal) {
    return (
      <th
        data-column={column.id}
        data-name={column.isName}
        data-align={column.align}
        title={refusal}
        {...size}
      >
        {column.header}
      </th>
    )
  }
  const isCurrent = sorted !== 'none'
  const Arrow = sorted === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <th
      data-column={column.id}
      data-name={column.isName}
      data-align={column.align}
      aria-sort={sorted}
      {...size}
    >
      <button
        type="button"
        className={clsx('bare', css.tableSort)}
        data-current={isCurrent || undefined}
        onClick={() => onSort({ key, isDescending: isCurrent ? sorted === 'ascending' : !column.sortsUp })}
      >
        {column.header}
        <Arrow size={14} stroke={1.75} aria-hidden="true" />
      </button>
    </th>
  )
})

/** The rows of a table, with the keyboard cursor. */
export function TableBody<Row>(props: Part<Row> & { rows: readonly Row[]; cursor: RowCursor }) {
  const { shown, selection, cursor, rowActions } = props
  const slotOf = useRowSlots(props.rows.map(props.rowId))
  const latest = useRef(props)
  latest.current = props
  const [presses] = useState(() => ({
    open: (row: Row) => latest.current.onOpen?.(row),
    toggle: (id: string) => latest.current.selection?.toggle(id),
  }))
  return (
    <tbody>
      {props.rows.map((row, at) => {
        const id = props.rowId(row)
        const drawn = (
          <BodyRow
            key={slotOf(id)}
            row={row}
            id={id}
            name={props.rowName(row)}
            shown={shown}
            isSelected={selection?.has(id)}
            isFocusable={id === cursor.focusable}
            canOpen={props.onOpen !== undefined}
            presses={presses}
            onFocus={cursor.onFocus}
            onKeyDown={cursor.onKeyDown}
            rowActions={rowActions}
          />
        )
        const heading = headingAt(props, at)
        if (heading === undefined) return drawn
        return (
          <Fragment key={`group ${heading}`}>
            <tr className={css.group}>
              <th scope="rowgroup" colSpan={shown.length + (selection ? 2 : 1)}>
                {heading}
              </th>
            </tr>
            {drawn}
          </Fragment>
        )
      })}
    </tbody>
  )
}

/** Returns the heading above a row, undefined if it belongs to the group of the row before. */
export function headingAt<Row>(
  { rows, groupOf }: Pick<DataTableProps<Row>, 'rows' | 'groupOf'>,
  at: number,
): string | undefined {
  const [before, row] = [rows?.[at - 1], rows?.[at]]
  if (groupOf === undefined || row === undefined) return undefined
  const heading = groupOf(row)
  return before !== undefined && groupOf(before) === heading ? undefined : heading
}

/** Returns whether the user clicked the row itself. Links, buttons and checkboxes in the row handle their own clicks. */
export const isRowPress = (event: MouseEvent) =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, label, [role="menu"], [role="dialog"]') === null

type BodyRowProps<Row> = Pick<RowCursor, 'onFocus' | 'onKeyDown'> & {
  row: Row
  id: string
  name: string
  shown: readonly ListColumn<Row>[]
  /** Undefined if rows can't be selected. */
  isSelected: boolean | undefined
  isFocusable: boolean
  canOpen: boolean
  presses: { open: (row: Row) => void; toggle: (id: string) => void }
  rowActions: ((row: Row) => ReactNode) | undefined
}

// A row renders again only when it changes, and not while the next page is fetched or when another row is selected.
const BodyRow = memo(function DrawnRow<Row>(props: BodyRowProps<Row>) {
  const { row, id, isSelected, presses } = props
  return (
    <tr
      tabIndex={props.isFocusable ? 0 : -1}
      data-row={id}
      data-selected={isSelected || undefined}
      data-opens={props.canOpen || undefined}
      onFocus={() => props.onFocus(id)}
      onKeyDown={(event) => props.onKeyDown(id, event)}
      onClick={(event) => isRowPress(event) && presses.open(row)}
    >
      {isSelected !== undefined && (
        <td className={css.tableCheck}>
          <RowCheck id={id} name={props.name} isSelected={isSelected} onToggle={presses.toggle} />
        </td>
      )}
      <Cells row={row} shown={props.shown} />
      <td className="table-end">{props.rowActions?.(row)}</td>
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row> & { key?: number | undefined }) => ReactNode

/** The checkbox of a row. */
export const RowCheck = memo(
  (props: { id: string; name: string; isSelected: boolean; onToggle: (id: string) => void }) => {
    const t = useTexts('ui.table')
    return (
      <BareCheckbox
        name={t('select', { name: props.name })}
        isChecked={props.isSelected}
        onToggle={() => props.onToggle(props.id)}
      />
    )
  },
)

// Cells render again only when the row or the columns change.
const Cells = memo(function DrawnCells<Row>(props: { row: Row; shown: readonly ListColumn<Row>[] }) {
  return props.shown.map((column) => (
    <td key={column.id} data-align={column.align} data-name={column.isName}>
      {column.cell(props.row)}
    </td>
  ))
}) as <Row>(props: { row: Row; shown: readonly ListColumn<Row>[] }) => ReactNode
