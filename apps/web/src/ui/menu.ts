import type { ReactNode } from 'react'
import type { PopupFrame } from './use-popup.ts'

/** Props of the popup of a menu. */
export type MenuProps = MenuContent & PopupFrame

/** Content and position of a menu. */
export type MenuContent = {
  /** Name of the menu for screen readers. */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** Content above the entries. */
  readonly head?: ReactNode
  readonly position?: 'bottom-end' | 'bottom-start' | 'top-end'
  readonly widthPx?: number
  /** Renders the menu next to its button instead of in a portal, which full-screen elements would hide. */
  readonly isInPlace?: boolean
}
/** An entry of a menu. `onSelect` runs when the user selects the entry. */
export type MenuEntry = {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  /** BCP 47 tag of the label's language, if it is not the user's. */
  readonly lang?: string
  readonly onSelect: () => void
  /** Shows the entry in red, after a divider at the end of the menu. */
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** Marks the entry as the current choice. */
  readonly isChosen?: boolean
  /** Makes the entry a checkbox with this state. Selecting it keeps the menu open. */
  readonly isTicked?: boolean
}
