import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import { useSyncExternalStore } from 'react'
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

/** Draws everything in another size from now on; kept in this browser. */
export function setInterfaceSize(next: InterfaceSize): void {
  document.documentElement.dataset.size = next
  try {
    // A plain word, because first-paint.js reads it before any of this is there.
    localStorage.setItem(sizeKey, next)
  } catch {
    // A browser that keeps nothing shows it until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** The interface size (portal.md §9, default medium) and the way to change it; kept in this browser. */
export function useInterfaceSize(): [InterfaceSize, (size: InterfaceSize) => void] {
  const size = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readSize)
  return [size, setInterfaceSize]
}
