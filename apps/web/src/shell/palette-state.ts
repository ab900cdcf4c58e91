import { useEffect } from 'react'
import { createStore } from '../frame/store.ts'

const palette = createStore(false)

/** Opens the search over everything (Ctrl or ⌘ K). */
export const openPalette = () => palette.set(true)

/** Closes the search. */
export const closePalette = () => palette.set(false)

/** Whether the search is open. */
export const useIsPaletteOpen = palette.useValue

/** Opens the search with Ctrl or ⌘ K, from anywhere on the page. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      event.preventDefault()
      openPalette()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
