import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

type Focused = { element: HTMLElement; row: number }

const rowsOf = (panel: HTMLElement) => [...panel.querySelectorAll<HTMLElement>('tbody tr, .phone-row')]

/**
 * Keeps the focus in a list whose actions remove rows. When the pressed button is removed with its row, the focus moves to
 * the next row (the last one if there is none), or to the selected tab if no row is left or rows are not focusable. It never
 * moves to another button, because an Enter key that is still down would press it.
 *
 * @param isAsking whether a dialog is open. The dialog restores the focus to the button that opened it, if this button still exists
 * @returns props of the element around the list
 */
export function useKeptFocus(isAsking: boolean): {
  ref: RefObject<HTMLDivElement | null>
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onBlur: (event: FocusEvent<HTMLElement>) => void
} {
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef<Focused>(undefined)
  // Runs after every render, because each reply of the server may remove rows.
  useEffect(() => {
    const { current: panel } = ref
    if (!panel || isAsking || focused.current === undefined || focused.current.element.isConnected) return
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.closest('[role="dialog"]')
    if (isLost) findFocusTarget(panel, focused.current.row)?.focus({ preventScroll: true })
    focused.current = undefined
  })
  return {
    ref,
    onFocus: ({ target, currentTarget }) => {
      // React also delivers events of dialogs, which are inside the list in the React tree but not in the DOM.
      if (!currentTarget.contains(target)) return
      const row = target.closest<HTMLElement>('tbody tr, .phone-row')
      focused.current = row ? { element: target, row: rowsOf(currentTarget).indexOf(row) } : undefined
    },
    onBlur: ({ target, currentTarget, relatedTarget }) => {
      // The element still exists and nothing else receives the focus: the user has clicked something that is not focusable.
      if (currentTarget.contains(target) && relatedTarget === null && document.hasFocus())
        focused.current = undefined
    },
  }
}

function findFocusTarget(panel: HTMLElement, at: number): HTMLElement | null {
  const rows = rowsOf(panel)
  const row = rows[Math.min(at, rows.length - 1)]
  const tab = document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')
  return row?.hasAttribute('tabindex') ? row : tab
}
