import type { ReactNode } from 'react'
import { makeLazyPart } from './lazy-part.ts'
import type { MenuContent, MenuProps } from './menu.ts'
import { type PopupButton, usePopup } from './use-popup.ts'

const menu = makeLazyPart<MenuProps>(() => import('./MenuPopup.tsx').then((file) => file.MenuPopup))

/**
 * A button that opens a menu. The menu's code is fetched when the pointer or the focus comes to the button.
 * @param props.children draws the button; it spreads what it is given
 */
export function MenuButton({
  children,
  ...content
}: MenuContent & { children: (button: PopupButton) => ReactNode }) {
  const { button, Popup, frame } = usePopup(menu, 'menu')
  return (
    <>
      {children(button)}
      {Popup && <Popup {...content} {...frame} />}
    </>
  )
}
