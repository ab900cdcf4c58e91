import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import type { InterfaceSize } from './theme.ts'

/** Keeps the chosen theme; first-paint.js reads the same key. */
export const themeManager = localStorageColorSchemeManager({ key: 'pontic.theme' })

/** Light, dark, or the system's theme. */
export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

const sizeKey = 'pontic.size'

/** Changes the interface size (requirement 9.size: medium by default) and keeps it in this browser. */
export function setInterfaceSize(next: InterfaceSize): void {
  document.documentElement.dataset.size = next
  try {
    // Not JSON, because first-paint.js reads it as it is.
    localStorage.setItem(sizeKey, next)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
