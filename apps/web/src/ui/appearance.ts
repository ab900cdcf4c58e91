import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'
import { type InterfaceSize, interfaceSizes } from '../theme.ts'

/** Where the chosen theme is kept; first-paint.js reads the same key. */
export const themeManager = localStorageColorSchemeManager({ key: 'pontic.theme' })

/** Light, dark, or as the system has it. */
export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

const sizeKey = 'pontic.size'
const sizeNames = Object.keys(interfaceSizes) as InterfaceSize[]
const listeners = new Set<() => void>()

const isSize = (name: string | undefined): name is InterfaceSize => sizeNames.some((known) => known === name)

function readSize(): InterfaceSize {
  const shown = document.documentElement.dataset.size
  return isSize(shown) ? shown : 'medium'
}

/** The interface size (portal.md §9, default medium) and the way to change it; kept in this browser. */
export function useInterfaceSize(): [InterfaceSize, (size: InterfaceSize) => void] {
  const size = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readSize)
  const setSize = useCallback((next: InterfaceSize) => {
    document.documentElement.dataset.size = next
    // A plain word, because first-paint.js reads it before any of this is there.
    localStorage.setItem(sizeKey, next)
    for (const listener of listeners) listener()
  }, [])
  return [size, setSize]
}
