import { Skeleton } from '@mantine/core'
import { Fragment } from 'react'
import css from './DataTable.module.css'
import { type DataTableProps, headingAt, isRowPress, RowCheck } from './DataTableParts.tsx'
import type { Selection } from './row-selection.tsx'
import { skeletonRowsDefault, skeletonWidths } from './SkeletonRows.tsx'
import type { RowCursor } from './use-row-cursor.ts'

/** The rows on a phone. They have checkboxes once one is selected; the filters are beside a checkbox that selects all. */
export function PhoneRows<Row>(
  props: DataTableProps<Row> & { cursor: RowCursor; selection: Selection | undefined },
) {
  const { cursor, selection } = props
  if (props.rows === undefined) {
    return (
      <div className={css.phoneRows} aria-busy="true">
        {Array.from({ length: props.skeletonRows ?? skeletonRowsDefault }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no id and never move
          <div key={row} className="phone-row">
            <Skeleton height={44} width={44} />
            <div className={css.phoneLines}>
              <Skeleton height={12} width={skeletonWidths[row % skeletonWidths.length] ?? '60%'} />
              <Skeleton height={10} width="40%" />
            </div>
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className={css.phoneRows} aria-label={props.label} data-stale={props.isStale || undefined}>
      {props.rows.map((row, at) => {
        const heading = headingAt(props, at)
        const id = props.rowId(row)
        return (
          <Fragment key={id}>
            {heading !== undefined && <li className={css.group}>{heading}</li>}
            <li
              className="phone-row"
              data-row={id}
              tabIndex={id === cursor.focusable ? 0 : -1}
              onFocus={() => cursor.onFocus(id)}
              onKeyDown={(event) => cursor.onKeyDown(id, event)}
              onClick={(event) => isRowPress(event) && props.onOpen?.(row)}
            >
              {selection && selection.count > 0 && (
                <RowCheck
                  id={id}
                  name={props.rowName(row)}
                  isSelected={selection.has(id)}
                  onToggle={selection.toggle}
                />
              )}
              {props.phoneRow(row)}
            </li>
          </Fragment>
        )
      })}
    </ul>
  )
}
