import { useEffect, useRef } from 'react'

/** Restores the focus to the element that opened a dialog. Mantine can't do it for a dialog that is first rendered open. */
export function useOpener(isOpen: boolean): void {
  const opener = useRef<HTMLElement>(undefined)
  const wasOpen = useRef(false)
  // Read during the render, because the effects of the dialog, which move the focus, run before those of its parent.
  if (isOpen && !wasOpen.current) opener.current = findOpener()
  wasOpen.current = isOpen
  useEffect(() => {
    if (isOpen) return
    if (opener.current?.isConnected) opener.current.focus({ preventScroll: true })
    opener.current = undefined
  }, [isOpen])
}

// A menu is removed before the dialog closes, so its button gets the focus.
function findOpener(): HTMLElement | undefined {
  const pressed = document.activeElement
  if (!(pressed instanceof HTMLElement) || pressed === document.body) return undefined
  const menu = pressed.closest('[role="menu"]')
  return menu ? (document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) ?? undefined) : pressed
}
