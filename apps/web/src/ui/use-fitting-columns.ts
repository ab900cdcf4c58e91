import { type RefObject, useLayoutEffect, useState } from 'react'
import type { ListColumn } from './use-column-choice.ts'

/**
 * Hides columns while the table is wider than its place, so that no text is cut off or covered by the column of actions. Hides
 * the last columns first, and never the name or a column with `isKept`.
 * @param place the element around the table
 * @param columns the columns that the user chose. Another array shows all columns again, and they are measured anew.
 * @param isStale whether the rows are the previous page, which was measured before. Measuring makes the browser compute the layout.
 */
export function useFittingColumns<Row>(
  place: RefObject<HTMLElement | null>,
  columns: readonly ListColumn<Row>[],
  isStale: boolean,
): readonly ListColumn<Row>[] {
  const [fit, setFit] = useState<{ columns: typeof columns; hidden: readonly string[] }>({
    columns,
    hidden: [],
  })
  const hidden = fit.columns === columns ? fit.hidden : []
  useLayoutEffect(() => {
    const box = place.current
    if (!box || (isStale && fit.columns === columns)) return
    let excessPx = box.scrollWidth - box.clientWidth
    if (excessPx <= 1) return
    const more: string[] = []
    for (const { id, isKept, isName } of columns.toReversed()) {
      if (excessPx <= 1) break
      if (isKept || isName || hidden.includes(id)) continue
      const head = box.querySelector<HTMLElement>(`th[data-column="${id}"]`)
      if (!head) continue
      more.push(id)
      excessPx -= head.offsetWidth
    }
    if (more.length > 0) setFit({ columns, hidden: [...hidden, ...more] })
  })
  useLayoutEffect(() => {
    const box = place.current
    if (!box) return
    let widthPx = box.clientWidth
    const observer = new ResizeObserver(() => {
      if (box.clientWidth === widthPx) return
      widthPx = box.clientWidth
      setFit({ columns, hidden: [] })
    })
    observer.observe(box)
    return () => observer.disconnect()
  }, [place, columns])
  return hidden.length === 0 ? columns : columns.filter(({ id }) => !hidden.includes(id))
}
