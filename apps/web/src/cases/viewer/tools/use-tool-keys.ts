import { useEffect, useRef } from 'react'

/** Handles Ctrl+Z and Ctrl+Shift+Z (on a Mac with the command key) in the viewer, but not in its text fields. */
export function useToolKeys(
  stage: HTMLElement,
  keys: { onUndo: () => boolean; onRedo: () => boolean },
): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const viewer = stage.parentElement
    if (!viewer) return
    const listen = (event: KeyboardEvent) => {
      const isText = event.target instanceof HTMLInputElement && event.target.type === 'text'
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isText) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) latest.current.onRedo()
      else latest.current.onUndo()
    }
    viewer.addEventListener('keydown', listen)
    return () => viewer.removeEventListener('keydown', listen)
  }, [stage])
}
