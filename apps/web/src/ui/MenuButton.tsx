import type { ReactNode } from 'react'
import { createLazyPart } from './lazy-part.ts'
import type { MenuContent, MenuProps } from './menu.ts'
import { type PopupButton, usePopup } from './use-popup.ts'

const menu = createLazyPart<MenuProps>(() => import('./MenuPopup.tsx').then((file) => file.MenuPopup))

/** A button with a menu, whose code is fetched on hover or focus. @param props.children renders the button with the given props */
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
