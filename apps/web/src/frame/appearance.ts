import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import type { InterfaceSize } from './theme.ts'

/** Stores the chosen theme in local storage. `first-paint.js` reads the same key. */
export const themeManager = localStorageColorSchemeManager({ key: 'pontic.theme' })

/** Light, dark, or the system's theme. */
export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

const sizeKey = 'pontic.size'

/** Changes the interface size and stores it in this browser (requirement 9.size: medium by default). */
export function setInterfaceSize(next: InterfaceSize): void {
  document.documentElement.dataset.size = next
  try {
    // Not JSON, because first-paint.js reads the plain value.
    localStorage.setItem(sizeKey, next)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
