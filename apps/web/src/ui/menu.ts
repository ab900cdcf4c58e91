import type { ReactNode } from 'react'
import type { PopupFrame } from './use-popup.ts'

/** What the menu itself is given, once it is opened. */
export type MenuProps = MenuContent & PopupFrame

/** What is in a menu and where it opens. */
export type MenuContent = {
  /** What the menu is called. */
  readonly label: string
  readonly entries: readonly MenuEntry[]
  /** Above the entries, nothing to press. */
  readonly head?: ReactNode
  readonly position?: 'bottom-end' | 'bottom-start' | 'top-end'
  readonly widthPx?: number
  /** Lies beside its button in the page's tree: what lies outside is not seen on a whole screen. */
  readonly isInPlace?: boolean
}
/** One entry of a menu. `onSelect` runs as the menu closes. */
export type MenuEntry = {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  /** BCP 47 tag of the label, where it is not in the user's language. */
  readonly lang?: string
  readonly onSelect: () => void
  /** Stands last, apart and in red. */
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** The one in use of several: a check stands behind it. */
  readonly isChosen?: boolean
  /** A box that is ticked or not; the menu stays open when it is pressed. */
  readonly isTicked?: boolean
}
