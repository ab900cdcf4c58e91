import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'
import type { InterfaceSize } from './theme.ts'

/** Where the chosen theme is kept; first-paint.js reads the same key. */
export const themeManager = localStorageColorSchemeManager({ key: 'pontic.theme' })

/** Light, dark, or as the system has it. */
export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]

const sizeKey = 'pontic.size'

/** Draws everything in another size from now on (requirement 9.size: medium by default); kept in this browser. */
export function setInterfaceSize(next: InterfaceSize): void {
  document.documentElement.dataset.size = next
  try {
    // A plain word, because first-paint.js reads it before any of this is there.
    localStorage.setItem(sizeKey, next)
  } catch {
    // A browser that keeps nothing shows it until the page is closed.
  }
}
