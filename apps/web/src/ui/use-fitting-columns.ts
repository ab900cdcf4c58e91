import { createContext, type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ListColumn } from './use-column-choice.ts'

/** The ids of the columns of a table that are shown. A cell may show what a hidden column would. */
export const ShownColumns = createContext<readonly string[]>([])

type Yielding = Pick<ListColumn<never>, 'id' | 'isFirstHidden' | 'isKept' | 'isName' | 'yields'>

/** Which columns are hidden, and whether the others are too wide. Valid for one array of columns. */
type Fit<Columns> = { columns: Columns; hidden: readonly string[]; isTight: boolean }

/** Returns the columns in the order in which they are hidden. */
export function yieldOrder<Column extends Yielding>(columns: readonly Column[]): Column[] {
  const rank = ({ isFirstHidden, yields = 0 }: Column) => (isFirstHidden ? -1 : yields)
  return columns
    .filter(({ isKept, isName }) => !isKept && !isName)
    .reverse()
    .sort((one, other) => rank(one) - rank(other))
}

/**
 * Hides columns while the table is wider than its place, so that no text is cut off or covered by the column of actions, in the
 * order of `yieldOrder`.
 * @param columns the columns that the user chose. If this array changes, all columns are shown and measured again.
 * @param isStale whether the rows are the previous page, which was measured before. Measuring makes the browser compute the layout.
 * @returns the columns to show, whether the table is still too wide without the others, and a `ref` for the element around it
 */
export function useFittingColumns<Row>(
  columns: readonly ListColumn<Row>[],
  isStale: boolean,
): {
  shown: readonly ListColumn<Row>[]
  isTight: boolean
  ref: RefCallback<HTMLElement>
} {
  const place = useRef<HTMLElement>(null)
  const all = { columns, hidden: [], isTight: false }
  const [stored, setFit] = useState<Fit<typeof columns>>(all)
  const { hidden, isTight } = stored.columns === columns ? stored : all
  const measure = useCallback(() => {
    const box = place.current
    if (!box) return
    let excessPx = box.scrollWidth - box.clientWidth
    const more: string[] = []
    for (const { id } of yieldOrder(columns)) {
      if (excessPx <= 1) break
      const head = box.querySelector<HTMLElement>(`th[data-column="${id}"]`)
      if (!head) continue
      more.push(id)
      excessPx -= head.offsetWidth
    }
    if (more.length === 0 && excessPx <= 1) return
    setFit((stored) => {
      const last = stored.columns === columns ? stored : { columns, hidden: [], isTight: false }
      if (more.length > 0) return { ...last, hidden: [...last.hidden, ...more] }
      return last.isTight ? last : { ...last, isTight: true }
    })
  }, [columns])
  useLayoutEffect(() => {
    if (!isStale || stored.columns !== columns) measure()
  })
  const ref = useCallback(
    (box: HTMLElement | null) => {
      place.current = box
      if (!box) return
      let widthPx = box.clientWidth
      // The table also grows without a render of the list, for example when a font is loaded.
      const observer = new ResizeObserver(() => {
        if (box.clientWidth === widthPx) return measure()
        widthPx = box.clientWidth
        setFit({ columns, hidden: [], isTight: false })
      })
      observer.observe(box)
      if (box.firstElementChild) observer.observe(box.firstElementChild)
      return () => observer.disconnect()
    },
    [columns, measure],
  )
  const shown = hidden.length === 0 ? columns : columns.filter(({ id }) => !hidden.includes(id))
  return { shown, isTight, ref }
}
