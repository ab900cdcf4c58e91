import { useEffect, useRef } from 'react'

/** Restores the focus to the element that opened a dialog, because Mantine doesn't if the dialog is open at its first render. */
export function useRestoredFocus(isOpen: boolean): void {
  const opener = useRef<HTMLElement>(undefined)
  const wasOpen = useRef(false)
  // The opener is read during the render, because the dialog's effects move the focus and run before the effect below.
  if (isOpen && !wasOpen.current) opener.current = findOpener()
  wasOpen.current = isOpen
  useEffect(() => {
    if (isOpen) return
    if (opener.current?.isConnected) opener.current.focus({ preventScroll: true })
    opener.current = undefined
  }, [isOpen])
}

// A menu entry no longer exists when the dialog closes, so the focus returns to the menu's button.
function findOpener(): HTMLElement | undefined {
  const pressed = document.activeElement
  if (!(pressed instanceof HTMLElement) || pressed === document.body) return undefined
  const menu = pressed.closest('[role="menu"]')
  return menu ? (document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) ?? undefined) : pressed
}
