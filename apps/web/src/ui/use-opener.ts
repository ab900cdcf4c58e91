import { useEffect, useRef } from 'react'

/**
 * Gives the focus back to what opened a dialog. Mantine does so itself, but not for one that is fetched and drawn for the
 * first time because it was opened.
 */
export function useOpener(isOpen: boolean): void {
  const opener = useRef<HTMLElement>(undefined)
  const wasOpen = useRef(false)
  // While drawing, because the dialog's own effects, which move the focus, run before those of what draws it.
  if (isOpen && !wasOpen.current) opener.current = findOpener()
  wasOpen.current = isOpen
  useEffect(() => {
    if (isOpen) return
    if (opener.current?.isConnected) opener.current.focus({ preventScroll: true })
    opener.current = undefined
  }, [isOpen])
}

// A menu is gone when the dialog closes; its button is still there.
function findOpener(): HTMLElement | undefined {
  const pressed = document.activeElement
  if (!(pressed instanceof HTMLElement) || pressed === document.body) return undefined
  const menu = pressed.closest('[role="menu"]')
  return menu ? (document.querySelector<HTMLElement>(`[aria-controls="${menu.id}"]`) ?? undefined) : pressed
}
