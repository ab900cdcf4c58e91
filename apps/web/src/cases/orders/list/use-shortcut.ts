import { useLayoutEffect } from 'react'

/**
 * Runs a function when a key is pressed outside of inputs, menus and dialogs. A letter with a modifier key is ignored. The key works as
 * soon as its button is painted: other effects may run later than that.
 */
export function useShortcut(key: string, onPress: () => void, isActive = true): void {
  useLayoutEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent) => {
      // Symbols may have modifiers, because some keyboard layouts type them with AltGr, which sets ctrlKey and altKey.
      const hasModifier = /[a-z]/.test(key) && (event.ctrlKey || event.metaKey || event.altKey)
      const isExcluded =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null
      if (event.key !== key || hasModifier || isExcluded) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
