import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** The keyboard cursor of a list. `rowProps` returns props for the element of a row. */
export type RowCursor = {
  readonly rowProps: (id: string) => {
    tabIndex: number
    'data-row': string
    onFocus: () => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null

/** Handles j and k, unless the focus is in a field, dialog or menu. */
function useMoveKeys(move: (by: number) => void) {
  const latest = useRef(move)
  latest.current = move
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isShortcut = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || isShortcut || isTyping(event.target)) return
      if (event.key !== 'j' && event.key !== 'k') return
      event.preventDefault()
      latest.current(steps[event.key] ?? 0)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * Returns the keyboard cursor of a list. The keys `j` and `k` move it from anywhere on the page except fields, dialogs and
 * menus. Arrow keys, Enter and `x` work on the focused row.
 */
export function useRowCursor(list: {
  ids: readonly string[]
  onOpen: (id: string) => void
  onToggle?: (id: string) => void
}): RowCursor {
  const [current, setCurrent] = useState<string>()
  const latest = useRef({ ...list, current })
  latest.current = { ...list, current }

  const move = (by: number) => {
    const { ids, current } = latest.current
    const at = current === undefined ? -1 : ids.indexOf(current)
    const next = ids[at === -1 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)]
    if (next === undefined) return
    setCurrent(next)
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)?.focus()
  }
  useMoveKeys(move)
  const focusable = current !== undefined && list.ids.includes(current) ? current : list.ids[0]
  return {
    rowProps: (id) => ({
      tabIndex: id === focusable ? 0 : -1,
      'data-row': id,
      onFocus: () => setCurrent(id),
      onKeyDown: (event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'Enter') list.onOpen(id)
        else if (event.key === 'x') list.onToggle?.(id)
        else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(steps[event.key] ?? 0)
        else return
        event.preventDefault()
      },
    }),
  }
}
