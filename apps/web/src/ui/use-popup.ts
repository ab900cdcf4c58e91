import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { showNotice } from '../frame/notices.ts'
import { type LazyPart, prefetch } from './lazy-part.ts'

/** What a button spreads to open a popup. */
export type PopupButton = {
  readonly ref: RefObject<HTMLButtonElement | null>
  readonly id: string
  readonly 'aria-haspopup': 'menu' | 'dialog'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string | undefined
  readonly onPointerEnter: () => void
  readonly onFocus: () => void
  readonly onBlur: () => void
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What a popup is given: the button it hangs on, whose `id` its own is made of, and whether it is open. */
export type PopupFrame = {
  readonly id: string
  readonly target: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/**
 * A button and the popup it opens, whose code is fetched when the pointer or the focus comes to the button. A press that
 * is faster opens when the code is here, unless the focus has moved on; one that can't fetch it says so.
 *
 * @returns `button` to spread on the button; `Popup` to draw with `frame` beside it, undefined before the first opening
 */
export function usePopup<Props extends PopupFrame>(part: LazyPart<Props>, kind: 'menu' | 'dialog') {
  const t = useTexts('ui.error')
  const id = useId()
  const target = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const Popup = part.usePart()
  const isShown = isOpen && Popup !== undefined
  const press = () => {
    setOpened(true)
    setOpen(!isOpen)
    if (isOpen || Popup) return
    part.fetch().catch(() => {
      setOpen(false)
      showNotice({
        level: 'error',
        text: t('offline'),
        action: { label: t('reload'), onSelect: () => location.reload() },
      })
    })
  }
  const button: PopupButton = {
    ref: target,
    id,
    'aria-haspopup': kind,
    'aria-expanded': isShown,
    'aria-controls': isShown ? `${id}-dropdown` : undefined,
    onPointerEnter: () => prefetch(part),
    onFocus: () => prefetch(part),
    onBlur: () => {
      if (!Popup) setOpen(false)
    },
    onClick: press,
    // The popup hears Escape itself once the focus is in it.
    onKeyDown: ({ key }) => {
      if (key === 'Escape') setOpen(false)
    },
  }
  const frame: PopupFrame = { id, target, isOpen, onOpenChange: setOpen }
  return { button, Popup: wasOpened ? Popup : undefined, frame }
}
