import { useMediaQuery } from '@mantine/hooks'
import {
  type ColumnDef,
  type ReactTable,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { PhoneRows, SkeletonRows, TableBody, TableHead } from './DataTableParts.tsx'
import { type ColumnChoice, pickColumns, useColumnChoice } from './use-column-choice.ts'
import { useRowCursor } from './use-row-cursor.ts'
import './DataTable.css'

/** Only what the lists use: the rest of the library is not in the bundle. */
export const listFeatures = tableFeatures({ rowSelectionFeature, rowSortingFeature })
export type ListFeatures = typeof listFeatures
export type ListTable<Row extends object> = ReactTable<ListFeatures, Row>

/** A column of a list. `sortKey` is the server's name of the order; without it the head is no button. */
export type ListColumn<Row> = {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  readonly sortKey?: string
  /** `end` for numbers and times. */
  readonly align?: 'start' | 'end'
  readonly widthPx?: number
  /** The one column that says which row it is: it can't be hidden and takes what space is left. */
  readonly isName?: true
  readonly startsHidden?: true
  /** Nothing to read in the head (pictures, actions); the header is for screen readers and the column menu. */
  readonly isHeadSilent?: true
}

export type Sort = { readonly key: string; readonly isDescending: boolean }

export type DataTableProps<Row extends object> = {
  /** What the list is, for screen readers. */
  label: string
  /** Under this name the choice of columns is remembered. */
  name: string
  columns: readonly ListColumn<Row>[]
  /** The choice of columns where the list keeps it itself. */
  choice?: ColumnChoice
  /** Undefined while the first page loads: skeleton rows stand in. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What the row is called in "Select …". */
  rowName: (row: Row) => string
  onOpen?: (row: Row) => void
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Buttons that show on hover and focus, at the right end. */
  rowActions?: (row: Row) => ReactNode
  /** A row on a phone: two lines with picture, name, status and the next action. */
  phoneRow: (row: Row) => ReactNode
  selected?: readonly string[]
  onSelect?: (ids: string[]) => void
  empty: ReactNode
  /** A page is on its way while the old one is shown. */
  isStale?: boolean
  skeletonRows?: number
}

/**
 * A list: rows under sortable heads, a column menu, a keyboard cursor (j and k or the arrows move, Enter opens, x selects),
 * skeleton rows while the first page loads. On a phone the rows are drawn by `phoneRow`.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  // What was sought before was not found: of what is sought now that says nothing.
  const rows = props.isStale && props.rows?.length === 0 ? undefined : props.rows
  const kept = useColumnChoice(props.name)
  const choice = props.choice ?? kept
  const shown = useMemo(() => pickColumns(props.columns, choice.shown), [props.columns, choice.shown])
  const table = useListTable(props, shown)
  const cursor = useRowCursor({
    ids: (rows ?? noRows).map((row) => props.rowId(row as Row)),
    onOpen: (id) => {
      const row = rows?.find((candidate) => props.rowId(candidate) === id)
      if (row) props.onOpen?.(row)
    },
    ...(props.onSelect ? { onToggle: (id: string) => table.getRow(id).toggleSelected() } : {}),
  })
  if (rows?.length === 0) return props.empty
  if (isPhone) return <PhoneRows {...props} rows={rows} />
  return (
    <div className="table-scroll" data-stale={(props.isStale && rows !== undefined) || undefined}>
      <table className="table" aria-label={props.label} aria-busy={rows === undefined}>
        <TableHead table={table} shown={shown} {...props} choice={choice} />
        {rows === undefined ? (
          <SkeletonRows
            columns={shown}
            rows={props.skeletonRows ?? 12}
            hasSelection={props.onSelect !== undefined}
          />
        ) : (
          <TableBody table={table} shown={shown} cursor={cursor} {...props} />
        )}
      </table>
    </div>
  )
}

/** The bar that a selection opens at the bottom: how many, what can be done with them, and the way out. */
export function BulkBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  const t = useTexts('ui.table')
  if (props.count === 0) return null
  return (
    <section className="bulk-bar" aria-label={t('bulk')}>
      <span className="figures" aria-live="polite">
        {t('selected', { count: props.count })}
      </span>
      {props.children}
      <button type="button" className="bulk-clear" onClick={props.onClear}>
        {t('clearSelection')}
      </button>
    </section>
  )
}

// One array for ever: a new one each time would make the library work out all rows anew.
const noRows: readonly never[] = []

function useListTable<Row extends object>(
  props: DataTableProps<Row>,
  shown: readonly ListColumn<Row>[],
): ListTable<Row> {
  const columns = useMemo(() => shown.map(toColumnDef), [shown])
  const sorting = props.sort ? [{ id: props.sort.key, desc: props.sort.isDescending }] : []
  const selection = Object.fromEntries((props.selected ?? noRows).map((id) => [id, true as const]))
  return useTable<ListFeatures, Row>({
    features: listFeatures,
    columns,
    data: props.rows ?? noRows,
    getRowId: props.rowId,
    manualSorting: true,
    enableSortingRemoval: false,
    enableRowSelection: props.onSelect !== undefined,
    state: { rowSelection: selection, sorting },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(selection) : update
      props.onSelect?.(Object.keys(next).filter((id) => next[id]))
    },
  })
}

function toColumnDef<Row extends object>(column: ListColumn<Row>): ColumnDef<ListFeatures, Row> {
  return {
    id: column.id,
    header: column.header,
    enableSorting: column.sortKey !== undefined,
    cell: (context) => column.cell(context.row.original),
  }
}
