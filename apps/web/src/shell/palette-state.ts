import { useEffect } from 'react'
import { createStore } from '../frame/store.ts'

const palette = createStore(false)

/** Opens the search dialog (`Palette`). */
export const openPalette = () => palette.set(true)

/** Closes the search dialog. */
export const closePalette = () => palette.set(false)

/** Returns whether the search dialog is open. */
export const useIsPaletteOpen = palette.useValue

/** Opens the search dialog with Ctrl+K or ⌘K anywhere on the page. */
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
