import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/**
 * The keyboard cursor of a list. The element of each row has `data-row` with the row's id, and handles focus and keys with
 * these functions, which stay the same.
 */
export type RowCursor = {
  /** Id of the row that is in the tab order. */
  readonly focusable: string | undefined
  readonly onFocus: (id: string) => void
  readonly onKeyDown: (id: string, event: KeyboardEvent<HTMLElement>) => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null

/**
 * Handles j and k, unless the focus is in a field, dialog or menu. The keys work as soon as the rows are painted: other effects may run
 * later than that.
 */
function useMoveKeys(move: (by: number) => void) {
  const latest = useRef(move)
  latest.current = move
  useLayoutEffect(() => {
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
  /** Handles other keys of a row. Returns whether it has done so. */
  onKey?: (id: string, key: string) => boolean
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
  // `move` only uses values that stay the same, so the one of the first render stays valid.
  const [handlers] = useState(() => ({
    onFocus: setCurrent,
    onKeyDown: (id: string, event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget) return
      if (event.key === 'Enter') latest.current.onOpen(id)
      else if (event.key === 'x') latest.current.onToggle?.(id)
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(steps[event.key] ?? 0)
      else if (event.ctrlKey || event.metaKey || event.altKey || !latest.current.onKey?.(id, event.key))
        return
      event.preventDefault()
    },
  }))
  const focusable = current !== undefined && list.ids.includes(current) ? current : list.ids[0]
  return { focusable, ...handlers }
}
