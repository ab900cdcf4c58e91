import type { ReactNode } from 'react'
import type { PopupFrame } from './use-popup.ts'

/** Props of the menu's popup. */
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
  /** Renders next to its button, not in a portal, which full-screen elements would hide. */
  readonly isInPlace?: boolean
}
/** An entry of a menu. `onSelect` runs when the menu closes. */
export type MenuEntry = {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  /** BCP 47 tag of the label, if it is not in the user's language. */
  readonly lang?: string
  readonly onSelect: () => void
  /** Shown last, after a divider, in red. */
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** Marks the current one of several choices. */
  readonly isChosen?: boolean
  /** Makes the entry a checkbox, which keeps the menu open. */
  readonly isTicked?: boolean
}
