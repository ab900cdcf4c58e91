import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from '../../../ui/icons.ts'
import css from './PictureBox.module.css'

/**
 * A picture over the whole page. It fits the window, or has its own size and is scrolled. Escape closes it, and the arrow keys show
 * the other pictures.
 * @param props.onStep shows another picture: -1 the previous, 1 the next; undefined if there is only one
 * @param props.children the picture
 */
export function PictureBox(props: {
  name: string
  onStep: ((by: number) => void) | undefined
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts('orders.pictures')
  const tools = useTexts('viewer.tools')
  const close = useTexts('ui')('close')
  const box = useRef<HTMLDialogElement>(null)
  const [isZoomed, setZoomed] = useState(false)
  const { onStep } = props
  useEffect(() => {
    // The browser keeps the focus within a modal dialog, and returns it to the opening button.
    if (!box.current?.open) box.current?.showModal()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    // A zoomed picture is scrolled by the arrow keys.
    if (by === undefined || isZoomed || !onStep) return
    event.preventDefault()
    onStep(by)
  }
  const Zoom = isZoomed ? IconZoomOut : IconZoomIn
  return (
    <dialog
      ref={box}
      className={css.box}
      aria-label={props.name}
      onClose={props.onClose}
      onKeyDown={onKeyDown}
    >
      <header>
        <p className="one-line">{props.name}</p>
        <ActionIcon
          aria-label={tools(isZoomed ? 'zoomOut' : 'zoomIn')}
          aria-pressed={isZoomed}
          onClick={() => setZoomed(!isZoomed)}
        >
          <Zoom size={20} stroke={1.75} />
        </ActionIcon>
        <ActionIcon aria-label={close} onClick={() => box.current?.close()}>
          <IconX size={20} />
        </ActionIcon>
      </header>
      <div className={css.stage} data-zoomed={isZoomed || undefined} tabIndex={isZoomed ? 0 : -1}>
        {props.children}
      </div>
      {onStep && (
        <>
          <ActionIcon className={css.step} left={10} aria-label={t('previous')} onClick={() => onStep(-1)}>
            <IconChevronLeft size={20} />
          </ActionIcon>
          <ActionIcon className={css.step} right={10} aria-label={t('next')} onClick={() => onStep(1)}>
            <IconChevronRight size={20} />
          </ActionIcon>
        </>
      )}
    </dialog>
  )
}
