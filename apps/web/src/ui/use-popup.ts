import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { showNotice } from '../frame/notices.ts'
import { type LazyPart, prefetch } from './lazy-part.ts'

/** Props of a button that opens a popup. */
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

/** Props of a popup. `target` is its button and `id` the button's id. */
export type PopupFrame = {
  readonly id: string
  readonly target: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/**
 * Manages a button and its popup, whose code is fetched on hover or focus. If the button is clicked before the code is loaded,
 * the popup opens after the load, unless the button has lost the focus. A fetch that fails after a click shows a notice.
 * @returns `button`: props of the button; `Popup`: component to render with `frame`, undefined before it is first opened
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
    // Escape cancels a click while the popup's code loads. An open popup has the focus and handles the key itself.
    onKeyDown: ({ key }) => {
      if (key === 'Escape') setOpen(false)
    },
  }
  const frame: PopupFrame = { id, target, isOpen, onOpenChange: setOpen }
  return { button, Popup: wasOpened ? Popup : undefined, frame }
}
