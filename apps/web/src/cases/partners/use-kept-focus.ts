import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

type Held = { element: HTMLElement; row: number }

const rowsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('tbody tr, .phone-row')]

/**
 * Keeps the focus in a list whose rows leave by what is done to them: when the button that was pressed is gone with its
 * row, the focus goes to the row that took its place, else to the open tab. Never to a button there: whoever holds Enter
 * would answer the next one too.
 *
 * @param isAsking whether a dialog is open; it gives the focus back itself while its button still stands
 * @returns props of the element around the list
 */
export function useKeptFocus(isAsking: boolean): {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: (event: FocusEvent<HTMLElement>) => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const held = useRef<Held>(undefined)
  // After every drawing: rows come and go with each answer of the server.
  useEffect(() => {
    const { current: panel } = ref
    if (!panel || isAsking || held.current === undefined || held.current.element.isConnected) return
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.closest('[role="dialog"]')
    if (isLost) findPlace(panel, held.current.row)?.focus({ preventScroll: true })
    held.current = undefined
  })
  return {
    ref,
    onFocus: ({ target, currentTarget }) => {
      // A dialog stands elsewhere in the document, yet its events come here too.
      if (!currentTarget.contains(target)) return
      const row = target.closest<HTMLElement>('tbody tr, .phone-row')
      held.current = row ? { element: target, row: rowsOf(currentTarget).indexOf(row) } : undefined
    },
    onBlur: ({ target, currentTarget, relatedTarget }) => {
      // Let go by the person, not lost.
      if (currentTarget.contains(target) && relatedTarget === null && document.hasFocus())
        held.current = undefined
    },
  }
}

function findPlace(panel: HTMLElement, at: number): HTMLElement | null {
  const rows = rowsOf(panel)
  const row = rows[Math.min(at, rows.length - 1)]
  const tab = document.querySelector<HTMLElement>('.partner-tabs [role="tab"][aria-selected="true"]')
  return row?.hasAttribute('tabindex') ? row : tab
}
