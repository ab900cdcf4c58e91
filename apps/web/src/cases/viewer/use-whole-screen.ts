import { type RefObject, useCallback, useSyncExternalStore } from 'react'

/**
 * Whether an element fills the screen.
 * @returns the state, and the way to change it; undefined where the browser has no full screen for elements
 */
export function useWholeScreen(root: RefObject<HTMLElement | null>): [boolean, (() => void) | undefined] {
  const isWhole = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null && document.fullscreenElement === root.current,
  )
  const toggle = useCallback(() => {
    // A refusal (a page in a frame without the right) leaves things as they are.
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    else void root.current?.requestFullscreen().catch(() => undefined)
  }, [root])
  return [isWhole, document.fullscreenEnabled ? toggle : undefined]
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
