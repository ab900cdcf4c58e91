import type { ReactNode } from 'react'
import { createLazyPart } from './lazy-part.ts'
import type { MenuContent, MenuEntry, MenuProps } from './menu.ts'
import { type PopupButton, usePopup } from './use-popup.ts'

const menu = createLazyPart<MenuProps>(() => import('./MenuPopup.tsx').then((file) => file.MenuPopup))

/** Renders the component that knows the entries of a menu. It calls `show` with them. */
export type MenuSource = (show: (entries: readonly MenuEntry[]) => ReactNode) => ReactNode

/**
 * A button with a menu, whose code is fetched on hover or focus.
 * @param props.children renders the button with the given props
 * @param props.entries a function for menus in the rows of a list: their entries are then created when the menu is first opened
 */
export function MenuButton(
  props: Omit<MenuContent, 'entries'> & {
    entries: readonly MenuEntry[] | MenuSource
    children: (button: PopupButton) => ReactNode
  },
) {
  const { children, entries, ...content } = props
  const { button, Popup, frame } = usePopup(menu, 'menu')
  const show = (all: readonly MenuEntry[]) => Popup && <Popup {...content} {...frame} entries={all} />
  return (
    <>
      {children(button)}
      {Popup && (typeof entries === 'function' ? entries(show) : show(entries))}
    </>
  )
}
