import { clsx } from 'clsx'
import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import css from './DataTable.module.css'
import { type DataTableProps, TableBody, TableHead } from './DataTableParts.tsx'
import { PhoneRows } from './PhoneRows.tsx'
import { selectionOf } from './row-selection.tsx'
import { SkeletonRows, skeletonRowsDefault } from './SkeletonRows.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import { pickColumns, useColumnChoice } from './use-column-choice.ts'
import { ShownColumns, useFittingColumns } from './use-fitting-columns.ts'
import { useRowCursor } from './use-row-cursor.ts'

/**
 * A table with sortable columns, a column menu, a keyboard cursor (j and k or the arrows move, Enter opens, x selects) and
 * skeleton rows while the first page loads. Phones show `phoneRow` for each row.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  // New rows are rendered in short tasks, so that the browser answers inputs meanwhile. Until then, the previous rows are stale.
  const rows = useDeferredValue(props.rows)
  return <Table {...props} rows={rows} isStale={props.isStale === true || rows !== props.rows} />
}

function Table<Row>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone()
  // If the last reply was empty, the next one may have rows, so skeleton rows are shown until it arrives.
  const rows = props.isStale && props.rows?.length === 0 ? undefined : props.rows
  const stored = useColumnChoice(props.name)
  const choice = props.choice ?? stored
  const chosen = useMemo(() => pickColumns(props.columns, choice.shown), [props.columns, choice.shown])
  const { shown, isTight, ref } = useFittingColumns(chosen, props.isStale === true)
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown])
  const ids = (rows ?? []).map(props.rowId)
  const selection = selectionOf(ids, props)
  const cursor = useRowCursor({
    ids,
    onOpen: (id) => {
      const row = rows?.find((candidate) => props.rowId(candidate) === id)
      if (row !== undefined) props.onOpen?.(row)
    },
    ...(selection ? { onToggle: selection.toggle } : {}),
    onKey: (id, key) => {
      const row = rows?.find((candidate) => props.rowId(candidate) === id)
      return row !== undefined && props.onKey?.(row, key) === true
    },
  })
  if (rows?.length === 0) return props.empty
  if (isPhone) return <PhoneRows {...props} rows={rows} cursor={cursor} selection={selection} />
  const part = { ...props, shown, selection }
  return (
    <div
      ref={ref}
      className="table-scroll"
      data-stale={(props.isStale && rows !== undefined) || undefined}
      data-tight={isTight || undefined}
    >
      <table className="table" aria-label={props.label} aria-busy={rows === undefined}>
        <TableHead {...part} choice={choice} />
        {rows === undefined ? (
          <SkeletonRows
            columns={shown}
            rows={props.skeletonRows ?? skeletonRowsDefault}
            hasSelection={selection !== undefined}
          />
        ) : (
          <ShownColumns value={shownIds}>
            <TableBody {...part} rows={rows} cursor={cursor} />
          </ShownColumns>
        )}
      </table>
    </div>
  )
}

/** Bar with bulk actions at the bottom of the page. It is shown while rows are selected. */
export function BulkBar(props: { count: number; onClear: () => void; children: ReactNode }) {
  const t = useTexts('ui.table')
  if (props.count === 0) return null
  return (
    <section className="bulk-bar" aria-label={t('bulk')}>
      <span className="figures" aria-live="polite">
        {t('selected', { count: props.count })}
      </span>
      {props.children}
      <button type="button" className={clsx('bare', css.bulkClear)} onClick={props.onClear}>
        {t('clearSelection')}
      </button>
    </section>
  )
}
