import { Skeleton } from '@mantine/core'
import css from './DataTable.module.css'
import type { ListColumn } from './use-column-choice.ts'

/** Default number of placeholder rows. They fill a screen, so that pager and footer stay below it while the rows load. */
export const skeletonRowsDefault = 12

/** Widths of skeleton cells. They differ, so that the rows look like text. */
export const skeletonWidths = ['68%', '44%', '82%', '56%', '73%']

/** Placeholder rows, shown while the first page loads. */
export function SkeletonRows<Row>(props: {
  columns: readonly ListColumn<Row>[]
  rows: number
  hasSelection: boolean
}) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: props.rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no id and never move
        <tr key={row}>
          {props.hasSelection && <td className={css.tableCheck} />}
          {props.columns.map((column, at) => (
            <td key={column.id}>
              <Skeleton height={10} width={skeletonWidths[(row * 2 + at) % skeletonWidths.length] ?? '60%'} />
            </td>
          ))}
          <td />
        </tr>
      ))}
    </tbody>
  )
}
